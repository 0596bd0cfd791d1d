package io.cellkeeper.proxy;

import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Request;
import io.cellkeeper.proxy.link.LinkMessage.Command;
import io.cellkeeper.proxy.link.LinkMessage.Read;

/**
 * Sends what the leader answers: as it comes from the client, and once more on each new link as long as it is unanswered
 * (design: fail-over). A command keeps its number, so it is applied once (I7); a read is numbered anew.
 */
final class RequestSender {
    /** Codes of kinds of commands in the log: a client's operation, and identities that it has proven. */
    private static final int KIND_CLIENT = 1;

    private static final int KIND_ADD_AUTH = 4;
    private static final long NANOS_PER_MS = 1_000_000;

    private RequestSender() {}

    /**
     * Sends one request.
     *
     * @param after the number of the session's command before it
     */
    static void send(Slot slot, SessionAttachment session, long after, LeaderLink link, long nowNanos) {
        if (slot.kind() == Slot.Kind.READ) {
            sendRead(slot, session, after, link, nowNanos);
        } else {
            sendCommand(slot, session, link, nowNanos);
        }
    }

    /** Sends everything of an open connection that is unanswered, in order, on a new link. */
    static void resend(ClientConnection connection, SessionAttachment session, LeaderLink link, long nowNanos) {
        long after = session.numbers.acked();
        for (Slot slot : connection.queue()) {
            if (slot.isLinked()) {
                send(slot, session, after, link, nowNanos);
                if (slot.kind() != Slot.Kind.READ) {
                    after = slot.number();
                }
            }
        }
        connection.resentNumber = after;
    }

    private static void sendCommand(Slot slot, SessionAttachment session, LeaderLink link, long nowNanos) {
        link.out.send(new Command(
                session.id,
                session.generation,
                slot.number(),
                session.takeAck(),
                touchAgeMs(slot, nowNanos),
                slot.kind() == Slot.Kind.AUTH ? KIND_ADD_AUTH : KIND_CLIENT,
                codeOf(slot),
                slot.body()));
    }

    private static void sendRead(Slot slot, SessionAttachment session, long after, LeaderLink link, long nowNanos) {
        Request registers = slot.request();
        long registration = 0;
        if (registers != null) {
            registration = link.nextRegistration();
            WatchRegistration.forEachPath(registers, link.interests::sent);
        }
        slot.sentAs(link.nextRead(), registration);
        link.out.send(new Read(
                session.id,
                session.generation,
                after,
                slot.number(),
                registration,
                touchAgeMs(slot, nowNanos),
                codeOf(slot),
                slot.body()));
    }

    /** † A touch is the time of the client's packet, also of a request that waited or is sent again. */
    private static int touchAgeMs(Slot slot, long nowNanos) {
        long age = nowNanos - slot.receivedNanos();
        return age <= 0 ? 0 : (int) Math.min(Integer.MAX_VALUE, age / NANOS_PER_MS);
    }

    private static int codeOf(Slot slot) {
        OpCode op = slot.op();
        if (op == null) {
            throw new AssertionError("an unknown operation is not sent");
        }
        return op.code();
    }
}
