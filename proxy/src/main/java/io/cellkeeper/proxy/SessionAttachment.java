package io.cellkeeper.proxy;

import io.cellkeeper.proxy.link.LinkMessage.SessionOpened;
import io.cellkeeper.proxy.link.LinkMessage.Touch;

/**
 * A session as this connection has it: its numbers, and the touches of its lease. Three times of the client's packets, on
 * one monotonic clock, in nanoseconds: newest received, newest reported in a KeepAlive, newest acknowledged by the leader.
 */
final class SessionAttachment {
    private static final long NANOS_PER_MS = 1_000_000;
    private static final int NO_TOUCH = -1;

    final long id;
    final int generation;
    final int timeoutMs;
    final SessionNumbers numbers;
    private PromiseRule rule;

    private long packetNanos;
    private long reportedNanos;
    private long acknowledgedNanos;
    private long reportedAck;

    /**
     * @param leaseNanos what the lease that the opening started is dated (decision 8)
     * @param packetNanos when the client's newest packet was received
     */
    SessionAttachment(SessionOpened opened, int graceMs, long leaseNanos, long packetNanos) {
        id = opened.session();
        generation = opened.generation();
        timeoutMs = opened.timeoutMs();
        numbers = new SessionNumbers(opened.lastNumber());
        rule = new PromiseRule(opened.timeoutMs(), graceMs);
        this.packetNanos = packetNanos;
        reportedNanos = packetNanos - 1;
        acknowledgedNanos = leaseNanos;
        reportedAck = opened.lastNumber();
    }

    /** † A touch is the time of the client's packet, never of anything this proxy does. */
    void packetReceived(long receivedNanos) {
        packetNanos = receivedNanos;
    }

    /** The leader has acknowledged a touch. */
    void acknowledged(long touchNanos) {
        if (touchNanos - acknowledgedNanos > 0) {
            acknowledgedNanos = touchNanos;
        }
    }

    /**
     * The session goes on with another leader. What the former has acknowledged counts by its time: the new one gives a full
     * lease from later on (I8). What it has not acknowledged is reported anew.
     */
    void linkChanged(int graceMs) {
        rule = new PromiseRule(timeoutMs, graceMs);
        if (reportedNanos - acknowledgedNanos > 0) {
            reportedNanos = acknowledgedNanos;
        }
        reportedAck = numbers.acked();
    }

    /** Whether a packet may go to the client now. */
    boolean mayPromise(long nowNanos) {
        return rule.mayPromise(acknowledgedNanos, nowNanos);
    }

    /** Until when a packet may go to the client, unless a newer touch is acknowledged. */
    long promiseEndsNanos() {
        return rule.promiseEnds(acknowledgedNanos);
    }

    /** Whether the connection must be closed now. */
    boolean mustClose(long nowNanos) {
        return rule.mustClose(acknowledgedNanos, nowNanos);
    }

    /** Whether a flush of touches would bring something: the client has sent a packet that no KeepAlive has reported. */
    boolean hasUnreportedPacket() {
        return packetNanos - reportedNanos > 0;
    }

    /** Whether a KeepAlive has anything to say of this session. */
    boolean hasReport() {
        return hasUnreportedPacket() || numbers.acked() > reportedAck;
    }

    /** The acknowledgement that the next command carries. */
    long takeAck() {
        reportedAck = numbers.acked();
        return reportedAck;
    }

    /** The touch that the next KeepAlive carries. */
    Touch takeTouch(long nowNanos) {
        int ageMs = NO_TOUCH;
        if (hasUnreportedPacket()) {
            ageMs = (int) Math.min(Integer.MAX_VALUE, Math.max(0, nowNanos - packetNanos) / NANOS_PER_MS);
            reportedNanos = packetNanos;
        }
        return new Touch(id, generation, ageMs, takeAck());
    }

    /** When the newest packet that a KeepAlive has reported was received. */
    long reportedNanos() {
        return reportedNanos;
    }
}
