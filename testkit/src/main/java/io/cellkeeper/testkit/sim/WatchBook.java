package io.cellkeeper.testkit.sim;

import io.cellkeeper.testkit.truth.GroundTruth;
import io.cellkeeper.testkit.truth.NodeTimeline;
import io.cellkeeper.testkit.truth.Violation;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The watches that a client has, as its library keeps them, held against what has really changed: an event comes for the
 * first change after the registration, and before every answer that shows it; none is lost, on a reconnection either.
 */
final class WatchBook {
    private static final int CREATED = 1;
    private static final int DELETED = 2;
    private static final int CHILDREN_CHANGED = 4;

    private final GroundTruth truth;
    private final String owner;
    /** Watches that end with their event, and the zxid from which they are. */
    private final Map<Key, Long> registered = new LinkedHashMap<>();

    private final PersistentWatches persistent;
    private boolean suspended;

    /** Which of the library's lists a watch is in. */
    enum Table {
        DATA,
        EXIST,
        CHILD,
        PERSISTENT
    }

    private record Key(String path, Table table) {}

    WatchBook(GroundTruth truth, String owner) {
        this.truth = truth;
        this.owner = owner;
        persistent = new PersistentWatches(truth, owner);
    }

    boolean isEmpty() {
        return registered.isEmpty() && persistent.paths().isEmpty();
    }

    /** An answer has registered a watch. */
    void register(String path, Table table, long zxid) {
        if (table == Table.PERSISTENT) {
            persistent.register(path, zxid);
            return;
        }
        registered.putIfAbsent(new Key(path, table), zxid);
    }

    /** The session is over. */
    void clear() {
        registered.clear();
        persistent.clear();
        suspended = false;
    }

    /** The connection is gone: the watches wait to be set again. */
    void suspend() {
        suspended = true;
    }

    /** There was nothing to set again. */
    void resume() {
        suspended = false;
    }

    /** The paths of a table. */
    List<String> paths(Table table) {
        if (table == Table.PERSISTENT) {
            return persistent.paths();
        }
        List<String> paths = new ArrayList<>();
        for (Key key : registered.keySet()) {
            if (key.table == table) {
                paths.add(key.path);
            }
        }
        return paths;
    }

    /** The watches were set again: what was missed since {@code relativeZxid} has been told before (rule 10.16). */
    void restored(long relativeZxid, long zxid) {
        for (Map.Entry<Key, Long> each : registered.entrySet()) {
            Key key = each.getKey();
            NodeTimeline node = truth.node(key.path);
            boolean missed = switch (key.table) {
                case DATA -> !node.existsAt(zxid) || node.mzxidAt(zxid) > relativeZxid;
                case EXIST -> node.existsAt(zxid);
                case CHILD -> !node.existsAt(zxid) || node.pzxidAt(zxid) > relativeZxid;
                case PERSISTENT -> false;
            };
            if (missed) {
                throw new Violation(
                        "lost watch event",
                        owner + " was not told by setWatches from zxid " + Long.toHexString(relativeZxid)
                                + " what happened to " + key + " until " + Long.toHexString(zxid));
            }
            each.setValue(zxid);
        }
        persistent.restored(zxid);
        suspended = false;
    }

    /** An answer shows the state at this zxid: every event up to it has come. */
    void shown(long zxid) {
        if (suspended) {
            return;
        }
        for (Map.Entry<Key, Long> each : registered.entrySet()) {
            long change = firstChange(each.getKey(), each.getValue());
            if (change <= zxid) {
                throw new Violation(
                        "lost watch event",
                        owner + " was shown zxid " + Long.toHexString(zxid) + " and not told that "
                                + each.getKey() + ", watched from " + Long.toHexString(each.getValue())
                                + ", changed at "
                                + Long.toHexString(change));
            }
        }
        persistent.shown(zxid);
    }

    /**
     * An event has come.
     *
     * @param zxid −1 if it makes up for one missed
     */
    void event(int type, String path, long zxid) {
        boolean expected = !suspended && persistent.event(path, zxid);
        Iterator<Map.Entry<Key, Long>> each = registered.entrySet().iterator();
        while (each.hasNext()) {
            Map.Entry<Key, Long> watch = each.next();
            Key key = watch.getKey();
            boolean child = key.table == Table.CHILD;
            boolean hit = key.path.equals(path)
                    && (child ? type == CHILDREN_CHANGED || type == DELETED : type != CHILDREN_CHANGED);
            if (!hit) {
                continue;
            }
            long change = firstChange(key, watch.getValue());
            // A deletion is told once for both tables: it ends a child watch of the same path too.
            if (zxid >= 0 && change != zxid) {
                throw new Violation(
                        "watch event",
                        owner + " was told of a change of " + key + " at " + Long.toHexString(zxid)
                                + ", the first since " + Long.toHexString(watch.getValue()) + " was at "
                                + Long.toHexString(change));
            }
            if (type == CREATED && key.table == Table.DATA) {
                throw new Violation("watch event", owner + " was told that " + key + " was created, which it had seen");
            }
            expected = true;
            each.remove();
        }
        if (!expected && !suspended) {
            throw new Violation("watch event", owner + " was told of " + path + ", type " + type + ", unwatched");
        }
    }

    private long firstChange(Key key, long since) {
        NodeTimeline node = truth.node(key.path);
        return key.table == Table.CHILD ? node.firstChildChangeAfter(since) : node.firstChangeAfter(since);
    }
}
