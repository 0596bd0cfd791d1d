package io.cellkeeper.proxy;

import io.cellkeeper.proxy.link.LinkMessage.Changed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The changes of the newest command that were handled. A link may end between two changes of one command; the next leader then
 * replays that command from its first change, and those handled before must not be told twice.
 *
 * <p>Changes are known by path and kind: of those that are equal, as many are passed over as were handled. That is exact, since
 * they are told in the same order again, and paths that are not watched any more are left out whole.
 */
final class HandledChanges {
    private final List<Changed> newest = new ArrayList<>();
    /** In the order in which they were told, so that the first is nearly always the one looked for. */
    private final ArrayDeque<Changed> toSkip = new ArrayDeque<>();

    /** A new link is up: its replay begins after the last command that was handled as a whole. */
    void replayBegins() {
        toSkip.clear();
        toSkip.addAll(newest);
    }

    /** From here on everything is new. */
    void replayEnds() {
        toSkip.clear();
    }

    /** † Whether a change is to be told: it was not on an earlier link. It counts as handled then. */
    boolean isNew(Changed change) {
        if (!toSkip.isEmpty() && skip(change)) {
            return false;
        }
        if (!newest.isEmpty() && newest.get(0).zxid() != change.zxid()) {
            newest.clear();
        }
        newest.add(change);
        return true;
    }

    private boolean skip(Changed change) {
        for (Iterator<Changed> each = toSkip.iterator(); each.hasNext(); ) {
            Changed handled = each.next();
            if (handled.zxid() == change.zxid()
                    && handled.kind() == change.kind()
                    && handled.path().equals(change.path())) {
                each.remove();
                return true;
            }
        }
        return false;
    }
}
