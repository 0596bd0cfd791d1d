package io.cellkeeper.consensus.ratis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RaftSettingsTest {
    private static final RaftSettings.Peer ONE = new RaftSettings.Peer("1-1", "a", 2888);

    @Test
    void shouldKnowALoneReplica() {
        assertTrue(settings("1-1", List.of(ONE)).lone());
        assertEquals(ONE, settings("1-1", List.of(ONE)).self());
    }

    @Test
    void shouldPutAnIpv6AddressInBrackets() {
        assertEquals("[::1]:2888", new RaftSettings.Peer("1-1", "::1", 2888).address());
        assertEquals("a:2888", ONE.address());
    }

    @Test
    void shouldRefuseWhatCannotBe() {
        refused("none of the peers'", () -> settings("2-1", List.of(ONE)));
        refused("same|two peers", () -> settings("1-1", List.of(ONE, new RaftSettings.Peer("1-1", "b", 2888))));
        refused("two peers", () -> settings("1-1", List.of(ONE, new RaftSettings.Peer("2-1", "a", 2888))));
        refused("<myid>-<incarnation>", () -> new RaftSettings.Peer("1", "a", 2888));
        refused("port", () -> new RaftSettings.Peer("1-1", "a", 0));
        refused("host", () -> new RaftSettings.Peer("1-1", " ", 2888));
        refused(
                "ascending",
                () -> new RaftSettings(UUID.randomUUID(), "1-1", List.of(ONE), Path.of("x"), true, 600, 300, false));
    }

    private static RaftSettings settings(String self, List<RaftSettings.Peer> peers) {
        return new RaftSettings(UUID.randomUUID(), self, peers, Path.of("x"), true);
    }

    private static void refused(String why, Runnable construction) {
        String message =
                assertThrows(IllegalArgumentException.class, construction::run).toString();
        assertTrue(message.matches(".*(" + why + ").*"), message);
    }
}
