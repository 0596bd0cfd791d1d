package io.cellkeeper.state;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * The newest changes of the tree, kept by every replica, so that a new leader can tell proxies what they missed
 * (design: fail-over). Bounded by their number and by the characters of their paths. Not part of the digest: it says
 * nothing that the log did not.
 */
public final class ChangeRing {
    private static final int MAX_CHANGES = 1 << 16;
    private static final long MAX_CHARACTERS = 16L << 20;

    private final ArrayDeque<Change> changes = new ArrayDeque<>();
    private long characters;
    private long forgottenZxid;

    ChangeRing() {}

    /** Whether every change after this zxid is still here. */
    public boolean reachesBackTo(long zxid) {
        return zxid >= forgottenZxid;
    }

    /** Calls back for each change after this zxid, oldest first. */
    public void forEachAfter(long zxid, Consumer<Change> action) {
        for (Change change : changes) {
            if (change.zxid() > zxid) {
                action.accept(change);
            }
        }
    }

    /** How many changes are kept. */
    public int size() {
        return changes.size();
    }

    void add(Change change) {
        changes.addLast(change);
        characters += change.path().length();
        while (changes.size() > MAX_CHANGES || characters > MAX_CHARACTERS) {
            Change forgotten = changes.removeFirst();
            characters -= forgotten.path().length();
            forgottenZxid = forgotten.zxid();
        }
    }
}
