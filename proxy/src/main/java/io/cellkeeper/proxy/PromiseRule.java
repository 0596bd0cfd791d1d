package io.cellkeeper.proxy;

/**
 * When a packet may go to a client (I9): a packet is a promise, since a client gives up only after two thirds of its
 * timeout T without one. The lease ends T + G after the newest touch the leader has acknowledged, so nothing is sent later
 * than {@code T/3 + G − δ − drift margin} after that touch. Times are nanoseconds of one monotonic clock.
 */
final class PromiseRule {
    private static final long NANOS_PER_MS = 1_000_000;
    private static final int MAX_DELTA_MS = 250;

    private final long promiseNanos;
    private final long silenceNanos;

    /**
     * @param timeoutMs T, as negotiated
     * @param graceMs G, the leader's
     */
    PromiseRule(int timeoutMs, int graceMs) {
        long timeoutNanos = timeoutMs * NANOS_PER_MS;
        long graceNanos = graceMs * NANOS_PER_MS;
        long deltaNanos = deltaMs(graceMs) * NANOS_PER_MS;
        // The drift margin of decision 6.
        long driftNanos = timeoutNanos / 1000 + NANOS_PER_MS;
        promiseNanos = timeoutNanos / 3 + graceNanos - deltaNanos - driftNanos;
        silenceNanos = 2 * timeoutNanos / 3 + graceNanos;
    }

    /** δ: how long after the check a packet may reach its client, in milliseconds (decision 6). */
    static int deltaMs(int graceMs) {
        return Math.min(MAX_DELTA_MS, graceMs / 4);
    }

    /** † Whether a packet may be sent at {@code nowNanos}, the newest acknowledged touch being this old. */
    boolean mayPromise(long acknowledgedTouchNanos, long nowNanos) {
        return nowNanos - acknowledgedTouchNanos <= promiseNanos;
    }

    /** The last time at which a packet may be sent. */
    long promiseEnds(long acknowledgedTouchNanos) {
        return acknowledgedTouchNanos + promiseNanos;
    }

    /** † Whether the connection must be closed: some clients have no read timer at all. */
    boolean mustClose(long acknowledgedTouchNanos, long nowNanos) {
        return nowNanos - acknowledgedTouchNanos > silenceNanos;
    }
}
