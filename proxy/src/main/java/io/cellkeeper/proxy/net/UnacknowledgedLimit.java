package io.cellkeeper.proxy.net;

import java.util.concurrent.TimeUnit;

/**
 * How long a client's TCP may leave what it was sent unacknowledged (decision 6): the value of {@code TCP_USER_TIMEOUT}. A
 * packet is a promise from its receipt on (I9), so one that the network keeps back may not be delivered late: the kernel ends
 * the connection instead.
 *
 * <p>The same option also counts the time for which a client's receive window stays closed, as that of a client does that
 * pauses before it has read all. So little output, which fits into any window and is acknowledged whatever the client does,
 * gets max(δ, 2 RTO); much gets T/3, and that only ends what makes no progress: every acknowledgement starts it anew. Little
 * is what stays below {@link #MAX_LITTLE} in each period of T/3; much has been acknowledged a period after the last of it was
 * sent, or has ended the connection.
 */
final class UnacknowledgedLimit {
    /** Bytes: twice as much is within the smallest receive window in use. */
    static final int MAX_LITTLE = 16 << 10;

    /** The kernel's for a connection it knows nothing of; a longer one is of a retransmission that is going on. */
    private static final long MAX_RTO_MS = 1_000;

    private final int deltaMs;
    private final int progressMs;
    private final long periodNanos;
    private boolean begun;
    private long periodBegan;
    private long sentInPeriod;
    private boolean much;

    /**
     * @param deltaMs δ
     * @param progressMs T/3
     */
    UnacknowledgedLimit(int deltaMs, int progressMs) {
        this.deltaMs = deltaMs;
        this.progressMs = progressMs;
        periodNanos = TimeUnit.MILLISECONDS.toNanos(progressMs);
    }

    /** So many bytes are about to be handed to the kernel; returns whether {@link #userTimeoutMs} has changed by that. */
    boolean sends(int bytes, long nowNanos) {
        boolean before = much;
        long age = nowNanos - periodBegan;
        if (!begun || age >= periodNanos) {
            much = begun && age < 2 * periodNanos && sentInPeriod > MAX_LITTLE;
            begun = true;
            periodBegan = nowNanos;
            sentInPeriod = 0;
        }
        sentInPeriod += bytes;
        much |= sentInPeriod > MAX_LITTLE;
        return much != before;
    }

    /** The option's value in milliseconds, the connection's retransmission timeout being this long. */
    int userTimeoutMs(long rtoMs) {
        int littleMs = (int) Math.max(deltaMs, 2 * Math.min(rtoMs, MAX_RTO_MS));
        return much ? Math.max(littleMs, progressMs) : littleMs;
    }
}
