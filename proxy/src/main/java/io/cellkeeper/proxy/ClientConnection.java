package io.cellkeeper.proxy;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.Acls;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ConnectRequest;
import io.cellkeeper.protocol.Identity;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection: awaiting connect → (waiting for a leader →) opening → open → closing → closed, skipping forward
 * only. Outside the core it is a handle. Owned by the core's thread.
 */
public final class ClientConnection {
    /** Where a connection stands. */
    enum State {
        /** Nothing has come yet. */
        AWAITING_CONNECT,
        /** It wants a session and there is no leader. */
        WAITING_FOR_LEADER,
        /** The leader was asked for its session. */
        OPENING,
        /** It has its session. */
        OPEN,
        /** What it sends is ignored; it is closed when everything for it has been sent. */
        CLOSING,
        /** Its socket is given up. */
        CLOSED
    }

    /** Requests, or bytes of them, that are unanswered before its socket is read no more (decision 13). */
    private static final int WINDOW_REQUESTS = 1_000;

    private static final int WINDOW_BYTES = 4 << 20;

    /** Bytes unsent above which a connection's next requests wait. */
    private static final int BUSY_OUTBOX = 1 << 20;

    final ClientOut out;
    final Watcher watcher;
    /** Counts this proxy's connections. */
    final long ordinal;

    final ConnectionStats stats = new ConnectionStats();
    State state = State.AWAITING_CONNECT;
    /** By when the present state must have ended; without meaning when open. */
    long deadlineNanos;
    /** When its newest packet was received. */
    long packetNanos;
    /** When the leader was asked for the session. */
    long openSentNanos;
    /** The newest zxid in a reply to it. */
    long shownZxid;
    /** The newest command that was sent on an earlier link as well. */
    long resentNumber;
    /** Whether it is listed as having something to flush. Kept by {@link Connections}. */
    boolean ready;
    /** Whether it is listed as having something to report. Kept by {@link KeepAlives}. */
    boolean toReport;
    /** Closing: what is left promises nothing, since the session is over, and leaves whatever the lease. */
    boolean unconditional;
    /** Closing: what may not leave at once is not waited for. */
    boolean abandonHeld;
    /** Set when a request was accepted after which nothing more is (rule 3.9): a close, or one refused for good. */
    boolean inputEnded;

    /** Whether it has proven an identity of a required scheme. Kept by {@link Authentication}. */
    boolean authenticated;

    /** What it has proven takes about so many bytes. Kept by {@link Authentication}. */
    long provenBytes;

    private final InetSocketAddress remote;
    private final long connectedNanos;
    private final Backlog backlog;
    private final RequestQueue queue;
    private final Outbox outbox = new Outbox();
    private final ArrayDeque<Frame> inbox = new ArrayDeque<>();
    private long inboxBytes;
    private boolean reading = true;
    private List<Identity> identities;
    private @Nullable ConnectRequest connect;
    private @Nullable SessionAttachment session;

    /** A request that waits for its turn. */
    record Frame(ByteRange bytes, long receivedNanos) {}

    ClientConnection(ClientOut out, InetSocketAddress remote, String ip, Connections connections, long nowNanos) {
        this.out = out;
        this.remote = remote;
        connectedNanos = nowNanos;
        backlog = connections.backlog();
        queue = new RequestQueue(backlog);
        ordinal = connections.nextOrdinal();
        identities = List.of(new Identity("ip", ip));
        watcher = new Watcher() {
            @Override
            boolean mayRead(@Nullable List<AclEntry> acl) {
                return acl == null || Acls.permits(acl, AclEntry.READ, identities);
            }

            @Override
            void deliver(Packet event) {
                connections.send(ClientConnection.this, event);
            }

            @Override
            long session() {
                SessionAttachment attached = session;
                return attached == null ? 0 : attached.id;
            }
        };
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    InetSocketAddress remote() {
        return remote;
    }

    /** The address by which connections are counted and {@code ip} ACLs judged (rule 11.6). */
    String ip() {
        return identities.get(0).id();
    }

    long connectedNanos() {
        return connectedNanos;
    }

    RequestQueue queue() {
        return queue;
    }

    Outbox outbox() {
        return outbox;
    }

    /** In order of acquisition, the address first (rule 8.16.1). */
    List<Identity> identities() {
        return identities;
    }

    /** Adds what the connection has proven and didn't have yet (rule 11.7). */
    void addIdentities(List<Identity> proven) {
        List<Identity> all = new ArrayList<>(identities);
        for (Identity identity : proven) {
            if (!all.contains(identity)) {
                all.add(identity);
            }
        }
        identities = List.copyOf(all);
    }

    @Nullable
    ConnectRequest connect() {
        return connect;
    }

    void setConnect(ConnectRequest request) {
        connect = request;
    }

    /** Null before the session is open. */
    @Nullable
    SessionAttachment session() {
        return session;
    }

    /** That of a connection known to have one. */
    SessionAttachment attachment() {
        SessionAttachment attached = session;
        if (attached == null) {
            throw new IllegalStateException(this + " has no session");
        }
        return attached;
    }

    void attach(SessionAttachment attachment) {
        session = attachment;
        state = State.OPEN;
    }

    /** Puts a frame behind those that wait. */
    void defer(ByteRange frame, long receivedNanos) {
        inbox.add(new Frame(frame, receivedNanos));
        inboxBytes += frame.length();
        backlog.add(frame.length());
    }

    /** The next frame that waits, if it may be handled now. */
    @Nullable
    Frame nextDeferred() {
        if (!mayHandle()) {
            return null;
        }
        Frame frame = inbox.poll();
        if (frame != null) {
            inboxBytes -= frame.bytes().length();
            backlog.remove(frame.bytes().length());
        }
        return frame;
    }

    boolean hasDeferred() {
        return !inbox.isEmpty();
    }

    /** Whether another request may be handled now: it is open, and neither its window nor its outbox is full. */
    boolean mayHandle() {
        return state == State.OPEN
                && !inputEnded
                && queue.size() < WINDOW_REQUESTS
                && queue.bytes() < WINDOW_BYTES
                && outbox.unsent() < BUSY_OUTBOX;
    }

    /**
     * Reads the socket while its window has room, and that of all connections unless nothing waits here, or not. What waits
     * counts, held output doesn't (decision 7).
     */
    void updateReading() {
        long waiting = queue.bytes() + inboxBytes;
        boolean hasRoom = queue.size() + inbox.size() < WINDOW_REQUESTS
                && waiting < WINDOW_BYTES
                && (waiting == 0 || !backlog.isFull());
        // What comes after the end is read and ignored: closing with bytes unread would reset, and lose the last reply.
        boolean wanted = inputEnded || hasRoom;
        if (wanted != reading && state != State.CLOSED) {
            reading = wanted;
            out.setReading(wanted);
        }
    }

    /** Forgets what came and was not handled. */
    void dropInput() {
        inputEnded = true;
        inbox.clear();
        backlog.remove(inboxBytes);
        inboxBytes = 0;
    }

    @Override
    public String toString() {
        SessionAttachment attached = session;
        return remote + (attached == null ? "" : " session 0x" + Long.toHexString(attached.id)) + " " + state;
    }
}
