package io.cellkeeper.testkit.time;

/**
 * A process' monotonic clock: it began somewhere and goes a little wrong, by a rate that stays.
 *
 * @param origin what it shows at the run's start, nanoseconds
 * @param ppm how much too fast it is, millionths
 */
public record DriftingClock(long origin, int ppm) {
    private static final long MILLION = 1_000_000;

    /** What it shows at a real time. */
    public long read(long real) {
        return origin + real + real / MILLION * ppm;
    }

    /** How long it really takes until this clock has gone on by so much. */
    public long realOf(long nanos) {
        return nanos - nanos / MILLION * ppm;
    }
}
