package io.cellkeeper.compat.differential;

import java.util.Map;
import java.util.Set;
import org.apache.zookeeper.ZooDefs.OpCode;

/** The operations by their codes (rule 7.1). */
final class Operations {
    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(OpCode.create, "create"),
            Map.entry(OpCode.delete, "delete"),
            Map.entry(OpCode.exists, "exists"),
            Map.entry(OpCode.getData, "getData"),
            Map.entry(OpCode.setData, "setData"),
            Map.entry(OpCode.getACL, "getACL"),
            Map.entry(OpCode.setACL, "setACL"),
            Map.entry(OpCode.getChildren, "getChildren"),
            Map.entry(OpCode.sync, "sync"),
            Map.entry(OpCode.ping, "ping"),
            Map.entry(OpCode.getChildren2, "getChildren2"),
            Map.entry(OpCode.check, "check"),
            Map.entry(OpCode.multi, "multi"),
            Map.entry(OpCode.create2, "create2"),
            Map.entry(OpCode.reconfig, "reconfig"),
            Map.entry(OpCode.checkWatches, "checkWatches"),
            Map.entry(OpCode.removeWatches, "removeWatches"),
            Map.entry(OpCode.createContainer, "createContainer"),
            Map.entry(OpCode.createTTL, "createTTL"),
            Map.entry(OpCode.multiRead, "multiRead"),
            Map.entry(OpCode.auth, "auth"),
            Map.entry(OpCode.setWatches, "setWatches"),
            Map.entry(OpCode.sasl, "sasl"),
            Map.entry(OpCode.getEphemerals, "getEphemerals"),
            Map.entry(OpCode.getAllChildrenNumber, "getAllChildrenNumber"),
            Map.entry(OpCode.setWatches2, "setWatches2"),
            Map.entry(OpCode.addWatch, "addWatch"),
            Map.entry(OpCode.whoAmI, "whoAmI"),
            Map.entry(OpCode.closeSession, "closeSession"));

    private static final Set<Integer> CHANGES = Set.of(
            OpCode.create,
            OpCode.create2,
            OpCode.createContainer,
            OpCode.createTTL,
            OpCode.delete,
            OpCode.setData,
            OpCode.setACL,
            OpCode.multi,
            OpCode.closeSession);

    private Operations() {}

    static String name(int op) {
        return NAMES.getOrDefault(op, "operation" + op);
    }

    /** Whether a success of this operation has a zxid of its own. */
    static boolean isChange(int op) {
        return CHANGES.contains(op);
    }
}
