package io.cellkeeper.compat.curator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sees every holder come and go in this process. All contenders' threads meet here, hence the lock. */
final class MutexReferee {
    private final List<String> violations = new ArrayList<>();
    private @Nullable String holder;
    private long newestCzxid;
    private int turns;
    private boolean over;

    /** A contender holds the mutex, by a node created at this zxid. */
    synchronized void enter(String name, long czxid) {
        if (holder != null) {
            violated(name + " got the mutex while " + holder + " held it");
        }
        if (czxid <= newestCzxid) {
            violated(name + " holds by 0x" + Long.toHexString(czxid) + ", after a holder by 0x"
                    + Long.toHexString(newestCzxid));
        }
        holder = name;
        newestCzxid = czxid;
    }

    /** The contender is about to release. */
    synchronized void leave(String name) {
        if (!name.equals(holder)) {
            violated(name + " releases what " + holder + " holds");
        }
        holder = null;
        turns++;
    }

    synchronized void violated(String what) {
        violations.add(what);
    }

    /** How often the mutex was held and given up so far. */
    synchronized int turns() {
        return turns;
    }

    /** What should not have happened and did. */
    synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    /** Ends the contest: nobody starts another turn. */
    synchronized void end() {
        over = true;
    }

    synchronized boolean isOver() {
        return over;
    }
}
