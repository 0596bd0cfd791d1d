package io.cellkeeper.state.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.Acls;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.Stat;
import io.cellkeeper.state.digest.Hash64;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts and sums up a tree from scratch, and compares with what it has kept up on the way. */
public final class TreeAudit {
    /** A node as a test sees it. */
    public record Seen(String data, Stat stat, List<AclEntry> acl) {}

    private record Visit(Node node, String path, long hash) {}

    private TreeAudit() {}

    /** All nodes by path. */
    public static Map<String, Seen> nodes(Tree tree) {
        Map<String, Seen> seen = new TreeMap<>();
        for (Visit visit : visits(tree)) {
            Node node = visit.node;
            ByteRange bytes = node.data();
            String data = bytes == null ? "null" : "=" + new String(bytes.toArray(), StandardCharsets.ISO_8859_1);
            seen.put(visit.path, new Seen(data, node.stat(), tree.acls().list(node.acl())));
        }
        return seen;
    }

    /** Fails if anything the tree keeps up is not what a full count says. */
    public static void verify(Tree tree) {
        long digest = 0;
        long dataSize = 0;
        int ephemerals = 0;
        int managed = 0;
        Set<List<AclEntry>> acls = new HashSet<>();
        List<Visit> visits = visits(tree);
        for (Visit visit : visits) {
            Node node = visit.node;
            digest += NodeHash.of(node, visit.hash, tree.acls());
            dataSize += visit.path.getBytes(StandardCharsets.UTF_8).length + node.dataLength();
            acls.add(tree.acls().list(node.acl()));
            if (node instanceof OwnedNode owned) {
                ephemerals++;
                assertSame(owned, owned.owner.get(owned.slot));
                assertEquals(visit.path, new String(Tree.pathOf(owned), StandardCharsets.UTF_8));
            }
            if (node instanceof ManagedNode kept) {
                managed++;
                assertSame(kept, tree.managed().get(kept.slot));
                assertEquals(visit.path, new String(Tree.pathOf(kept), StandardCharsets.UTF_8));
            }
            verifyDescendants(visit, visits);
        }
        acls.remove(Acls.OPEN_ALL);
        assertEquals(digest, tree.digest(), "digest");
        assertEquals(dataSize, tree.dataSize(), "data size");
        assertEquals(visits.size(), tree.nodeCount(), "nodes");
        assertEquals(ephemerals, tree.ephemeralCount(), "ephemerals");
        assertEquals(managed, tree.managed().size(), "containers and nodes with a time to live");
        assertEquals(acls.size(), tree.acls().size(), "ACLs");
    }

    private static void verifyDescendants(Visit visit, List<Visit> visits) {
        String prefix = visit.path.equals("/") ? "/" : visit.path + "/";
        long data = 0;
        for (Visit other : visits) {
            if (other.path.startsWith(prefix) && !other.path.equals(visit.path)) {
                data += other.node.dataLength();
            }
        }
        assertEquals(data, visit.node.dataBelow(), visit.path);
        long below = visits.stream()
                .filter(other -> other.path.startsWith(prefix) && !other.path.equals(visit.path))
                .count();
        assertEquals(below, visit.node.descendants(), visit.path);
    }

    private static List<Visit> visits(Tree tree) {
        List<Visit> found = new ArrayList<>();
        Deque<Visit> open = new ArrayDeque<>();
        open.add(new Visit(tree.root(), "/", NodeHash.ROOT));
        while (!open.isEmpty()) {
            Visit visit = open.remove();
            found.add(visit);
            if (visit.node instanceof InnerNode inner) {
                inner.children().forEach(child -> {
                    byte[] name = Arrays.copyOf(child.bytes(), child.nameLength());
                    String path =
                            (visit.path.equals("/") ? "" : visit.path) + "/" + new String(name, StandardCharsets.UTF_8);
                    open.add(new Visit(child, path, Hash64.step(visit.hash, NodeHash.name(name, 0, name.length))));
                });
            }
        }
        return found;
    }
}
