package io.cellkeeper.server.leader;

import java.util.concurrent.TimeUnit;

/**
 * The clock leases are measured on (I8, decision 24). It advances by a bounded step per pass of the loop, whatever
 * really passed, so that a pause of this process ends no lease: never faster than the monotonic clock, often slower.
 * What it loses is counted; a leader that loses too much would keep dead holders and has to go.
 */
final class LeaseClock {
    private static final int WINDOW_SECONDS = 10;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long TOLERATED_LOSS = WINDOW_SECONDS * SECOND / 4;

    private final long maxStep;
    private final long start;
    private final long[] lossBySecond = new long[WINDOW_SECONDS];
    private long value;
    private long last;
    /** Of the seconds that are kept, so that a pass costs nothing. */
    private long recentLoss;

    private long second;
    private long lost;

    /**
     * @param graceNanos G
     * @param now the monotonic clock at the reign's start: this clock's zero
     */
    LeaseClock(long graceNanos, long now) {
        maxStep = Math.min(TimeUnit.MILLISECONDS.toNanos(100), graceNanos / 2);
        start = now;
        last = now;
    }

    /** What this clock shows within a pass. */
    long reading(long now) {
        return value + boundedStep(now - last);
    }

    /** Ends a pass: the next is measured from here. */
    void advance(long now) {
        long elapsed = Math.max(0, now - last);
        long step = boundedStep(elapsed);
        value += step;
        last = Math.max(last, now);
        forgetOldLoss();
        if (elapsed > step) {
            lost += elapsed - step;
            if (elapsed <= SECOND) {
                lossBySecond[(int) (second % WINDOW_SECONDS)] += elapsed - step;
                recentLoss += elapsed - step;
            }
        }
    }

    /** Time lost in this reign, in nanoseconds. */
    long lostNanos() {
        return lost;
    }

    /** Whether over a quarter of the last ten seconds was lost, single pauses over a second aside. */
    boolean losesTooMuch() {
        return recentLoss > TOLERATED_LOSS;
    }

    /** †I8: the most this clock moves in one pass. */
    private long boundedStep(long elapsed) {
        return Math.max(0, Math.min(elapsed, maxStep));
    }

    private void forgetOldLoss() {
        long current = (last - start) / SECOND;
        for (long s = Math.max(second + 1, current - WINDOW_SECONDS + 1); s <= current; s++) {
            recentLoss -= lossBySecond[(int) (s % WINDOW_SECONDS)];
            lossBySecond[(int) (s % WINDOW_SECONDS)] = 0;
        }
        second = current;
    }
}
