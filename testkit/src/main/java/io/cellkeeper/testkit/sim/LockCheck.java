package io.cellkeeper.testkit.sim;

import io.cellkeeper.testkit.truth.Violation;
import java.util.List;

/** Mutual exclusion: no two clients have reason to believe at once that they hold the lock, and its tokens rise. */
final class LockCheck {
    private final Cell cell;
    private final List<SimClient> clients;
    private long newestToken;

    LockCheck(Cell cell, List<SimClient> clients) {
        this.cell = cell;
        this.clients = clients;
    }

    /** A client has seen that it holds the lock. */
    void granted(SimClient holder, long token) {
        cell.coverage().count(Coverage.Kind.GRANT);
        cell.trace().say(holder.name, () -> "holds the lock, token " + Long.toHexString(token));
        if (!holder.believes()) {
            // The answer has waited for a process that stood still: it is too old to rely on.
            return;
        }
        if (token <= newestToken) {
            throw new Violation(
                    "fencing token",
                    holder.name + " got the token " + Long.toHexString(token) + " after "
                            + Long.toHexString(newestToken));
        }
        newestToken = token;
        held(holder);
    }

    /** A client that holds the lock believes in it, again or for the first time. */
    void held(SimClient holder) {
        if (!holder.believes()) {
            return;
        }
        for (SimClient other : clients) {
            if (other != holder && other.program().lock().isHolding() && other.believes()) {
                throw new Violation(
                        "mutual exclusion",
                        holder.name + " holds the lock with the token "
                                + Long.toHexString(holder.program().lock().token()) + ", and so does " + other.name
                                + " with "
                                + Long.toHexString(other.program().lock().token()));
            }
        }
    }
}
