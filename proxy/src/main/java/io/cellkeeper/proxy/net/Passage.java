package io.cellkeeper.proxy.net;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the bytes that are on their way from one thread, the giver, to another, the taker, so that the giver stops at a
 * limit and learns when it may go on. Those two threads meet in both fields: either the taker sees that the giver waits, or
 * the giver sees that there is room, since each writes its own before it reads the other's.
 */
final class Passage {
    private final int limit;
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean giverWaits;

    /** @param limit bytes under way from which on there is no room */
    Passage(int limit) {
        this.limit = limit;
    }

    /** The giver sends so many bytes, which it may even without room. */
    void give(int bytes) {
        underWay.addAndGet(bytes);
    }

    /** The giver asks whether it should go on; if not, {@link #take} will say when. */
    boolean hasRoom() {
        if (underWay.get() < limit) {
            return true;
        }
        giverWaits = true;
        if (underWay.get() < limit) {
            giverWaits = false;
            return true;
        }
        return false;
    }

    /** The taker has done with so many bytes; returns whether the giver must be told that there is room. */
    boolean take(int bytes) {
        int left = underWay.addAndGet(-bytes);
        if (giverWaits && left <= limit / 2) {
            giverWaits = false;
            return true;
        }
        return false;
    }
}
