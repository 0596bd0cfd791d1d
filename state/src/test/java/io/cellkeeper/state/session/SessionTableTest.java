package io.cellkeeper.state.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class SessionTableTest {
    @Property(tries = 100)
    void shouldBehaveAsAMap(@ForAll long seed) {
        Random random = new Random(seed);
        SessionTable table = new SessionTable();
        Map<Long, Session> twin = new HashMap<>();
        for (int i = 0; i < 1_000; i++) {
            long id = (1L << 40) | random.nextInt(150);
            Session expected = twin.get(id);
            assertSame(expected, table.get(id));
            if (expected == null) {
                Session session = new Session(id, new byte[16], 1, List.of());
                table.add(session);
                twin.put(id, session);
            } else {
                table.remove(expected);
                twin.remove(id);
            }
            assertEquals(twin.size(), table.size());
        }
        Set<Session> seen = new HashSet<>();
        table.forEach(seen::add);
        assertEquals(Set.copyOf(twin.values()), seen);
    }
}
