package io.cellkeeper.bench.load;

import java.nio.ByteBuffer;

/**
 * One session's side of the protocol, without its socket: frames come in, requests go to the out buffer. Not thread-safe.
 *
 * <pre>
 * CONNECTING --answer--> PREPARING --answer--> READY --start--> RUNNING --drain--> DRAINING --last answer--> DRAINED
 *                                                                     DRAINED --close--> CLOSING --answer--> CLOSED
 * </pre>
 */
final class LoadSession {
    enum State {
        CONNECTING,
        PREPARING,
        READY,
        RUNNING,
        DRAINING,
        DRAINED,
        CLOSING,
        CLOSED
    }

    private final Workload workload;
    private final Measurement measurement;
    private final ByteBuffer out;
    private final int requestedTimeoutMs;
    /** When each lane's request in flight was written; the oldest lane is the next to be answered. */
    private final long[] sentNanos;

    private State state = State.CONNECTING;
    private int oldestLane;
    private int inFlight;
    private int nextXid = 1;
    private int expectedXid = 1;
    private int pingsInFlight;
    private long newestZxid;
    private long pingAfterNanos;
    private long lastSentNanos;
    private long lastHeardNanos;

    /** Requests go to {@code out}, which must hold all lanes' requests and two more. */
    LoadSession(Workload workload, int lanes, int timeoutMs, Measurement measurement, ByteBuffer out, long now) {
        this.workload = workload;
        this.sentNanos = new long[lanes];
        this.requestedTimeoutMs = timeoutMs;
        this.measurement = measurement;
        this.out = out;
        this.lastHeardNanos = now;
    }

    State state() {
        return state;
    }

    /** Operations sent and not answered. */
    int inFlight() {
        return inFlight;
    }

    /** The socket is connected: asks for a session. */
    void open(long now) {
        Wire.writeConnect(out, requestedTimeoutMs);
        lastSentNanos = now;
        lastHeardNanos = now;
    }

    /** Fills all lanes. */
    void start(long now) {
        moveFrom(State.READY, State.RUNNING);
        for (int lane = 0; lane < sentNanos.length; lane++) {
            workload.writeFirst(lane, out, takeXid());
            sentNanos[lane] = now;
        }
        inFlight = sentNanos.length;
        lastSentNanos = now;
        lastHeardNanos = now;
    }

    /** Sends no more operations; those in flight are still awaited. */
    void drain() {
        moveFrom(State.RUNNING, State.DRAINING);
    }

    /** Ends the session, and with it its ephemeral nodes. */
    void close(long now) {
        moveFrom(State.DRAINED, State.CLOSING);
        Wire.writeBare(out, takeXid(), Wire.CLOSE_SESSION);
        lastSentNanos = now;
        lastHeardNanos = now;
    }

    /** Whether something is owed to this session since longer than the patience. */
    boolean isStalled(long now, long patienceNanos) {
        boolean owedNothing = state == State.READY || state == State.DRAINED || state == State.CLOSED;
        return !owedNothing && now - lastHeardNanos > patienceNanos;
    }

    /** Pings if nothing was sent for a third of the session timeout. */
    void pingIfIdle(long now) {
        boolean hasSession = state != State.CONNECTING && state != State.CLOSING && state != State.CLOSED;
        if (hasSession && pingsInFlight == 0 && now - lastSentNanos > pingAfterNanos) {
            Wire.writeBare(out, Wire.PING_XID, Wire.PING);
            pingsInFlight++;
            lastSentNanos = now;
        }
    }

    /** Handles one frame, which is the rest of this buffer. */
    void onFrame(ByteBuffer frame, long now) {
        lastHeardNanos = now;
        if (state == State.CONNECTING) {
            pingAfterNanos = Wire.readConnect(frame) * 1_000_000L / 3;
            workload.writePreparation(out, takeXid());
            lastSentNanos = now;
            state = State.PREPARING;
            return;
        }
        Wire.check(frame.remaining() >= Wire.REPLY_HEADER_BYTES, "reply of bytes", frame.remaining(), 16);
        int xid = frame.getInt();
        long zxid = frame.getLong();
        int error = frame.getInt();
        if (xid == Wire.PING_XID) {
            Wire.check(pingsInFlight > 0 && error == 0, "ping answered, error", error, 0);
            pingsInFlight--;
            return;
        }
        Wire.check(xid == expectedXid, "xid", xid, expectedXid);
        Wire.check(error == 0, "error code", error, 0);
        Wire.check(zxid >= newestZxid, "zxid went back", zxid, newestZxid);
        newestZxid = zxid;
        expectedXid = after(expectedXid);
        onReply(frame, now);
        Wire.check(!frame.hasRemaining(), "bytes left at the reply's end", frame.remaining(), 0);
    }

    private void onReply(ByteBuffer body, long now) {
        switch (state) {
            case PREPARING -> {
                workload.checkPreparation(body);
                state = State.READY;
            }
            case RUNNING, DRAINING -> onAnswer(body, now);
            case CLOSING -> state = State.CLOSED;
            default -> throw new LoadException("reply without a request, in state " + state);
        }
    }

    private void onAnswer(ByteBuffer body, long now) {
        int lane = oldestLane;
        oldestLane = lane + 1 == sentNanos.length ? 0 : lane + 1;
        boolean more = state == State.RUNNING;
        workload.answer(lane, body, more, out, nextXid);
        measurement.record(now - sentNanos[lane]);
        if (more) {
            takeXid();
            sentNanos[lane] = now;
            lastSentNanos = now;
        } else if (--inFlight == 0) {
            state = State.DRAINED;
        }
    }

    private int takeXid() {
        int xid = nextXid;
        nextXid = after(xid);
        return xid;
    }

    /** Stays positive: negative xids have meanings of their own. */
    private static int after(int xid) {
        return xid == Integer.MAX_VALUE ? 1 : xid + 1;
    }

    private void moveFrom(State from, State to) {
        if (state != from) {
            throw new IllegalStateException("in " + state + ", not " + from);
        }
        state = to;
    }
}
