package io.cellkeeper.proxy;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Replies;
import io.cellkeeper.protocol.Request;
import io.cellkeeper.proxy.ClientConnection.State;
import io.cellkeeper.proxy.link.ArrivingBody;
import io.cellkeeper.proxy.link.LinkMessage.ReadAnswer;
import io.cellkeeper.proxy.link.LinkMessage.Result;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the leader answers to commands and reads, and how it ends sessions, each at its place in the stream. */
final class LinkAnswers {
    private static final Logger LOG = LoggerFactory.getLogger(LinkAnswers.class);

    private final Connections connections;
    private final WatchTable watches;
    private final StreamPosition position;
    private final LocalOperations local;
    private final RequestIntake intake;

    LinkAnswers(
            Connections connections,
            WatchTable watches,
            StreamPosition position,
            LocalOperations local,
            RequestIntake intake) {
        this.connections = connections;
        this.watches = watches;
        this.position = position;
        this.local = local;
        this.intake = intake;
    }

    /** @param arriving the body, if it is still on its way: the result has its place here all the same */
    void result(Result result, @Nullable ArrivingBody arriving, LeaderLink link, long nowNanos) {
        position.answerHandled(result.zxid());
        ClientConnection connection = connections.find(result.session(), result.generation());
        SessionAttachment session = connection == null ? null : connection.session();
        if (connection == null || session == null) {
            return;
        }
        Slot slot = connection.queue().pollCommand(result.number());
        if (slot == null || !session.numbers.ackWithoutGap(result.number())) {
            fault(connection, link, "result " + result.number() + " out of order");
            return;
        }
        session.acknowledged(slot.receivedNanos());
        if (isGone(connection)) {
            forgetIfSettled(connection);
            return;
        }
        link.keepAlives.mark(connection);
        if (slot.kind() == Slot.Kind.AUTH) {
            if (result.error() == ErrorCode.OK) {
                connection.addIdentities(slot.proven());
            }
            local.reply(connection, slot, LocalOperations.AUTH_ZXID, result.error(), ByteRange.EMPTY, nowNanos);
        } else {
            reply(connection, slot, result.zxid(), result.error(), result.body(), arriving, nowNanos);
        }
        if (slot.isCloseSession() && result.error() == ErrorCode.OK) {
            endClosed(connection, nowNanos);
        } else {
            goOn(connection, result.error(), link, nowNanos);
        }
    }

    /** @param arriving the body, if it is still on its way: the answer has its place here all the same */
    void readAnswer(ReadAnswer answer, @Nullable ArrivingBody arriving, LeaderLink link, long nowNanos) {
        position.answerHandled(answer.zxid());
        ClientConnection connection = connections.find(answer.session(), answer.generation());
        SessionAttachment session = connection == null ? null : connection.session();
        if (connection == null || session == null) {
            return;
        }
        Slot slot = connection.queue().pollRead(answer.read());
        if (slot == null) {
            fault(connection, link, "answer to read " + answer.read() + " out of order");
            return;
        }
        session.acknowledged(slot.receivedNanos());
        boolean gone = isGone(connection);
        Request request = slot.request();
        boolean understood = gone
                || request == null
                || (isHereIfNeeded(request, arriving)
                        && WatchRegistration.answered(
                                watches, connection.watcher, request, answer.error(), answer.body()));
        endRegistration(slot, link);
        if (!understood) {
            fault(connection, link, "answer to setWatches of " + answer.body().length() + " bytes");
        } else if (gone) {
            forgetIfSettled(connection);
        } else {
            reply(connection, slot, answer.zxid(), answer.error(), bodyFor(slot, answer), arriving, nowNanos);
            goOn(connection, answer.error(), link, nowNanos);
        }
    }

    void sessionGone(SessionGone gone, LeaderLink link, long nowNanos) {
        ClientConnection connection = connections.find(gone.session(), gone.generation());
        if (connection == null) {
            return;
        }
        Slot head = connection.queue().head();
        if (isOver(gone.reason()) && connection.isOpen() && head != null && head.isCloseSession()) {
            connection.queue().poll();
            local.reply(connection, head, position.zxid(), ErrorCode.OK, ByteRange.EMPTY, nowNanos);
            endClosed(connection, nowNanos);
            return;
        }
        abandon(connection, link, reasonOf(gone.reason()), nowNanos);
    }

    /**
     * Ends a connection whose session is over or elsewhere: no answers come for it any more. What was answered before still
     * leaves if it may, but nothing waits for it.
     */
    void abandon(ClientConnection connection, LeaderLink link, CloseReason reason, long nowNanos) {
        abandonRegistrations(connection, link);
        connection.abandonHeld = true;
        connections.close(connection, reason, nowNanos);
        connections.forget(connection);
    }

    /** †I10: later output of this connection waits for the body, other connections don't. */
    private void reply(
            ClientConnection connection,
            Slot slot,
            long zxid,
            ErrorCode error,
            ByteRange body,
            @Nullable ArrivingBody arriving,
            long nowNanos) {
        local.reply(connection, slot, zxid, error, body, arriving, nowNanos);
        if (arriving != null) {
            arriving.whenComplete(() -> connections.markReady(connection));
        }
    }

    private void goOn(ClientConnection connection, ErrorCode error, LeaderLink link, long nowNanos) {
        if (error == ErrorCode.SESSION_EXPIRED) {
            abandon(connection, link, CloseReason.SESSION_EXPIRED, nowNanos);
            return;
        }
        local.run(connection, nowNanos);
        intake.drain(connection, link, nowNanos);
    }

    private void endClosed(ClientConnection connection, long nowNanos) {
        connection.unconditional = true;
        connections.close(connection, CloseReason.SESSION_CLOSED, nowNanos);
    }

    private void forgetIfSettled(ClientConnection connection) {
        if (!connection.queue().awaitsRegistration()) {
            connections.forget(connection);
        }
    }

    private void fault(ClientConnection connection, LeaderLink link, String what) {
        LOG.error("the leader broke the order of its answers to {}: {}", connection, what);
        abandonRegistrations(connection, link);
        connections.reset(connection, CloseReason.LINK_FAULT);
        connections.forget(connection);
    }

    private static void endRegistration(Slot slot, LeaderLink link) {
        Request request = slot.request();
        if (slot.registration() != 0 && request != null) {
            WatchRegistration.forEachPath(request, path -> link.interests.handled(path, slot.registration()));
        }
    }

    private static void abandonRegistrations(ClientConnection connection, LeaderLink link) {
        for (Slot slot = connection.queue().poll();
                slot != null;
                slot = connection.queue().poll()) {
            Request request = slot.request();
            if (slot.registration() != 0 && request != null) {
                WatchRegistration.forEachPath(request, link.interests::abandoned);
            }
        }
    }

    /** What setWatches registers is in its answer's body; what another read registers is known from its head. */
    private static boolean isHereIfNeeded(Request request, @Nullable ArrivingBody arriving) {
        return arriving == null || !(request instanceof Request.SetWatches);
    }

    private static boolean isGone(ClientConnection connection) {
        return connection.state.compareTo(State.CLOSING) >= 0;
    }

    /** The record for the client: what setWatches answers on the link is for this proxy alone. */
    private static ByteRange bodyFor(Slot slot, ReadAnswer answer) {
        if (slot.op() == OpCode.SET_WATCHES || slot.op() == OpCode.SET_WATCHES2) {
            return ByteRange.EMPTY;
        }
        return slot.op() == OpCode.ADD_WATCH ? Replies.ADD_WATCH : answer.body();
    }

    /** Whoever has ended it: it is what a closeSession wants, also one that was sent again (decision 16). */
    private static boolean isOver(SessionGone.Reason reason) {
        return reason == SessionGone.Reason.CLOSED || reason == SessionGone.Reason.EXPIRED;
    }

    private static CloseReason reasonOf(SessionGone.Reason reason) {
        return switch (reason) {
            case MOVED -> CloseReason.SESSION_MOVED;
            case CLOSED -> CloseReason.SESSION_CLOSED;
            case EXPIRED -> CloseReason.SESSION_EXPIRED;
            case UNPROVEN -> CloseReason.UNPROVEN;
        };
    }
}
