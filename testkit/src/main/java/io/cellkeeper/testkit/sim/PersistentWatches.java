package io.cellkeeper.testkit.sim;

import io.cellkeeper.testkit.truth.GroundTruth;
import io.cellkeeper.testkit.truth.NodeTimeline;
import io.cellkeeper.testkit.truth.Violation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The persistent watches of a client, held against what has really changed: each change of the node, and of its list of
 * children, is told once and in order, and before every answer that shows it. What happens while the client has no
 * connection is not told.
 */
final class PersistentWatches {
    private final GroundTruth truth;
    private final String owner;
    private final Map<String, Told> watches = new LinkedHashMap<>();

    /** How far a watch has been told: everything before a zxid, and so many of the changes of that zxid. */
    private static final class Told {
        long zxid;
        int changes;

        Told(NodeTimeline node, long zxid) {
            reset(node, zxid);
        }

        /** An answer at this zxid has registered it: what is of that zxid has been before. */
        void reset(NodeTimeline node, long since) {
            zxid = since;
            changes = node.changesAt(since);
        }

        long next(NodeTimeline node) {
            return changes < node.changesAt(zxid) ? zxid : node.firstChangeOfAnyKindAfter(zxid);
        }
    }

    PersistentWatches(GroundTruth truth, String owner) {
        this.truth = truth;
        this.owner = owner;
    }

    List<String> paths() {
        return List.copyOf(watches.keySet());
    }

    void clear() {
        watches.clear();
    }

    /** An answer has registered a watch. */
    void register(String path, long zxid) {
        watches.computeIfAbsent(path, key -> new Told(truth.node(key), zxid));
    }

    /** The watches were set again on another connection. */
    void restored(long zxid) {
        watches.forEach((path, told) -> told.reset(truth.node(path), zxid));
    }

    /** An answer shows the state at this zxid: every event up to it has come. */
    void shown(long zxid) {
        watches.forEach((path, told) -> {
            long next = told.next(truth.node(path));
            if (next <= zxid) {
                throw new Violation(
                        "lost watch event",
                        owner + " was shown zxid " + Long.toHexString(zxid) + " and not told of all changes of " + path
                                + ", watched for good, at " + Long.toHexString(next));
            }
        });
    }

    /**
     * An event has come. One that makes up for others is not for these watches.
     *
     * @return whether one of these watches expected it
     */
    boolean event(String path, long zxid) {
        Told told = watches.get(path);
        if (told == null || zxid < 0) {
            return false;
        }
        long next = told.next(truth.node(path));
        if (next != zxid) {
            throw new Violation(
                    "watch event",
                    owner + " was told of a change of " + path + " at " + Long.toHexString(zxid) + ", the next since "
                            + Long.toHexString(told.zxid) + " was at " + Long.toHexString(next));
        }
        told.changes = zxid == told.zxid ? told.changes + 1 : 1;
        told.zxid = zxid;
        return true;
    }
}
