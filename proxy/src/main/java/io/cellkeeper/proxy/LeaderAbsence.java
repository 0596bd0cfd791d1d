package io.cellkeeper.proxy;

/**
 * How long connections are kept without a leader (decision 10): four seconds, so that a leader change is only latency; then all
 * are closed, spread over a second, so that clients go where there is one and don't all come at once.
 */
final class LeaderAbsence {
    private static final long PATIENCE_NANOS = 4_000_000_000L;
    private static final long SPREAD_NANOS = 1_000_000_000L;
    private static final int SHARES = 50;

    private boolean absent;
    private long sinceNanos;

    /** The link is down. */
    void begins(long nowNanos) {
        if (!absent) {
            absent = true;
            sinceNanos = nowNanos;
        }
    }

    /** A leader is there again. */
    void ends() {
        absent = false;
    }

    /**
     * Whether a connection is to be closed now.
     *
     * @param ordinal its number: connections in a row go one after another
     */
    boolean mustClose(long ordinal, long nowNanos) {
        return absent && nowNanos - sinceNanos >= PATIENCE_NANOS + ordinal % SHARES * (SPREAD_NANOS / SHARES);
    }
}
