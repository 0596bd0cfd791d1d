package io.cellkeeper.testkit.truth;

import io.cellkeeper.state.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a path has been at every zxid: made of the changes that were applied. */
public final class NodeTimeline {
    private final List<Moment> moments = new ArrayList<>();
    private final List<ChildChange> childChanges = new ArrayList<>();

    private record Moment(long zxid, Change.Kind kind, long czxid, int version) {}

    private record ChildChange(long zxid, String name, boolean isThere) {}

    NodeTimeline() {}

    void changed(long zxid, Change.Kind kind) {
        long czxid = zxid;
        int version = 0;
        if (kind != Change.Kind.CREATED && !moments.isEmpty()) {
            Moment last = moments.get(moments.size() - 1);
            czxid = last.czxid;
            version = last.version + 1;
        }
        moments.add(new Moment(zxid, kind, czxid, version));
    }

    void childChanged(long zxid, String name, boolean isThere) {
        childChanges.add(new ChildChange(zxid, name, isThere));
    }

    /** Whether there was a node. */
    public boolean existsAt(long zxid) {
        Moment moment = at(zxid);
        return moment != null && moment.kind != Change.Kind.DELETED;
    }

    /** Its creation's zxid, if there was one. */
    public long czxidAt(long zxid) {
        Moment moment = at(zxid);
        return moment == null ? 0 : moment.czxid;
    }

    /** Its data's version. */
    public int versionAt(long zxid) {
        Moment moment = at(zxid);
        return moment == null ? 0 : moment.version;
    }

    /** The zxid of its data's last change. */
    public long mzxidAt(long zxid) {
        Moment moment = at(zxid);
        return moment == null ? 0 : moment.zxid;
    }

    /** The zxid of its last child's creation or deletion; that of its own creation if there was none. */
    public long pzxidAt(long zxid) {
        long pzxid = czxidAt(zxid);
        for (ChildChange change : childChanges) {
            if (change.zxid <= zxid) {
                pzxid = Math.max(pzxid, change.zxid);
            }
        }
        return pzxid;
    }

    /** The names of its children. */
    public Set<String> childrenAt(long zxid) {
        Set<String> names = new TreeSet<>();
        for (ChildChange change : childChanges) {
            if (change.zxid > zxid) {
                break;
            }
            if (change.isThere) {
                names.add(change.name);
            } else {
                names.remove(change.name);
            }
        }
        return names;
    }

    /** The zxid of the first change of the node after this one, {@link Long#MAX_VALUE} if there is none. */
    public long firstChangeAfter(long zxid) {
        long first = Long.MAX_VALUE;
        for (int i = moments.size() - 1; i >= 0 && moments.get(i).zxid > zxid; i--) {
            first = moments.get(i).zxid;
        }
        return first;
    }

    /** The same for its list of children, or its own end. */
    public long firstChildChangeAfter(long zxid) {
        long first = Long.MAX_VALUE;
        for (int i = childChanges.size() - 1; i >= 0 && childChanges.get(i).zxid > zxid; i--) {
            first = childChanges.get(i).zxid;
        }
        for (int i = moments.size() - 1; i >= 0 && moments.get(i).zxid > zxid; i--) {
            if (moments.get(i).kind == Change.Kind.DELETED) {
                first = Math.min(first, moments.get(i).zxid);
            }
        }
        return first;
    }

    /** The zxid of the first change of the node or of its list of children after this one. */
    public long firstChangeOfAnyKindAfter(long zxid) {
        return Math.min(firstChangeAfter(zxid), firstChildChangeAfter(zxid));
    }

    /** How many changes of the node, and of its list of children, are of this zxid. */
    public int changesAt(long zxid) {
        int changes = 0;
        for (int i = moments.size() - 1; i >= 0 && moments.get(i).zxid >= zxid; i--) {
            changes += moments.get(i).zxid == zxid ? 1 : 0;
        }
        for (int i = childChanges.size() - 1; i >= 0 && childChanges.get(i).zxid >= zxid; i--) {
            changes += childChanges.get(i).zxid == zxid ? 1 : 0;
        }
        return changes;
    }

    /** The moment in force at a zxid; several of one zxid are of one multi, whose last counts. */
    private @Nullable Moment at(long zxid) {
        for (int i = moments.size() - 1; i >= 0; i--) {
            if (moments.get(i).zxid <= zxid) {
                return moments.get(i);
            }
        }
        return null;
    }
}
