package io.cellkeeper.proxy;

import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request's place in its connection's queue.
 *
 * @param op null for an unknown operation
 * @param number of the command in its session, or of the read on its link; 0 for what is answered here
 * @param registration the number of the interest that a read registers, 0 for none
 * @param request what to do here, or what to register when the answer comes; null if neither
 * @param proven identities that an auth has shown
 * @param refusal the error to answer, for refusals
 * @param bytes of the request's frame
 * @param receivedNanos when the client's packet arrived: the touch that its answer acknowledges
 */
record Slot(
        Kind kind,
        int xid,
        @Nullable OpCode op,
        long number,
        long registration,
        @Nullable Request request,
        List<Identity> proven,
        ErrorCode refusal,
        int bytes,
        long receivedNanos) {

    /** Who answers, and what comes of it. */
    enum Kind {
        /** The leader, with the result of a command. */
        COMMAND,
        /** The leader, with the result of an auth: then the connection has these identities. */
        AUTH,
        /** The leader, in order with the commands. */
        READ,
        /** This proxy, at the head of the queue. */
        LOCAL,
        /** This proxy: an error. */
        REFUSAL,
        /** This proxy: an error, after which the connection is closed. */
        LAST_REFUSAL
    }

    static Slot command(int xid, OpCode op, long number, int bytes, long receivedNanos) {
        return new Slot(Kind.COMMAND, xid, op, number, 0, null, List.of(), ErrorCode.OK, bytes, receivedNanos);
    }

    static Slot auth(int xid, long number, List<Identity> proven, int bytes, long receivedNanos) {
        return new Slot(Kind.AUTH, xid, OpCode.AUTH, number, 0, null, proven, ErrorCode.OK, bytes, receivedNanos);
    }

    static Slot read(
            int xid,
            OpCode op,
            long number,
            long registration,
            @Nullable Request request,
            int bytes,
            long receivedNanos) {
        return new Slot(
                Kind.READ, xid, op, number, registration, request, List.of(), ErrorCode.OK, bytes, receivedNanos);
    }

    static Slot local(int xid, OpCode op, Request request, int bytes, long receivedNanos) {
        return new Slot(Kind.LOCAL, xid, op, 0, 0, request, List.of(), ErrorCode.OK, bytes, receivedNanos);
    }

    static Slot refusal(int xid, @Nullable OpCode op, ErrorCode error, boolean last, int bytes, long receivedNanos) {
        Kind kind = last ? Kind.LAST_REFUSAL : Kind.REFUSAL;
        return new Slot(kind, xid, op, 0, 0, null, List.of(), error, bytes, receivedNanos);
    }

    /** Whether the answer comes over the link. */
    boolean isLinked() {
        return kind == Kind.COMMAND || kind == Kind.AUTH || kind == Kind.READ;
    }

    boolean isCloseSession() {
        return kind == Kind.COMMAND && op == OpCode.CLOSE_SESSION;
    }
}
