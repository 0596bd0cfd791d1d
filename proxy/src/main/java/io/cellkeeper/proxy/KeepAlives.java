package io.cellkeeper.proxy;

import io.cellkeeper.proxy.link.LeaderOut;
import io.cellkeeper.proxy.link.LinkMessage.KeepAlive;
import io.cellkeeper.proxy.link.LinkMessage.KeepAliveAnswer;
import io.cellkeeper.proxy.link.LinkMessage.Touch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The touches of all sessions of this proxy, in one KeepAlive a flush (I9). In health one is sent every min(1 s, G/3); when
 * output is held for want of an acknowledged touch, with the next tick. Belongs to one link.
 */
final class KeepAlives {
    private static final long MAX_INTERVAL_NANOS = 1_000_000_000L;

    private final LeaderOut leader;
    private final long intervalNanos;
    private final ArrayDeque<Flush> inFlight = new ArrayDeque<>();
    /** Answers that came before they count: the first waits for its position, the others for the first. */
    private final ArrayDeque<KeepAliveAnswer> early = new ArrayDeque<>();
    /** What has been acknowledged by answers whose positions have not been reached. */
    private final ArrayDeque<Sending> undated = new ArrayDeque<>();

    private List<ClientConnection> toReport = new ArrayList<>();
    private boolean asked;
    private long flushedNanos;
    private long lastId;
    private long acknowledgedSendingNanos;

    /** A KeepAlive under way. */
    private record Flush(long id, long sentNanos, List<Touched> touched) {}

    /** When a KeepAlive was sent, and the position of its answer. */
    private record Sending(long position, long sentNanos) {}

    /** Whom a KeepAlive touches, and when that client's packet was received. */
    private record Touched(ClientConnection connection, SessionAttachment session, long packetNanos) {}

    KeepAlives(LeaderOut leader, int graceMs, long nowNanos) {
        this.leader = leader;
        intervalNanos = Math.min(MAX_INTERVAL_NANOS, graceMs * 1_000_000L / 3);
        flushedNanos = nowNanos;
        acknowledgedSendingNanos = nowNanos;
    }

    /** This connection has something to report: a packet of its client, or results received. */
    void mark(ClientConnection connection) {
        if (!connection.toReport) {
            connection.toReport = true;
            toReport.add(connection);
        }
    }

    /** Output is held until a touch is acknowledged: flush at the next tick. */
    void ask() {
        asked = true;
    }

    /** Sends what there is to report, if it is time. */
    void tick(long nowNanos) {
        if (asked || nowNanos - flushedNanos >= intervalNanos) {
            flush(nowNanos);
        }
    }

    /**
     * Handles the answer to a KeepAlive: the touches in it, and in those before it, are in the leases.
     *
     * @param handled how many messages of the ordered lane have been handled
     */
    void answered(KeepAliveAnswer answer, long handled, Consumer<ClientConnection> touched) {
        early.add(answer);
        handledUpTo(handled, touched);
    }

    /** So many messages of the ordered lane have been handled: answers that waited for that count now. */
    void handledUpTo(long handled, Consumer<ClientConnection> touched) {
        while (!early.isEmpty() && mayAcknowledge(early.peek(), handled)) {
            acknowledge(early.remove(), touched);
        }
        while (!undated.isEmpty() && precedes(undated.peek(), handled)) {
            acknowledgedSendingNanos = undated.remove().sentNanos;
        }
    }

    /**
     * When the newest KeepAlive was sent whose answer's place in the order has been handled; when the link came up, if there
     * is none. The leader was one after that, so what it applies for us it applies after that (decision 8).
     */
    long acknowledgedSendingNanos() {
        return acknowledgedSendingNanos;
    }

    private void acknowledge(KeepAliveAnswer answer, Consumer<ClientConnection> touched) {
        for (Flush flush = inFlight.peek(); flush != null && flush.id <= answer.id(); flush = inFlight.peek()) {
            inFlight.remove();
            undated.add(new Sending(answer.position(), flush.sentNanos));
            for (Touched each : flush.touched) {
                each.session.acknowledged(each.packetNanos);
                touched.accept(each.connection);
            }
        }
    }

    /** † A touch that was refused is not acknowledged: what ends its connection comes first. */
    private static boolean mayAcknowledge(KeepAliveAnswer answer, long handled) {
        return !answer.inPlace() || answer.position() <= handled;
    }

    /** † An answer that came before its place says nothing of what was applied before it was given. */
    private static boolean precedes(Sending sending, long handled) {
        return sending.position() <= handled;
    }

    /** Sends what there is to report, at once. */
    void flush(long nowNanos) {
        asked = false;
        flushedNanos = nowNanos;
        if (toReport.isEmpty()) {
            return;
        }
        List<ClientConnection> connections = toReport;
        toReport = new ArrayList<>();
        List<Touch> touches = new ArrayList<>(connections.size());
        List<Touched> touched = new ArrayList<>(connections.size());
        for (ClientConnection connection : connections) {
            connection.toReport = false;
            SessionAttachment session = connection.session();
            if (session != null && connection.isOpen() && session.hasReport()) {
                touches.add(session.takeTouch(nowNanos));
                touched.add(new Touched(connection, session, session.reportedNanos()));
            }
        }
        if (!touches.isEmpty()) {
            lastId++;
            inFlight.add(new Flush(lastId, nowNanos, touched));
            leader.send(new KeepAlive(lastId, touches));
        }
    }
}
