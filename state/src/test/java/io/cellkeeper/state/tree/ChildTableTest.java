package io.cellkeeper.state.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ChildTableTest {
    /** Few distinct hashes, so that names get into each other's way. */
    @Property(tries = 200)
    void shouldBehaveAsAMapWhateverTheHashes(@ForAll long seed) {
        Random random = new Random(seed);
        int hashes = 1 + random.nextInt(50);
        ChildTable table = new ChildTable();
        Map<String, Node> twin = new HashMap<>();
        for (int i = 0; i < 400; i++) {
            String name = "n" + random.nextInt(120);
            byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
            int hash = name.hashCode() % hashes * 0x01000193;
            Node expected = twin.get(name);
            assertSame(expected, table.get(hash, bytes, 0, bytes.length));
            boolean grows = i % 200 < 100;
            if (expected == null) {
                Node node = new Node();
                node.setNameAndData(bytes, 0, bytes.length, null);
                table.add(hash, node);
                twin.put(name, node);
            } else if (random.nextInt(4) == 0) {
                Node node = new Node(expected);
                table.replace(hash, expected, node);
                twin.put(name, node);
            } else if (!grows) {
                table.remove(hash, expected);
                twin.remove(name);
                assertNull(table.get(hash, bytes, 0, bytes.length));
            }
            assertEquals(twin.size(), table.size());
        }
        Set<Node> seen = new HashSet<>();
        table.forEach(seen::add);
        assertEquals(Set.copyOf(twin.values()), seen);
    }
}
