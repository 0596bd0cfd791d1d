package io.cellkeeper.compat.differential;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.zookeeper.ZooDefs.OpCode;

/** Which errors ZooKeeper answered each operation with, and how often. Any thread. */
final class Coverage {
    /** What rule 7.1 and section 8 name, as far as a lone server can be brought to answer it. */
    private static final Map<String, Set<Integer>> EXPECTED = Map.ofEntries(
            Map.entry("create", Set.of(0, -5, -8, -101, -102, -108, -110, -114, -125)),
            Map.entry("create2", Set.of(0, -5, -8, -101, -102, -108, -110, -114, -125)),
            Map.entry("createContainer", Set.of(0, -5, -8, -101, -102, -108, -110, -114, -125)),
            Map.entry("createTTL", Set.of(0, -5, -8, -101, -102, -108, -110, -114, -125)),
            Map.entry("delete", Set.of(0, -5, -8, -101, -102, -103, -111)),
            Map.entry("setData", Set.of(0, -5, -8, -101, -102, -103, -125)),
            Map.entry("setACL", Set.of(0, -5, -8, -101, -102, -103, -114)),
            Map.entry("exists", Set.of(0, -5, -8, -101, -102)),
            Map.entry("getData", Set.of(0, -5, -101, -102)),
            Map.entry("getACL", Set.of(0, -5, -101, -102)),
            Map.entry("getChildren", Set.of(0, -5, -101, -102)),
            Map.entry("getChildren2", Set.of(0, -5, -101, -102)),
            Map.entry("getAllChildrenNumber", Set.of(0, -5, -101, -102)),
            Map.entry("getEphemerals", Set.of(0, -5)),
            Map.entry("sync", Set.of(0, -5)),
            Map.entry("ping", Set.of(0)),
            Map.entry("check", Set.of(-6)),
            Map.entry("multi", Set.of(0, -5)),
            Map.entry("multi: create", Set.of(0, -2, -8, -101, -102, -108, -110, -114, -125)),
            Map.entry("multi: create2", Set.of(0, -2, -8, -101, -102, -108, -110, -114, -125)),
            Map.entry("multi: createContainer", Set.of(0, -2, -8, -101, -102, -108, -110, -114, -125)),
            Map.entry("multi: createTTL", Set.of(0, -2, -8, -101, -110, -114, -125)),
            Map.entry("multi: delete", Set.of(0, -2, -8, -101, -102, -103, -111)),
            Map.entry("multi: setData", Set.of(0, -2, -8, -101, -102, -103, -125)),
            Map.entry("multi: check", Set.of(0, -2, -8, -101, -102, -103)),
            Map.entry("multiRead", Set.of(0, -5)),
            Map.entry("multiRead: getData", Set.of(0, -101, -102)),
            Map.entry("multiRead: getChildren", Set.of(0, -101, -102)),
            Map.entry("reconfig", Set.of(-5, -123)),
            Map.entry("sasl", Set.of(0)),
            Map.entry("checkWatches", Set.of(0, -5, -121)),
            Map.entry("removeWatches", Set.of(0, -5, -121)),
            Map.entry("setWatches", Set.of(0, -5)),
            Map.entry("setWatches2", Set.of(0, -5)),
            Map.entry("addWatch", Set.of(0, -5)),
            Map.entry("auth", Set.of(0, -115)),
            Map.entry("whoAmI", Set.of(0)),
            Map.entry("closeSession", Set.of(0)));

    private final Map<String, Map<Integer, Integer>> counts = new TreeMap<>();

    /** Counts the replies of one sequence. */
    synchronized void add(List<Seen> seen) {
        for (Seen one : seen) {
            Step.Part part = one.part();
            if (part == null || one.frame() == null || one.client() == Audit.CLIENT) {
                continue;
            }
            String name = Operations.name(part.op());
            count(name, one.frame().err());
            if (one.frame().err() == 0 && (part.op() == OpCode.multi || part.op() == OpCode.multiRead)) {
                addInner(name, part, one.frame().body());
            }
        }
    }

    private void addInner(String name, Step.Part part, byte[] body) {
        List<Integer> errors = new MultiErrors(ByteBuffer.wrap(body)).read();
        for (int i = 0; i < Math.min(errors.size(), part.inner().size()); i++) {
            count(name + ": " + Operations.name(part.inner().get(i)), errors.get(i));
        }
    }

    private void count(String name, int error) {
        counts.computeIfAbsent(name, any -> new TreeMap<>((a, b) -> b - a)).merge(error, 1, Integer::sum);
    }

    /** The pairs that should have been seen and were not. */
    synchronized Set<String> missing() {
        Set<String> missing = new TreeSet<>();
        EXPECTED.forEach((name, errors) -> errors.forEach(error -> {
            if (!counts.getOrDefault(name, Map.of()).containsKey(error)) {
                missing.add(name + " " + error);
            }
        }));
        return missing;
    }

    /** A line for each operation: error and how often. */
    @Override
    public synchronized String toString() {
        return counts.entrySet().stream()
                .map(entry -> String.format("%-32s %s", entry.getKey(), entry.getValue()))
                .collect(Collectors.joining("\n"));
    }
}
