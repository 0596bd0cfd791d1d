package io.cellkeeper.proxy;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ConnectRecords;
import io.cellkeeper.protocol.ConnectRequest;
import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.ClientConnection.State;
import io.cellkeeper.proxy.link.LinkMessage.OpenSession;
import io.cellkeeper.proxy.link.LinkMessage.SessionOpened;
import io.cellkeeper.proxy.link.LinkMessage.SessionRefused;
import org.jspecify.annotations.Nullable;

/** From a connection's first frame to its session (rules 2.1 to 2.15). */
final class Handshake {
    /** A connection that takes longer is closed (rule 2.15). */
    static final long TIMEOUT_NANOS = 10_000_000_000L;

    private static final long MAX_WAIT_FOR_LEADER_MS = 2_000;
    private static final int MAX_RESPONSE_LENGTH = 41;

    private final Connections connections;

    Handshake(Connections connections) {
        this.connections = connections;
    }

    /** Handles the first frame: asks the leader for the session, or lets the connection wait for a leader. */
    void connectRequest(ClientConnection connection, ByteRange frame, @Nullable LeaderLink link, long nowNanos) {
        ConnectRequest request;
        try {
            request = ConnectRecords.readRequest(frame);
        } catch (MalformedRecordException e) {
            connections.close(connection, CloseReason.MALFORMED, nowNanos);
            return;
        }
        connection.setConnect(request);
        if (link == null) {
            connection.state = State.WAITING_FOR_LEADER;
            long waitUntilNanos = nowNanos + waitForLeaderMs(request.timeoutMs()) * 1_000_000;
            if (waitUntilNanos - connection.deadlineNanos < 0) {
                connection.deadlineNanos = waitUntilNanos;
            }
        } else {
            askForSession(connection, request, link, nowNanos);
        }
    }

    /** There is a leader: asks for the sessions that wait for one. */
    void linkUp(LeaderLink link, long nowNanos) {
        for (ClientConnection connection : connections.snapshot()) {
            ConnectRequest request = connection.connect();
            if (connection.state == State.WAITING_FOR_LEADER && request != null) {
                connection.deadlineNanos = nowNanos + TIMEOUT_NANOS;
                askForSession(connection, request, link, nowNanos);
            }
        }
    }

    /** A session is open. Returns its connection, or null if that is gone. */
    @Nullable
    ClientConnection opened(SessionOpened opened, LeaderLink link) {
        ClientConnection connection = link.opening.remove(opened.request());
        if (connection == null || connection.state != State.OPENING) {
            return null;
        }
        long leaseNanos = leaseDate(connection, link);
        connections.attached(
                connection, new SessionAttachment(opened, link.welcome.graceMs(), leaseNanos, connection.packetNanos));
        connection.out.limitUnacknowledged(PromiseRule.deltaMs(link.welcome.graceMs()), opened.timeoutMs() / 3);
        WireWriter out = new WireWriter(MAX_RESPONSE_LENGTH);
        ConnectRecords.writeResponse(
                out, opened.timeoutMs(), opened.session(), opened.password(), readOnlyOf(connection));
        connections.send(connection, new Packet(out.toRange(), ByteRange.EMPTY));
        return connection;
    }

    /** A session is not opened: the client is told if it has expired, so that it asks for another (rule 2.7). */
    void refused(SessionRefused refused, LeaderLink link, long nowNanos) {
        ClientConnection connection = link.opening.remove(refused.request());
        if (connection == null || connection.state != State.OPENING) {
            return;
        }
        if (refused.expired()) {
            WireWriter out = new WireWriter(MAX_RESPONSE_LENGTH);
            ConnectRecords.writeRefusal(out, readOnlyOf(connection));
            connection.unconditional = true;
            connections.send(connection, new Packet(out.toRange(), ByteRange.EMPTY));
            connections.close(connection, CloseReason.SESSION_EXPIRED, nowNanos);
        } else {
            connections.close(connection, CloseReason.REFUSED, nowNanos);
        }
    }

    /**
     * † What the lease that an open session starts is dated: it starts at the apply, which comes after both the request's
     * sending and that of any KeepAlive whose answer came before (decision 8).
     */
    private static long leaseDate(ClientConnection connection, LeaderLink link) {
        long keepAliveNanos = link.keepAlives.acknowledgedSendingNanos();
        return keepAliveNanos - connection.openSentNanos > 0 ? keepAliveNanos : connection.openSentNanos;
    }

    private static void askForSession(
            ClientConnection connection, ConnectRequest request, LeaderLink link, long nowNanos) {
        connection.state = State.OPENING;
        connection.openSentNanos = nowNanos;
        long number = link.nextOpenRequest();
        link.opening.put(number, connection);
        ByteRange password = request.password();
        link.out.send(new OpenSession(
                number,
                request.sessionId(),
                password == null ? ByteRange.EMPTY : password,
                request.timeoutMs(),
                request.lastZxidSeen(),
                connection.identities()));
    }

    /** min(2 s, T/3) of the timeout asked for; a client that asked for nothing gets a second (decision 10). */
    private static long waitForLeaderMs(int timeoutMs) {
        return timeoutMs <= 0 ? MAX_WAIT_FOR_LEADER_MS / 2 : Math.min(MAX_WAIT_FOR_LEADER_MS, timeoutMs / 3);
    }

    /** The byte is answered only if it was sent, and always with no (rules 2.2, 18.3). */
    private static @Nullable Boolean readOnlyOf(ClientConnection connection) {
        ConnectRequest request = connection.connect();
        boolean absent = request == null || request.readOnly() == null;
        return absent ? null : Boolean.FALSE;
    }
}
