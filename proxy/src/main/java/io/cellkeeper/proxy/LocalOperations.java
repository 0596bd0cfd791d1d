package io.cellkeeper.proxy;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Replies;
import io.cellkeeper.protocol.ReplyFrames;
import io.cellkeeper.protocol.Request;
import io.cellkeeper.proxy.link.ArrivingBody;
import org.jspecify.annotations.Nullable;

/** What the proxy answers itself, when it is at the head of its connection's queue (rules 3.15, 21.17). */
final class LocalOperations {
    /** The zxid in replies to auth and sasl (rules 7.5, 17.5). */
    static final long AUTH_ZXID = 0;
    /** The zxid in the reply to an unknown operation (rule 7.3). */
    private static final long UNKNOWN_ZXID = -1;

    private final Connections connections;
    private final WatchTable watches;
    private final StreamPosition position;
    private final ConnectionStats total;

    /** @param total the statistics of all connections together */
    LocalOperations(Connections connections, WatchTable watches, StreamPosition position, ConnectionStats total) {
        this.connections = connections;
        this.watches = watches;
        this.position = position;
        this.total = total;
    }

    /** Answers what is at the head of the queue and ours, until something is not. */
    void run(ClientConnection connection, long nowNanos) {
        while (connection.isOpen()) {
            Slot slot = connection.queue().pollLocalAtHead();
            if (slot == null) {
                return;
            }
            switch (slot.kind()) {
                case LOCAL -> answer(connection, slot, nowNanos);
                case REFUSAL -> reply(connection, slot, zxidFor(connection), slot.refusal(), ByteRange.EMPTY, nowNanos);
                case LAST_REFUSAL -> refuseAndClose(connection, slot, nowNanos);
                case COMMAND, AUTH, READ -> throw new AssertionError(slot);
            }
        }
    }

    private void answer(ClientConnection connection, Slot slot, long nowNanos) {
        Request request = slot.request();
        long zxid = zxidFor(connection);
        ErrorCode error = ErrorCode.OK;
        ByteRange body = ByteRange.EMPTY;
        if (request instanceof Request.WhoAmI) {
            body = Replies.whoAmI(connection.identities());
        } else if (request instanceof Request.CheckWatches check) {
            error = WatchRemoval.check(watches, connection.watcher, check.path(), check.type());
        } else if (request instanceof Request.RemoveWatches remove) {
            error = WatchRemoval.remove(watches, connection.watcher, remove.path(), remove.type());
        } else if (request instanceof Request.Sasl) {
            // Without a configuration for SASL the client goes on unauthenticated (rule 17.5).
            zxid = AUTH_ZXID;
            body = Replies.buffer(null);
        } else if (request instanceof Request.Auth) {
            // It has proven what the connection had already.
            zxid = AUTH_ZXID;
        } else if (!(request instanceof Request.Ping)) {
            throw new AssertionError(slot);
        }
        reply(connection, slot, zxid, error, body, nowNanos);
    }

    /**
     * How far the stream was handled; but while a command that was sent again is unanswered, what was shown before: it may
     * have been applied long ago, and its result then has a zxid that the stream has passed. A client's zxids never go back
     * (rule 4.7).
     */
    private long zxidFor(ClientConnection connection) {
        SessionAttachment session = connection.session();
        boolean awaitsRepeated = session != null && session.numbers.acked() < connection.resentNumber;
        return awaitsRepeated ? connection.shownZxid : position.zxid();
    }

    private void refuseAndClose(ClientConnection connection, Slot slot, long nowNanos) {
        boolean unknown = slot.refusal() == ErrorCode.UNIMPLEMENTED;
        reply(connection, slot, unknown ? UNKNOWN_ZXID : AUTH_ZXID, slot.refusal(), ByteRange.EMPTY, nowNanos);
        connections.close(connection, unknown ? CloseReason.UNIMPLEMENTED : CloseReason.AUTH_FAILED, nowNanos);
    }

    /** Queues the reply to a request. */
    void reply(ClientConnection connection, Slot slot, long zxid, ErrorCode error, ByteRange body, long nowNanos) {
        reply(connection, slot, zxid, error, body, null, nowNanos);
    }

    /** Queues the reply to a request, in its place, while its body is perhaps still arriving. */
    void reply(
            ClientConnection connection,
            Slot slot,
            long zxid,
            ErrorCode error,
            ByteRange body,
            @Nullable ArrivingBody arriving,
            long nowNanos) {
        // A ping's reply has an xid of its own, whatever the request's (rule 7.4).
        int xid = slot.request() instanceof Request.Ping ? ReplyFrames.PING_XID : slot.xid();
        Packet reply = Packet.reply(xid, zxid, error, body, arriving);
        connections.send(connection, reply);
        total.replied(reply.length() - Packet.LENGTH_LENGTH);
        connection.shownZxid = Math.max(connection.shownZxid, zxid);
        connection.stats.answered(slot, zxid, nowNanos);
        total.answered(slot, zxid, nowNanos);
    }
}
