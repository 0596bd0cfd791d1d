package io.cellkeeper.proxy;

import io.cellkeeper.protocol.OpCode;
import org.jspecify.annotations.Nullable;

/** What a connection, or all of them together, has done, for {@code cons} and {@code stat} (rules 15.6, 15.7). Latencies are of requests answered. */
final class ConnectionStats {
    private static final long NANOS_PER_MS = 1_000_000;

    long received;
    long sent;
    private long answered;
    private long latencySumMs;
    private long maxLatencyMs;
    private long minLatencyMs;
    private long lastLatencyMs;
    private long lastAnswerNanos;
    private int lastXid;
    private long lastZxid;
    private @Nullable OpCode lastOp;
    private int lastReplyBytes = -1;
    private int minReplyBytes = -1;
    private int maxReplyBytes = -1;

    void answered(Slot slot, long zxid, long nowNanos) {
        long latencyMs = Math.max(0, (nowNanos - slot.receivedNanos()) / NANOS_PER_MS);
        minLatencyMs = answered == 0 ? latencyMs : Math.min(minLatencyMs, latencyMs);
        maxLatencyMs = Math.max(maxLatencyMs, latencyMs);
        latencySumMs += latencyMs;
        lastLatencyMs = latencyMs;
        lastAnswerNanos = nowNanos;
        lastXid = slot.xid();
        lastZxid = zxid;
        lastOp = slot.op();
        answered++;
    }

    /** A reply has this size without its length. */
    void replied(int bytes) {
        minReplyBytes = maxReplyBytes < 0 ? bytes : Math.min(minReplyBytes, bytes);
        maxReplyBytes = Math.max(maxReplyBytes, bytes);
        lastReplyBytes = bytes;
    }

    void reset() {
        received = 0;
        sent = 0;
        answered = 0;
        latencySumMs = 0;
        maxLatencyMs = 0;
        minLatencyMs = 0;
        lastLatencyMs = 0;
        lastOp = null;
        lastXid = 0;
        lastZxid = 0;
        lastReplyBytes = -1;
        minReplyBytes = -1;
        maxReplyBytes = -1;
    }

    long minLatencyMs() {
        return minLatencyMs;
    }

    double avgLatencyMs() {
        return answered == 0 ? 0 : (double) latencySumMs / answered;
    }

    long maxLatencyMs() {
        return maxLatencyMs;
    }

    /** −1 before the first. */
    int lastReplyBytes() {
        return lastReplyBytes;
    }

    /** −1 before the first. */
    int minReplyBytes() {
        return minReplyBytes;
    }

    /** −1 before the first. */
    int maxReplyBytes() {
        return maxReplyBytes;
    }

    ConnectionView view(ClientConnection of, long nowNanos) {
        SessionAttachment session = of.session();
        return new ConnectionView(
                of.remote(),
                session == null ? 0 : session.id,
                session == null ? 0 : session.timeoutMs,
                of.queue().size(),
                received,
                sent,
                lastOp == null ? "NA" : lastOp.name(),
                (nowNanos - of.connectedNanos()) / NANOS_PER_MS,
                lastXid,
                lastZxid,
                answered == 0 ? -1 : (nowNanos - lastAnswerNanos) / NANOS_PER_MS,
                lastLatencyMs,
                minLatencyMs,
                answered == 0 ? 0 : latencySumMs / answered,
                maxLatencyMs);
    }
}
