package io.cellkeeper.compat.partition;

import java.util.Arrays;

/**
 * When one connection's packets were sent and received, in nanoseconds of the history's clock. Its client writes it, the test
 * may look meanwhile.
 */
final class PacketLog {
    private final String client;
    private final int replica;
    private final Times sent = new Times();
    private final Times received = new Times();
    private int timeoutMs;
    private long closedNanos = Long.MAX_VALUE;

    PacketLog(String client, int replica) {
        this.client = client;
        this.replica = replica;
    }

    /** The replica at the other end. */
    int replica() {
        return replica;
    }

    synchronized void sent(long nanos) {
        sent.add(nanos);
    }

    synchronized void received(long nanos) {
        received.add(nanos);
    }

    /** The session's timeout, as negotiated. */
    synchronized void opened(int negotiatedMs) {
        timeoutMs = negotiatedMs;
    }

    synchronized void closed(long nanos) {
        closedNanos = nanos;
    }

    synchronized int timeoutMs() {
        return timeoutMs;
    }

    /** When its client saw that it had ended; the greatest long if it hasn't. */
    synchronized long closedNanos() {
        return closedNanos;
    }

    /** When the newest packet up to a time was sent; the least long if none was. */
    synchronized long lastSentUntil(long nanos) {
        return sent.lastUntil(nanos);
    }

    /** When the newest packet before a time was received; the least long if none was. */
    synchronized long lastReceivedBefore(long nanos) {
        return received.lastUntil(nanos - 1);
    }

    @Override
    public String toString() {
        return client + " at replica " + replica;
    }

    /** Rising times. */
    private static final class Times {
        private long[] nanos = new long[16];
        private int count;

        void add(long time) {
            if (count == nanos.length) {
                nanos = Arrays.copyOf(nanos, 2 * count);
            }
            nanos[count++] = time;
        }

        long lastUntil(long time) {
            int found = Arrays.binarySearch(nanos, 0, count, time);
            int before = found >= 0 ? found : -found - 2;
            return before < 0 ? Long.MIN_VALUE : nanos[before];
        }
    }
}
