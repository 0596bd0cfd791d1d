package io.cellkeeper.proxy;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.EventType;
import io.cellkeeper.proxy.link.LinkMessage.Changed;
import io.cellkeeper.proxy.link.LinkMessage.Missed;
import io.cellkeeper.proxy.link.LinkMessage.Reregistration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The watches of all connections of this proxy (section 10 of the rules). A change costs in proportion to the watches of
 * its path and its parent and to the depth of its path, never to all watches (rule 10.28). Single-threaded.
 */
final class WatchTable {
    private final Map<String, WatchedPath> paths = new HashMap<>();
    private final Consumer<String> unwatched;

    /** Lengths of paths with recursive watches, and how many watches of each: only such ancestors are looked up. */
    private final BitSet recursiveLengths = new BitSet();

    private final Map<Integer, Integer> recursiveCounts = new HashMap<>();

    private long triggers;
    private int count;
    private int owners;

    /** @param unwatched hears of each path that nobody watches any more */
    WatchTable(Consumer<String> unwatched) {
        this.unwatched = unwatched;
    }

    /** Adds modes to a watch in the data table. */
    void addData(Watcher owner, String path, int modes) {
        WatchedPath.Watch watch = watch(owner, path);
        setModes(watch, watch.data | modes, watch.child);
    }

    /**
     * Adds a standard watch in the data table.
     *
     * @param exists whether its owner has seen the node, or that there is none: all with such a watch have seen the same,
     *     as any change of that ends their watches
     */
    void addData(Watcher owner, String path, boolean exists) {
        WatchedPath.Watch watch = watch(owner, path);
        watch.of.absent = !exists;
        setModes(watch, watch.data | WatchMode.STANDARD, watch.child);
    }

    /** Adds modes to a watch in the child table. */
    void addChild(Watcher owner, String path, int modes) {
        WatchedPath.Watch watch = watch(owner, path);
        setModes(watch, watch.data, watch.child | modes);
    }

    /** Whether anyone watches this path, in any table and mode. */
    boolean isWatched(String path) {
        return paths.containsKey(path);
    }

    /** Whether an owner has any of these modes in the data or the child table at a path (rule 10.25). */
    boolean has(Watcher owner, String path, int dataModes, int childModes) {
        WatchedPath.Watch watch = owner.watches.get(path);
        return watch != null && has(watch, dataModes, childModes);
    }

    /** Takes modes away; returns whether any of them was there (rule 10.22). */
    boolean remove(Watcher owner, String path, int dataModes, int childModes) {
        WatchedPath.Watch watch = owner.watches.get(path);
        if (watch == null || !has(watch, dataModes, childModes)) {
            return false;
        }
        setModes(watch, watch.data & ~dataModes, watch.child & ~childModes);
        return true;
    }

    /** Frees everything of an owner (rule 10.26). */
    void removeAll(Watcher owner) {
        for (WatchedPath.Watch watch : new ArrayList<>(owner.watches.values())) {
            setModes(watch, 0, 0);
        }
    }

    /** Delivers the events of a change, in order (rule 10.6), and ends the standard watches that had theirs. */
    void changed(Changed change) {
        String path = change.path();
        switch (change.kind()) {
            case EventType.CREATED -> {
                fireData(change, EventType.CREATED);
                fireParent(change);
            }
            case EventType.DELETED -> {
                long told = fireData(change, EventType.DELETED);
                fireChild(change.zxid(), EventType.DELETED, path, change.acl(), told);
                fireParent(change);
            }
            case EventType.DATA_CHANGED -> fireData(change, EventType.DATA_CHANGED);
            default -> throw new IllegalArgumentException("change of kind " + change.kind());
        }
    }

    /** Delivers an event that stands for changes that are not known one by one, to the watches of its path alone. */
    void missed(Missed missed) {
        String path = missed.path();
        if (missed.type() == EventType.CHILDREN_CHANGED) {
            fireChild(-1, missed.type(), path, missed.acl(), 0);
            return;
        }
        long trigger = ++triggers;
        fireDataAt(path, WatchMode.STANDARD, trigger, missed.acl(), Packet.event(-1, missed.type(), path));
        if (missed.type() == EventType.DELETED) {
            fireChild(-1, missed.type(), path, missed.acl(), trigger);
        }
    }

    /** Whether an owner has a watch that does not end with its first event, so that none may be left out. */
    boolean wantsEachEvent(Watcher owner) {
        for (WatchedPath.Watch watch : owner.watches.values()) {
            if (((watch.data | watch.child) & ~WatchMode.STANDARD) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Every path that is watched, with what is watched of it. */
    List<Reregistration> interests() {
        List<Reregistration> interests = new ArrayList<>(paths.size());
        for (WatchedPath watched : paths.values()) {
            int data = 0;
            int child = 0;
            for (int i = 0; i < watched.size(); i++) {
                data |= watched.get(i).data;
                child |= watched.get(i).child;
            }
            interests.add(new Reregistration(watched.path, kinds(data, child, watched.absent)));
        }
        return interests;
    }

    private static int kinds(int data, int child, boolean absent) {
        int kinds = 0;
        if ((data & ~WatchMode.RECURSIVE) != 0) {
            kinds |= Reregistration.DATA;
        }
        if (child != 0) {
            kinds |= Reregistration.CHILD;
        }
        if ((data & WatchMode.RECURSIVE) != 0) {
            kinds |= Reregistration.RECURSIVE;
        }
        return absent ? kinds | Reregistration.ABSENT : kinds;
    }

    /** Watches in both tables, as ZooKeeper counts them: one for each connection, path and table. */
    int count() {
        return count;
    }

    /** Paths with at least one watch. */
    int pathCount() {
        return paths.size();
    }

    /** Connections with at least one watch. */
    int ownerCount() {
        return owners;
    }

    /** Visits each (path, owner) once, in no order. */
    void forEach(BiConsumer<String, Watcher> visitor) {
        for (WatchedPath watched : paths.values()) {
            for (int i = 0; i < watched.size(); i++) {
                visitor.accept(watched.path, watched.get(i).owner);
            }
        }
    }

    private long fireData(Changed change, int type) {
        long trigger = ++triggers;
        String path = change.path();
        Packet event = Packet.event(change.zxid(), type, path);
        fireDataAt(path, WatchMode.STANDARD | WatchMode.PERSISTENT | WatchMode.RECURSIVE, trigger, change.acl(), event);
        // The root is an ancestor of everything else; below it, an ancestor ends before a slash.
        if (recursiveLengths.get(1) && path.length() > 1) {
            fireDataAt("/", WatchMode.RECURSIVE, trigger, change.acl(), event);
        }
        for (int length = recursiveLengths.nextSetBit(2);
                length >= 0 && length < path.length();
                length = recursiveLengths.nextSetBit(length + 1)) {
            if (path.charAt(length) == '/') {
                fireDataAt(path.substring(0, length), WatchMode.RECURSIVE, trigger, change.acl(), event);
            }
        }
        return trigger;
    }

    private void fireDataAt(String at, int modes, long trigger, @Nullable List<AclEntry> acl, Packet event) {
        WatchedPath watched = paths.get(at);
        if (watched == null) {
            return;
        }
        // Backwards, since removing a watch moves the last one, which was visited already.
        for (int i = watched.size() - 1; i >= 0; i--) {
            WatchedPath.Watch watch = watched.get(i);
            int hit = watch.data & modes;
            if (hit != 0) {
                deliverOnce(watch.owner, trigger, acl, event);
                if ((hit & WatchMode.STANDARD) != 0) {
                    setModes(watch, watch.data & ~WatchMode.STANDARD, watch.child);
                }
            }
        }
    }

    /** Fires the parent's child watches. */
    private void fireParent(Changed change) {
        String parent = parentOf(change.path());
        fireChild(change.zxid(), EventType.CHILDREN_CHANGED, parent, change.parentAcl(), 0);
    }

    /** @param told a trigger whose owners are told nothing again, though their watch ends (rule 10.10) */
    private void fireChild(long zxid, int type, String path, @Nullable List<AclEntry> acl, long told) {
        WatchedPath watched = paths.get(path);
        if (watched == null) {
            return;
        }
        long trigger = ++triggers;
        Packet event = Packet.event(zxid, type, path);
        for (int i = watched.size() - 1; i >= 0; i--) {
            WatchedPath.Watch watch = watched.get(i);
            if (watch.child != 0) {
                if (told == 0 || watch.owner.lastTrigger != told) {
                    deliverOnce(watch.owner, trigger, acl, event);
                }
                setModes(watch, watch.data, watch.child & ~WatchMode.STANDARD);
            }
        }
    }

    private static void deliverOnce(Watcher owner, long trigger, @Nullable List<AclEntry> acl, Packet event) {
        if (owner.lastTrigger != trigger) {
            owner.lastTrigger = trigger;
            if (owner.mayRead(acl)) {
                owner.deliver(event);
            }
        }
    }

    private WatchedPath.Watch watch(Watcher owner, String path) {
        WatchedPath.Watch watch = owner.watches.get(path);
        if (watch == null) {
            WatchedPath watched = paths.computeIfAbsent(path, WatchedPath::new);
            watch = watched.add(owner);
            if (owner.watches.isEmpty()) {
                owners++;
            }
            owner.watches.put(watched.path, watch);
        }
        return watch;
    }

    private void setModes(WatchedPath.Watch watch, int data, int child) {
        count += tables(data, child) - tables(watch.data, watch.child);
        int recursive = (data & WatchMode.RECURSIVE) - (watch.data & WatchMode.RECURSIVE);
        if (recursive != 0) {
            countRecursive(watch.of.path.length(), Integer.signum(recursive));
        }
        watch.data = data;
        watch.child = child;
        if ((data | child) == 0) {
            free(watch);
        }
    }

    private void free(WatchedPath.Watch watch) {
        WatchedPath watched = watch.of;
        watch.owner.watches.remove(watched.path);
        if (watch.owner.watches.isEmpty()) {
            owners--;
        }
        watched.remove(watch);
        if (watched.size() == 0) {
            paths.remove(watched.path);
            unwatched.accept(watched.path);
        }
    }

    private void countRecursive(int length, int change) {
        int total = recursiveCounts.merge(length, change, Integer::sum);
        recursiveLengths.set(length, total > 0);
        if (total == 0) {
            recursiveCounts.remove(length);
        }
    }

    private static boolean has(WatchedPath.Watch watch, int dataModes, int childModes) {
        return (watch.data & dataModes) != 0 || (watch.child & childModes) != 0;
    }

    private static int tables(int data, int child) {
        return (data == 0 ? 0 : 1) + (child == 0 ? 0 : 1);
    }

    private static String parentOf(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }
}
