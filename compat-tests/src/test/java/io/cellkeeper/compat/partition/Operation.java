package io.cellkeeper.compat.partition;

import java.util.concurrent.TimeUnit;

/**
 * One operation on a register, as its client saw it. Times are nanoseconds of the history's clock.
 *
 * @param client who asked, and of which replica
 * @param replica the replica it was asked of
 * @param write whether it wrote; else it read
 * @param value what was written, different for each write, or what was read
 * @param version the version that the answer named: the number of writes before; without meaning if no answer came
 * @param answeredNanos {@link #NEVER} if no answer came: then a write has happened once, at any time since, or never
 */
record Operation(
        String client, int replica, boolean write, long value, int version, long invokedNanos, long answeredNanos) {
    /** The time of an answer that didn't come. */
    static final long NEVER = Long.MAX_VALUE;

    boolean isAnswered() {
        return answeredNanos != NEVER;
    }

    @Override
    public String toString() {
        return client + (write ? " wrote " : " read ") + value
                + (isAnswered() ? " as version " + version : " without an answer") + " at "
                + ms(invokedNanos) + (isAnswered() ? " to " + ms(answeredNanos) : "") + " ms";
    }

    private static long ms(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
