package io.cellkeeper.proxy;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Request;
import io.cellkeeper.protocol.RequestDecoder;
import io.cellkeeper.protocol.RequestHeader;
import io.cellkeeper.proxy.link.LinkMessage.Command;
import io.cellkeeper.proxy.link.LinkMessage.Read;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns the requests of an open connection into places in its queue and messages to the leader. Judges only whether they can
 * be decoded (decision 11); the client's own bytes go on (design: the hot path).
 */
final class RequestIntake {
    /** Codes of kinds of commands in the log: a client's operation, and identities that it has proven. */
    private static final int KIND_CLIENT = 1;

    private static final int KIND_ADD_AUTH = 4;

    private final Connections connections;
    private final LocalOperations local;
    private final Authentication authentication;

    RequestIntake(Connections connections, LocalOperations local, Authentication authentication) {
        this.connections = connections;
        this.local = local;
        this.authentication = authentication;
    }

    /** Handles the frames of a connection that wait, as far as its window allows. */
    void drain(ClientConnection connection, LeaderLink link, long nowNanos) {
        for (ClientConnection.Frame frame = connection.nextDeferred();
                frame != null;
                frame = connection.nextDeferred()) {
            request(connection, frame.bytes(), frame.receivedNanos(), link, nowNanos);
        }
        connection.updateReading();
    }

    /**
     * Handles one frame of an open connection.
     *
     * @param receivedNanos when it arrived
     */
    void request(ClientConnection connection, ByteRange frame, long receivedNanos, LeaderLink link, long nowNanos) {
        SessionAttachment session = connection.session();
        if (session == null) {
            throw new AssertionError(connection);
        }
        if (frame.length() < RequestHeader.LENGTH) {
            connections.close(connection, CloseReason.MALFORMED, nowNanos);
            return;
        }
        RequestHeader header = RequestHeader.of(frame);
        OpCode op = OpCode.of(header.type());
        Arrival arrival = new Arrival(connection, session, link, header.xid(), frame, receivedNanos);
        if (op == null || op.route() == OpCode.Route.MULTI_ONLY) {
            refuse(arrival, op, ErrorCode.UNIMPLEMENTED, true);
        } else {
            accept(arrival, op, nowNanos);
        }
        local.run(connection, nowNanos);
    }

    /** A request and where it came from. */
    private record Arrival(
            ClientConnection connection,
            SessionAttachment session,
            LeaderLink link,
            int xid,
            ByteRange frame,
            long receivedNanos) {}

    private void accept(Arrival arrival, OpCode op, long nowNanos) {
        ByteRange body = RequestHeader.bodyOf(arrival.frame);
        Request request;
        try {
            request = RequestDecoder.decode(op, body);
        } catch (MalformedRecordException e) {
            if (op.route() == OpCode.Route.AUTH) {
                connections.close(arrival.connection, CloseReason.MALFORMED, nowNanos);
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
        long number = send(arrival, KIND_CLIENT, op, body);
        arrival.connection
                .queue()
                .add(Slot.command(arrival.xid, op, number, arrival.frame.length(), arrival.receivedNanos));
        if (op == OpCode.CLOSE_SESSION) {
            arrival.connection.dropInput();
        }
    }

    private void read(Arrival arrival, OpCode op, Request request, ByteRange body) {
        LeaderLink link = arrival.link;
        boolean registers = WatchRegistration.isWanted(request);
        long registration = 0;
        if (registers) {
            registration = link.nextRegistration();
            WatchRegistration.forEachPath(request, link.interests::sent);
        }
        long read = link.nextRead();
        SessionAttachment session = arrival.session;
        link.out.send(
                new Read(session.id, session.generation, session.numbers.last(), read, registration, op.code(), body));
        arrival.connection
                .queue()
                .add(Slot.read(
                        arrival.xid,
                        op,
                        read,
                        registration,
                        registers ? request : null,
                        arrival.frame.length(),
                        arrival.receivedNanos));
    }

    private void authenticate(Arrival arrival, OpCode op, Request request) {
        if (!(request instanceof Request.Auth auth)) {
            answerHere(arrival, op, request);
            return;
        }
        ClientConnection connection = arrival.connection;
        List<Identity> proven = authentication.prove(auth, connection.ip());
        if (proven.isEmpty()) {
            refuse(arrival, op, ErrorCode.AUTH_FAILED, true);
        } else if (connection.identities().containsAll(proven)) {
            answerHere(arrival, op, request);
        } else {
            long number = send(arrival, KIND_ADD_AUTH, op, Authentication.commandBody(proven));
            connection
                    .queue()
                    .add(Slot.auth(arrival.xid, number, proven, arrival.frame.length(), arrival.receivedNanos));
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

    private static long send(Arrival arrival, int kind, OpCode op, ByteRange body) {
        SessionAttachment session = arrival.session;
        long number = session.numbers.next();
        arrival.link.out.send(
                new Command(session.id, session.generation, number, session.takeAck(), kind, op.code(), body));
        return number;
    }
}
