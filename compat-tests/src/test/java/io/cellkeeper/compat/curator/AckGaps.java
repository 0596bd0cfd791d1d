package io.cellkeeper.compat.curator;

import java.time.Duration;

/** The longest time in which no write of any writer was acknowledged: how long a cell could not be written to. */
final class AckGaps {
    private long lastNanos = System.nanoTime();
    private long longestNanos;

    /** A write is acknowledged. Any thread. */
    synchronized void acknowledged() {
        long now = System.nanoTime();
        longestNanos = Math.max(longestNanos, now - lastNanos);
        lastNanos = now;
    }

    synchronized Duration longest() {
        return Duration.ofNanos(longestNanos);
    }

    /** Starts anew: nothing before counts. */
    synchronized void begin() {
        lastNanos = System.nanoTime();
        longestNanos = 0;
    }
}
