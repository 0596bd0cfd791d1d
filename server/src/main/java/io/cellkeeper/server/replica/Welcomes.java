package io.cellkeeper.server.replica;

import java.util.concurrent.TimeUnit;

/** How often a leader has welcomed this replica's proxy, from when on its clients are served. For any thread. */
final class Welcomes {
    private long seen;

    synchronized void another() {
        seen++;
        notifyAll();
    }

    synchronized long seen() {
        return seen;
    }

    /** Waits, so long at most, for one more than {@code before}; returns whether it came. */
    synchronized boolean awaitAfter(long before, long timeoutMs) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        for (long leftMs = timeoutMs; seen <= before && leftMs > 0; ) {
            wait(leftMs);
            leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        }
        return seen > before;
    }
}
