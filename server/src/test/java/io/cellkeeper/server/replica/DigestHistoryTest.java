package io.cellkeeper.server.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.server.words.ServerFigures.Digest;
import java.util.List;
import org.junit.jupiter.api.Test;

class DigestHistoryTest {
    private final DigestHistory history = new DigestHistory();

    @Test
    void shouldWantOneDigestInEachRunOf128Zxids() {
        assertTrue(history.wants(0x1_0000_0000_0001L));
        history.add(0x1_0000_0000_0001L, 7);
        assertFalse(history.wants(0x1_0000_0000_007fL));
        assertTrue(history.wants(0x1_0000_0000_0080L));
        history.add(0x1_0000_0000_00ffL, -8);
        assertFalse(history.wants(0x1_0000_0000_00ffL));
        assertTrue(history.wants(0x1_0000_0000_0100L));
        assertEquals(List.of(new Digest(0x1_0000_0000_0001L, 7), new Digest(0x1_0000_0000_00ffL, -8)), history.list());
    }

    @Test
    void shouldForgetTheOldest() {
        for (int i = 1; i <= DigestHistory.LENGTH + 2; i++) {
            history.add(128L * i, i);
        }
        List<Digest> kept = history.list();
        assertEquals(DigestHistory.LENGTH, kept.size());
        assertEquals(new Digest(3 * 128L, 3), kept.get(0));
        assertEquals(DigestHistory.LENGTH + 2, kept.get(kept.size() - 1).digest());
    }
}
