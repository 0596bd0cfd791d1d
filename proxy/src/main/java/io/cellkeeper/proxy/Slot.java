package io.cellkeeper.proxy;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request's place in its connection's queue. What the leader answers can be sent again from here (design: fail-over). */
final class Slot {
    private final Kind kind;
    private final int xid;
    private final @Nullable OpCode op;
    private final @Nullable Request request;
    private final List<Identity> proven;
    private final ErrorCode refusal;
    private final ByteRange body;
    private final int bytes;
    private final long receivedNanos;
    private long number;
    private long registration;

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

    private Slot(
            Kind kind,
            int xid,
            @Nullable OpCode op,
            @Nullable Request request,
            List<Identity> proven,
            ErrorCode refusal,
            ByteRange body,
            int bytes,
            long receivedNanos) {
        this.kind = kind;
        this.xid = xid;
        this.op = op;
        this.request = request;
        this.proven = proven;
        this.refusal = refusal;
        this.body = body;
        this.bytes = bytes;
        this.receivedNanos = receivedNanos;
    }

    /** @param number of the command in its session: the same however often it is sent */
    static Slot command(int xid, OpCode op, long number, ByteRange body, int bytes, long receivedNanos) {
        Slot slot = new Slot(Kind.COMMAND, xid, op, null, List.of(), ErrorCode.OK, body, bytes, receivedNanos);
        slot.number = number;
        return slot;
    }

    static Slot auth(int xid, long number, List<Identity> proven, ByteRange body, int bytes, long receivedNanos) {
        Slot slot = new Slot(Kind.AUTH, xid, OpCode.AUTH, null, proven, ErrorCode.OK, body, bytes, receivedNanos);
        slot.number = number;
        return slot;
    }

    /** @param request what to register when the answer comes; null if nothing */
    static Slot read(int xid, OpCode op, @Nullable Request request, ByteRange body, int bytes, long receivedNanos) {
        return new Slot(Kind.READ, xid, op, request, List.of(), ErrorCode.OK, body, bytes, receivedNanos);
    }

    static Slot local(int xid, OpCode op, Request request, int bytes, long receivedNanos) {
        return new Slot(Kind.LOCAL, xid, op, request, List.of(), ErrorCode.OK, ByteRange.EMPTY, bytes, receivedNanos);
    }

    static Slot refusal(int xid, @Nullable OpCode op, ErrorCode error, boolean last, int bytes, long receivedNanos) {
        Kind kind = last ? Kind.LAST_REFUSAL : Kind.REFUSAL;
        return new Slot(kind, xid, op, null, List.of(), error, ByteRange.EMPTY, bytes, receivedNanos);
    }

    Kind kind() {
        return kind;
    }

    int xid() {
        return xid;
    }

    /** Null for an unknown operation. */
    @Nullable
    OpCode op() {
        return op;
    }

    /** What to do here, or what to register when the answer comes; null if neither. */
    @Nullable
    Request request() {
        return request;
    }

    /** Identities that an auth has shown. */
    List<Identity> proven() {
        return proven;
    }

    /** The error to answer, for refusals. */
    ErrorCode refusal() {
        return refusal;
    }

    /** What is sent to the leader, for what the leader answers. */
    ByteRange body() {
        return body;
    }

    /** Of the request's frame. */
    int bytes() {
        return bytes;
    }

    /** When the client's packet arrived: the touch that its answer acknowledges. */
    long receivedNanos() {
        return receivedNanos;
    }

    /** Of the command in its session, or of the read on its link; 0 for what is answered here or not sent yet. */
    long number() {
        return number;
    }

    /** The number of the interest that a read registers on its link, 0 for none. */
    long registration() {
        return registration;
    }

    /** A read is sent on a link, where it has these numbers. */
    void sentAs(long read, long registers) {
        number = read;
        registration = registers;
    }

    /** Whether the answer comes over the link. */
    boolean isLinked() {
        return kind == Kind.COMMAND || kind == Kind.AUTH || kind == Kind.READ;
    }

    boolean isCloseSession() {
        return kind == Kind.COMMAND && op == OpCode.CLOSE_SESSION;
    }
}
