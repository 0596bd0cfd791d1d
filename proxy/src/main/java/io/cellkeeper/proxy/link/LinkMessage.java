package io.cellkeeper.proxy.link;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Identity;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the link (design: the link). Each side sends one ordered stream, which large bodies may follow in pieces
 * ({@link LaneReader}); what the leader sends is in apply order (I10). A link belongs to one reign.
 */
public sealed interface LinkMessage {
    /** Sent by a proxy. */
    sealed interface ToLeader extends LinkMessage {
        /** The same if it has waited on its way, so that the packet of its client is so much older. */
        default ToLeader later(long waitedNanos) {
            return this;
        }
    }

    /** Sent by a leader. */
    sealed interface ToProxy extends LinkMessage {}

    /**
     * The first message.
     *
     * @param cell the cell's id; another is refused
     * @param version the protocol's version
     * @param proxy the proxy's name: of a replica's embedded proxy its Raft id
     * @param incarnation differs each time that proxy's process starts
     */
    record Hello(UUID cell, int version, String proxy, long incarnation) implements ToLeader {}

    /**
     * Asks for a session on a connection.
     *
     * @param request the proxy's number for the answer
     * @param session 0 for a new one, else the one to move here
     * @param password what the client showed; ignored for a new session
     * @param timeoutMs asked for; the leader clamps
     * @param lastZxidSeen a client from the future is closed, before anything is proposed
     * @param identities of the connection: its address
     */
    record OpenSession(
            long request, long session, ByteRange password, int timeoutMs, long lastZxidSeen, List<Identity> identities)
            implements ToLeader {}

    /**
     * A command of a session: a client's operation, or identities it has proven.
     *
     * @param number the session's request number
     * @param acked results up to this number have been received without gap
     * @param ageMs how long ago the client's packet was received, at the time of sending, rounded down: the touch
     * @param kind the code of the command's kind in the log
     * @param op the client's operation code, for operations
     * @param body the client's own bytes after the request header
     */
    record Command(long session, int generation, long number, long acked, int ageMs, int kind, int op, ByteRange body)
            implements ToLeader {
        /** A command that is sent as soon as the client's packet is received. */
        public Command(long session, int generation, long number, long acked, int kind, int op, ByteRange body) {
            this(session, generation, number, acked, 0, kind, op, body);
        }

        @Override
        public Command later(long waitedNanos) {
            int laterMs = addMs(ageMs, waitedNanos);
            return new Command(session, generation, number, acked, laterMs, kind, op, body);
        }
    }

    /**
     * A read of a session.
     *
     * @param after the number of the session's command before it
     * @param read the proxy's number for the answer, rising
     * @param registration the number of the interest that this read registers, rising within a link; 0 for none
     * @param ageMs how long ago the client's packet was received, at the time of sending, rounded down: the touch
     */
    record Read(
            long session, int generation, long after, long read, long registration, int ageMs, int op, ByteRange body)
            implements ToLeader {
        /** A read that is sent as soon as the client's packet is received. */
        public Read(long session, int generation, long after, long read, long registration, int op, ByteRange body) {
            this(session, generation, after, read, registration, 0, op, body);
        }

        @Override
        public Read later(long waitedNanos) {
            return new Read(session, generation, after, read, registration, addMs(ageMs, waitedNanos), op, body);
        }
    }

    /** Touches of sessions and acknowledgements of results; answered when it is behind a barrier (I14). */
    record KeepAlive(long id, List<Touch> touches) implements ToLeader {}

    /**
     * A session's newest client packet.
     *
     * @param ageMs how long ago its client's newest packet was received, at the time of sending; negative if there was
     *     none since the last one reported
     * @param acked results up to this number have been received without gap
     */
    record Touch(long session, int generation, int ageMs, long acked) {}

    /**
     * Ends an interest, unless a newer registration than the last one answered exists.
     *
     * @param registration the last registration of this path whose answer the proxy has handled
     */
    record DropInterest(String path, long registration) implements ToLeader {}

    /**
     * The Raft term of the sending replica, read when everything before it on this link had been received from its
     * clients: a report for the barrier of the reads before it (decision 17). 0 is no report.
     */
    record TermReport(long term) implements ToLeader {}

    /**
     * What a proxy has kept from an earlier link: it comes before anything else on a link, in one message or several (design:
     * fail-over). The leader answers with what was missed and {@link ReplayEnd}.
     *
     * @param zxid all events up to here have been handled
     * @param registration the number of the registration of all these interests
     * @param last whether this is the last of them: the leader acts on all at once then
     */
    record Resume(
            long zxid, long registration, List<HeldSession> sessions, List<Reregistration> interests, boolean last)
            implements ToLeader {}

    /**
     * A session that is open on a connection of this proxy. Not a touch.
     *
     * @param acked results up to this number have been received without gap; the commands after it are sent again
     */
    record HeldSession(long session, int generation, long acked) {}

    /**
     * A path that clients of this proxy watch.
     *
     * @param kinds bits: what they watch, and {@link #ABSENT}
     */
    record Reregistration(String path, int kinds) {
        /** Changes of the node itself. */
        public static final int DATA = 1;
        /** Changes of its list of children, and its end. */
        public static final int CHILD = 1 << 1;
        /** Changes of the node and of all below. */
        public static final int RECURSIVE = 1 << 2;
        /** No kind: those who watch for a change of the node have seen that it does not exist. */
        public static final int ABSENT = 1 << 3;
    }

    /**
     * The answer to hello.
     *
     * @param term the reign's
     * @param graceMs G, in milliseconds
     * @param minTimeoutMs lowest session timeout
     * @param maxTimeoutMs highest session timeout
     * @param zxid the newest applied: the stream starts here
     */
    record Welcome(long term, int graceMs, int minTimeoutMs, int maxTimeoutMs, long zxid) implements ToProxy {}

    /** This hello is not accepted; {@code retry} if the same may be tried again soon (no leader yet). */
    record Refused(String reason, boolean retry) implements ToProxy {}

    /** A session is open on this proxy. */
    record SessionOpened(
            long request, long session, int generation, long lastNumber, int timeoutMs, ByteRange password, long zxid)
            implements ToProxy {}

    /** A session is not opened: unknown or wrong password ({@code expired}: the client is told so), or to be closed. */
    record SessionRefused(long request, boolean expired, String reason) implements ToProxy {}

    /** The result of a command, in apply order. */
    record Result(long session, int generation, long number, long zxid, ErrorCode error, ByteRange body)
            implements ToProxy {}

    /**
     * The answer to a read, at its place. For setWatches the body is one byte for each path (see docs/protocol.md).
     *
     * @param inPlace whether the proxy needs the body at this place, as that of setWatches: it never comes apart
     */
    record ReadAnswer(
            long session, int generation, long read, long zxid, ErrorCode error, boolean inPlace, ByteRange body)
            implements ToProxy {}

    /**
     * A change of the tree that this proxy has an interest in.
     *
     * @param kind the code of the event: 1 created, 2 deleted, 3 data changed
     * @param acl the node's ACL to filter by, null if anyone may read
     * @param parentAcl the parent's for creations and deletions, null if anyone may read
     */
    record Changed(
            long zxid,
            int kind,
            String path,
            @Nullable List<AclEntry> acl,
            @Nullable List<AclEntry> parentAcl) implements ToProxy {}

    /** A session is over for this generation on this proxy, at its place in the order. */
    record SessionGone(long session, int generation, Reason reason) implements ToProxy {
        /** Why. */
        public enum Reason {
            /** It is attached elsewhere. */
            MOVED,
            /** Its client closed it. */
            CLOSED,
            /** It has expired. */
            EXPIRED,
            /** It lives, but this connection can't be shown to be complete: close it. */
            UNPROVEN
        }
    }

    /**
     * The end of the answer to {@link Resume}: from here the stream goes on as ever.
     *
     * @param zxid every change up to here that was missed has been told
     */
    record ReplayEnd(long zxid) implements ToProxy {}

    /**
     * Changes were missed that are not known one by one any more: what stands for them, as for setWatches (rule 10.16).
     * Watches that want each event can't be served, so their connections are to be closed.
     */
    record CatchUp(List<Missed> missed) implements ToProxy {}

    /**
     * An event for the standard watches of a path.
     *
     * @param type 1 created, 2 deleted, 3 data changed, 4 children changed
     * @param acl the node's ACL to filter by, null if anyone may be told
     */
    record Missed(int type, String path, @Nullable List<AclEntry> acl) {}

    /**
     * The touches of a KeepAlive are in the leases, behind a barrier begun after its arrival. It may come before messages
     * that were sent before it.
     *
     * @param position how many messages, those of this type not counted, were sent on this link before it
     * @param inPlace whether it acknowledges touches only when that many have been handled: a touch was refused, and what
     *     says so comes before. What else follows from the order of things waits for the position in any case.
     */
    record KeepAliveAnswer(long id, long position, boolean inPlace) implements ToProxy {}

    private static int addMs(int ageMs, long nanos) {
        return (int) Math.min(Integer.MAX_VALUE, ageMs + nanos / 1_000_000);
    }
}
