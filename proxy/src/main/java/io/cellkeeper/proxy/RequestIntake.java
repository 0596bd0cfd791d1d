package io.cellkeeper.proxy;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Request;
import io.cellkeeper.protocol.RequestDecoder;
import io.cellkeeper.protocol.RequestHeader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns the requests of an open connection into places in its queue and messages to the leader. Judges only whether they can
 * be decoded (decision 11); the client's own bytes go on (design: the hot path).
 */
final class RequestIntake {
    private final Connections connections;
    private final LocalOperations local;
    private final Authentication authentication;
    private final AuthFailures authFailures = new AuthFailures();

    RequestIntake(Connections connections, LocalOperations local, Authentication authentication) {
        this.connections = connections;
        this.local = local;
        this.authentication = authentication;
    }

    /** Handles the frames of a connection that wait, as far as its window allows. */
    void drain(ClientConnection connection, @Nullable LeaderLink link, long nowNanos) {
        for (ClientConnection.Frame frame = connection.nextDeferred();
                frame != null;
                frame = connection.nextDeferred()) {
            request(connection, frame.bytes(), frame.receivedNanos(), link, nowNanos);
        }
        connection.updateReading();
    }

    /**
     * Handles one frame of an open connection. Without a leader it takes its place in the queue all the same, and is sent when
     * there is one.
     *
     * @param receivedNanos when it arrived
     */
    void request(
            ClientConnection connection,
            ByteRange frame,
            long receivedNanos,
            @Nullable LeaderLink link,
            long nowNanos) {
        SessionAttachment session = connection.attachment();
        if (frame.length() < RequestHeader.LENGTH) {
            connections.close(connection, CloseReason.MALFORMED, nowNanos);
            return;
        }
        RequestHeader header = RequestHeader.of(frame);
        OpCode op = OpCode.of(header.type());
        Arrival arrival = new Arrival(connection, session, link, header.xid(), frame, receivedNanos, nowNanos);
        boolean isProof = op != null && op.route() == OpCode.Route.AUTH;
        if (!isProof && !authentication.mayAsk(connection)) {
            refuse(arrival, op, ErrorCode.SESSION_CLOSED_REQUIRE_SASL_AUTH, true);
        } else if (op == null || op.route() == OpCode.Route.MULTI_ONLY) {
            refuse(arrival, op, ErrorCode.UNIMPLEMENTED, true);
        } else {
            accept(arrival, op);
        }
        local.run(connection, nowNanos);
    }

    /** A request and where it came from. */
    private record Arrival(
            ClientConnection connection,
            SessionAttachment session,
            @Nullable LeaderLink link,
            int xid,
            ByteRange frame,
            long receivedNanos,
            long nowNanos) {}

    private void accept(Arrival arrival, OpCode op) {
        ByteRange body = RequestHeader.bodyOf(arrival.frame);
        Request request;
        try {
            request = RequestDecoder.decode(op, body);
        } catch (MalformedRecordException e) {
            if (op.route() == OpCode.Route.AUTH) {
                connections.close(arrival.connection, CloseReason.MALFORMED, arrival.nowNanos);
            } else {
                refuse(arrival, op, ErrorCode.MARSHALLING_ERROR, false);
            }
            return;
        }
        if (request instanceof Request.AddWatch addWatch && !WatchRegistration.isMode(addWatch.mode())) {
            refuse(arrival, op, ErrorCode.MARSHALLING_ERROR, false);
            return;
        }
        switch (op.route()) {
            case COMMAND -> command(arrival, op, body);
            case READ -> read(arrival, op, request, body);
            case LOCAL -> answerHere(arrival, op, request);
            case AUTH -> authenticate(arrival, op, request);
            case MULTI_ONLY -> throw new AssertionError(op);
        }
    }

    private void command(Arrival arrival, OpCode op, ByteRange body) {
        long number = arrival.session.numbers.next();
        queue(
                arrival,
                Slot.command(arrival.xid, op, number, body, arrival.frame.length(), arrival.receivedNanos),
                number);
        if (op == OpCode.CLOSE_SESSION) {
            arrival.connection.dropInput();
        }
    }

    private void read(Arrival arrival, OpCode op, Request request, ByteRange body) {
        Request registers = WatchRegistration.isWanted(request) ? request : null;
        queue(
                arrival,
                Slot.read(arrival.xid, op, registers, body, arrival.frame.length(), arrival.receivedNanos),
                arrival.session.numbers.last());
    }

    /** Gives a request its place, and sends it if there is a leader. */
    private static void queue(Arrival arrival, Slot slot, long after) {
        arrival.connection.queue().add(slot);
        LeaderLink link = arrival.link;
        if (link != null) {
            RequestSender.send(slot, arrival.session, after, link, arrival.nowNanos);
        }
    }

    private void authenticate(Arrival arrival, OpCode op, Request request) {
        if (!(request instanceof Request.Auth auth)) {
            answerHere(arrival, op, request);
            return;
        }
        ClientConnection connection = arrival.connection;
        List<Identity> proven = authentication.prove(auth, connection.ip());
        if (!authentication.proven(connection, proven)) {
            authFailures.add(auth.scheme(), connection.ip(), arrival.nowNanos);
            refuse(arrival, op, ErrorCode.AUTH_FAILED, true);
        } else if (connection.identities().containsAll(proven)) {
            answerHere(arrival, op, request);
        } else {
            long number = arrival.session.numbers.next();
            ByteRange body = Authentication.commandBody(proven);
            queue(
                    arrival,
                    Slot.auth(arrival.xid, number, proven, body, arrival.frame.length(), arrival.receivedNanos),
                    number);
        }
    }

    private static void answerHere(Arrival arrival, OpCode op, Request request) {
        arrival.connection
                .queue()
                .add(Slot.local(arrival.xid, op, request, arrival.frame.length(), arrival.receivedNanos));
    }

    /** Queues an error; after the last one nothing more of the connection is accepted. */
    private static void refuse(Arrival arrival, @Nullable OpCode op, ErrorCode error, boolean last) {
        arrival.connection
                .queue()
                .add(Slot.refusal(arrival.xid, op, error, last, arrival.frame.length(), arrival.receivedNanos));
        if (last) {
            arrival.connection.dropInput();
        }
    }
}
