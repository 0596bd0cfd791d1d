package io.cellkeeper.server.leader;

import java.util.concurrent.TimeUnit;

/**
 * How long a batch that could be proposed waits for the clients that were just answered. A client that waits for each
 * answer sends its next command soon after it. Without waiting, such clients fall into two groups, one in flight while the
 * other gathers, and each command takes two flights; together they fill a batch twice as large, which takes hardly longer.
 *
 * <p>Who comes back is learnt: of what arrives in the first half of a flight after the answers, only what exceeds the rate
 * of the rest of the time counts as brought about by them. So commands that come at a rate of their own are not held up, nor
 * is a client that is alone. A batch of {@link #ENOUGH} commands pays for its flight already and does not wait.
 */
final class Gathering {
    /** No wait is longer. */
    static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    /** Commands with which a batch waits for no more: measured, larger ones lose by it what smaller ones gain. */
    static final int ENOUGH = 48;
    /** What is expected must be so much of what waits already: the wait costs up to half a flight. */
    private static final double LEAST_GAIN = 0.75;
    /** The weight of the newest in what is smoothed. */
    private static final double NEWEST = 0.125;

    private double flightNanos;
    private long appliedAt;
    private long windowNanos;
    /** Commands in the batch applied last. */
    private int answered;
    /** Commands that were waiting when it was applied. */
    private int waiting;
    /** Commands since, and how many of them within the window. */
    private int arrived;

    private int early;
    /** The share of those answered that come back within the window. */
    private double returning;

    /** A command has arrived. */
    void arrived() {
        arrived++;
    }

    /** All that was readable in this pass has arrived. */
    void endOfPass(long now) {
        if (now - appliedAt <= windowNanos) {
            early = arrived;
        }
    }

    /**
     * A batch is applied, and its commands will be answered.
     *
     * @param commands of the batch
     * @param stillWaiting commands gathered for the next one
     * @param flight nanoseconds since it was proposed
     */
    void applied(int commands, int stillWaiting, long flight, long now) {
        learn(now);
        flightNanos += flightNanos == 0 ? flight : (flight - flightNanos) * NEWEST;
        windowNanos = Math.min(MAX_NANOS, (long) flightNanos / 2);
        appliedAt = now;
        answered = commands;
        waiting = stillWaiting;
        arrived = 0;
        early = 0;
    }

    private void learn(long now) {
        if (answered == 0) {
            return;
        }
        long later = now - appliedAt - windowNanos;
        double anyway = later > 0 ? (double) (arrived - early) * windowNanos / later : 0;
        double share = Math.max(0, Math.min(1, (early - anyway) / answered));
        returning += (share - returning) * NEWEST;
    }

    /** Whether a batch of so many commands waits for more. */
    boolean waits(int commands, long now) {
        int expected = (int) Math.round(returning * answered);
        return commands < ENOUGH
                && commands < waiting + expected
                && expected >= waiting * LEAST_GAIN
                && now - appliedAt < windowNanos;
    }

    /** When the wait is over at the latest. */
    long ends() {
        return appliedAt + windowNanos;
    }
}
