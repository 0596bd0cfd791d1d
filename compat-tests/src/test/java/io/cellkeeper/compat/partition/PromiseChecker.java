package io.cellkeeper.compat.partition;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Whether a replica that was cut off has promised more than it could (I9). Whatever a client sent it after the cut can't have
 * been acknowledged by the cell, so the client's newest touch is the newest packet that it sent before; T/3 + G after that
 * nothing may reach the client any more, and 2T/3 + G after it the connection must end.
 */
final class PromiseChecker {
    /** A busy machine's: for the clients' threads to see what has come, and for the server's to look. */
    private static final long SLACK_MS = 1_000;

    private PromiseChecker() {}

    /**
     * What one replica has promised beyond its leases while it was cut off.
     *
     * @param sinceNanos from when on no touch can have been acknowledged
     * @param untilNanos when the replica was let back
     * @param graceMs G
     */
    static List<String> violations(
            Collection<PacketLog> logs, int replica, long sinceNanos, long untilNanos, int graceMs) {
        List<String> violations = new ArrayList<>();
        for (PacketLog log : logs) {
            if (log.replica() == replica && log.closedNanos() > sinceNanos) {
                check(log, sinceNanos, untilNanos, graceMs, violations);
            }
        }
        return violations;
    }

    private static void check(PacketLog log, long sinceNanos, long untilNanos, int graceMs, List<String> violations) {
        long touchNanos = log.lastSentUntil(sinceNanos);
        long receivedNanos = log.lastReceivedBefore(Math.min(untilNanos, log.closedNanos()));
        if (touchNanos == Long.MIN_VALUE) {
            if (receivedNanos > sinceNanos) {
                violations.add(log + " got a packet on a connection that it made after the cut");
            }
            return;
        }
        long silentNanos = touchNanos + nanos(log.timeoutMs() / 3 + graceMs);
        if (receivedNanos > Math.max(sinceNanos, silentNanos)) {
            violations.add(log + " got a packet " + ms(receivedNanos - touchNanos)
                    + " ms after its last touch that can have been acknowledged; T is " + log.timeoutMs() + " ms");
        }
        long endNanos = touchNanos + nanos(2L * log.timeoutMs() / 3 + graceMs + SLACK_MS);
        if (Math.min(log.closedNanos(), untilNanos) > endNanos) {
            violations.add(log + " was not disconnected by " + ms(endNanos - touchNanos)
                    + " ms after its last touch that can have been acknowledged; T is " + log.timeoutMs() + " ms");
        }
    }

    private static long nanos(long ms) {
        return TimeUnit.MILLISECONDS.toNanos(ms);
    }

    private static long ms(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
