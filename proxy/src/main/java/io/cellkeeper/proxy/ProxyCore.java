package io.cellkeeper.proxy;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.proxy.ClientConnection.State;
import io.cellkeeper.proxy.link.ArrivingBody;
import io.cellkeeper.proxy.link.LeaderOut;
import io.cellkeeper.proxy.link.LinkMessage.CatchUp;
import io.cellkeeper.proxy.link.LinkMessage.Changed;
import io.cellkeeper.proxy.link.LinkMessage.KeepAliveAnswer;
import io.cellkeeper.proxy.link.LinkMessage.ReadAnswer;
import io.cellkeeper.proxy.link.LinkMessage.Refused;
import io.cellkeeper.proxy.link.LinkMessage.ReplayEnd;
import io.cellkeeper.proxy.link.LinkMessage.Result;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import io.cellkeeper.proxy.link.LinkMessage.SessionOpened;
import io.cellkeeper.proxy.link.LinkMessage.SessionRefused;
import io.cellkeeper.proxy.link.LinkMessage.ToProxy;
import io.cellkeeper.proxy.link.LinkMessage.Welcome;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A proxy without its sockets, link and clock: events come in, bytes and messages go out through {@link ClientOut} and
 * {@link LeaderOut}. Single-threaded; nothing blocks. Times are nanoseconds of one monotonic clock. After the events of one
 * pass of the loop, {@link #flush} sends what they brought.
 */
public final class ProxyCore {
    /** How often {@link #tick} must be called at least: touches asked for wait no longer. */
    public static final long TICK_NANOS = 20_000_000L;

    private static final long SWEEP_NANOS = 100_000_000L;

    /** Output held for want of leave, above which a connection with more than one packet is closed (decision 7). */
    private static final long MAX_HELD = 1 << 20;

    /** Output that a client doesn't read, above which a connection with more than one packet is closed (rule 10.30). */
    private static final long MAX_UNREAD = 64 << 20;

    private final ProxySettings settings;
    private final StreamPosition position = new StreamPosition();
    private final ConnectionStats total = new ConnectionStats();
    private final WatchTable watches = new WatchTable(this::unwatched);
    private final Connections connections;
    private final Handshake handshake;
    private final RequestIntake intake;
    private final LinkAnswers answers;
    private final Resumption resumption;
    private final LeaderAbsence absence = new LeaderAbsence();
    private final Consumer<ClientConnection> touched = this::writable;
    private @Nullable LeaderLink link;
    private long sweptNanos;

    public ProxyCore(ProxySettings settings) {
        this.settings = settings;
        connections = new Connections(watches, total, new Backlog(settings.maxOutstandingBytes()));
        handshake = new Handshake(connections);
        resumption = new Resumption(connections, watches, position);
        LocalOperations local = new LocalOperations(connections, watches, position, total);
        intake = new RequestIntake(connections, local, new Authentication(settings));
        answers = new LinkAnswers(connections, watches, position, local, intake);
    }

    /** A client has connected. The connection may be reset in this call: too many from its address, or altogether. */
    public ClientConnection connected(ClientOut out, InetSocketAddress remote, long nowNanos) {
        ClientConnection connection = new ClientConnection(out, remote, addressOf(remote), connections, nowNanos);
        connection.deadlineNanos = nowNanos + Handshake.TIMEOUT_NANOS;
        connections.admit(connection, settings.maxClientCnxns(), settings.maxCnxns());
        return connection;
    }

    /** A client has sent a frame, which was read just now. */
    public void frame(ClientConnection connection, ByteRange frame, long nowNanos) {
        frame(connection, frame, nowNanos, nowNanos);
    }

    /**
     * A client has sent a frame.
     *
     * @param frame what follows the length; its array is never written again
     * @param receivedNanos when it was read from the socket: the time of a touch (I8, I9)
     */
    public void frame(ClientConnection connection, ByteRange frame, long receivedNanos, long nowNanos) {
        if (connection.inputEnded || connection.state.compareTo(State.CLOSING) >= 0) {
            return;
        }
        connection.stats.received++;
        total.received++;
        connection.packetNanos = receivedNanos;
        LeaderLink up = link;
        if (connection.state == State.AWAITING_CONNECT) {
            handshake.connectRequest(connection, frame, up, nowNanos);
        } else if (connection.isOpen()) {
            packetReceived(connection, up, receivedNanos);
            if (connection.mayHandle() && !connection.hasDeferred()) {
                intake.request(connection, frame, receivedNanos, up, nowNanos);
            } else {
                connection.defer(frame, receivedNanos);
            }
        } else {
            connection.defer(frame, receivedNanos);
        }
        connection.updateReading();
    }

    /** A client has sent what can't be a frame: it is closed without an answer (rule 1.7). */
    public void malformed(ClientConnection connection, long nowNanos) {
        connections.close(connection, CloseReason.MALFORMED, nowNanos);
    }

    /** A client's socket takes more again. */
    public void writable(ClientConnection connection) {
        if (!connection.outbox().isEmpty()) {
            connections.markReady(connection);
        }
    }

    /** The leave that output had ({@link ClientOut#leaveUntil}) ended before it left: it didn't, and nothing more may. */
    public void leaveLapsed(ClientConnection connection) {
        connections.reset(connection, CloseReason.SILENT);
    }

    /** A client's socket is gone. */
    public void disconnected(ClientConnection connection) {
        connections.disconnected(connection);
    }

    /**
     * The leader has welcomed this proxy on a link. One that was up before is down now. Open connections go on: what is
     * unanswered is sent again, and what was missed is told (design: fail-over).
     */
    public void linkUp(Welcome welcome, LeaderOut leader, long nowNanos) {
        linkDown(nowNanos);
        LeaderLink up = new LeaderLink(leader, welcome, watches, nowNanos);
        link = up;
        absence.ends();
        resumption.linkUp(up, nowNanos);
        handshake.linkUp(up, nowNanos);
    }

    /**
     * The link is down. Open connections are kept for some time (decision 10); those whose session was asked for are reset, as
     * nobody knows what became of that. Those that have not been asked for yet wait for the next link. A body that
     * was on its way never comes, so its connection is reset too.
     */
    public void linkDown(long nowNanos) {
        if (link == null) {
            return;
        }
        link = null;
        absence.begins(nowNanos);
        for (ClientConnection connection : connections.snapshot()) {
            if (connection.state == State.OPENING || connection.outbox().awaitsBody()) {
                connections.reset(connection, CloseReason.LINK_DOWN);
            }
        }
    }

    /** This proxy ends: every connection is reset, and clients go elsewhere with their sessions. */
    public void stop(long nowNanos) {
        linkDown(nowNanos);
        for (ClientConnection connection : connections.snapshot()) {
            connections.reset(connection, CloseReason.STOPPING);
        }
    }

    /** The leader has sent a message, other than its answer to hello. Ignored while no link is up. */
    public void message(ToProxy message, long nowNanos) {
        message(message, null, nowNanos);
    }

    /**
     * The leader has sent a result or the answer to a read, whose body is still on its way: its place in the order is here,
     * and everything but the reply's bytes follows from it now. Ignored while no link is up.
     */
    public void answerBegun(ToProxy answer, ArrivingBody body, long nowNanos) {
        message(answer, body, nowNanos);
    }

    private void message(ToProxy message, @Nullable ArrivingBody arriving, long nowNanos) {
        LeaderLink up = link;
        if (up == null) {
            return;
        }
        if (message instanceof KeepAliveAnswer answer) {
            up.keepAlives.answered(answer, up.handled(), touched);
            return;
        }
        if (message instanceof Result result) {
            answers.result(result, arriving, up, nowNanos);
        } else if (message instanceof ReadAnswer answer) {
            answers.readAnswer(answer, arriving, up, nowNanos);
        } else if (message instanceof Changed changed) {
            resumption.changed(changed);
        } else if (message instanceof SessionGone gone) {
            answers.sessionGone(gone, up, nowNanos);
        } else if (message instanceof SessionOpened opened) {
            sessionOpened(opened, up, nowNanos);
        } else if (message instanceof SessionRefused refused) {
            handshake.refused(refused, up, nowNanos);
        } else if (message instanceof ReplayEnd end) {
            resumption.replayEnded(end, up);
        } else if (message instanceof CatchUp catchUp) {
            resumption.catchUp(catchUp, nowNanos);
        } else if (message instanceof Welcome || message instanceof Refused) {
            throw new IllegalArgumentException("an answer to hello on a link that is up: " + message);
        } else {
            throw new AssertionError(message);
        }
        up.keepAlives.handledUpTo(up.messageHandled(), touched);
    }

    /** Time has passed: call at least every {@link #TICK_NANOS}. */
    public void tick(long nowNanos) {
        LeaderLink up = link;
        if (up != null) {
            up.keepAlives.tick(nowNanos);
        }
        if (nowNanos - sweptNanos >= SWEEP_NANOS) {
            sweptNanos = nowNanos;
            sweep(nowNanos);
        }
    }

    /**
     * Sends what there is to send, as far as the sockets take it and the leases allow.
     *
     * @param clock read for each connection: the check of I9 is made when the bytes leave
     */
    public void flush(LongSupplier clock) {
        for (List<ClientConnection> ready = connections.takeReady();
                !ready.isEmpty();
                ready = connections.takeReady()) {
            for (ClientConnection connection : ready) {
                flush(connection, clock.getAsLong());
            }
        }
    }

    /** Whether there is a leader: without one nothing is served (rule 15.3). */
    public boolean isServing() {
        return link != null;
    }

    /** What tools are shown of this proxy. */
    public ProxyView view(long nowNanos) {
        return ProxyView.of(connections, watches, total, position.zxid(), nowNanos);
    }

    /** Bytes of requests that are not answered yet. */
    public long outstandingBytes() {
        return connections.backlog().bytes();
    }

    /** How connections ended so far, by reason. */
    public Map<CloseReason, Long> closedByReason() {
        return connections.closedByReason();
    }

    /** Paths with the sessions that watch them, each pair once. */
    public List<WatchView> watches() {
        return WatchView.of(watches);
    }

    /** Forgets the statistics of the proxy as a whole ({@code srst}). */
    public void resetServerStats() {
        total.reset();
    }

    /** Forgets the statistics of all connections ({@code crst}). */
    public void resetConnectionStats() {
        for (ClientConnection connection : connections.snapshot()) {
            connection.stats.reset();
        }
    }

    private void flush(ClientConnection connection, long nowNanos) {
        if (connection.state == State.CLOSED) {
            return;
        }
        SessionAttachment session = connection.session();
        boolean maySend = true;
        long leaveUntilNanos = nowNanos + ClientOut.UNLIMITED_NANOS;
        if (session != null && !connection.unconditional) {
            maySend = session.mayPromise(nowNanos);
            // Without leave only what promises nothing is written.
            leaveUntilNanos = maySend ? session.promiseEndsNanos() : leaveUntilNanos;
        }
        connection.out.leaveUntil(leaveUntilNanos);
        switch (connection.outbox().drain(connection.out, maySend)) {
            case EMPTY -> emptied(connection, nowNanos);
            case UNWRITABLE, ARRIVING -> {
                if (connection.outbox().unsent() > MAX_UNREAD
                        && connection.outbox().size() > 1) {
                    connections.reset(connection, CloseReason.SLOW_READER);
                }
            }
            case HELD -> held(connection);
        }
    }

    private void emptied(ClientConnection connection, long nowNanos) {
        if (connection.state == State.CLOSING) {
            connection.out.closeAfterFlush();
        } else if (connection.hasDeferred() && connection.isOpen()) {
            intake.drain(connection, link, nowNanos);
        }
    }

    /** Output waits for an acknowledged touch, which a flush of touches brings if the client has sent anything since. */
    private void held(ClientConnection connection) {
        Outbox outbox = connection.outbox();
        SessionAttachment session = connection.session();
        if (connection.abandonHeld || !outbox.hasBegun()) {
            // An answer to connect is not held: it would promise a session that may be gone (decision 7).
            connections.reset(connection, CloseReason.SILENT);
        } else if (outbox.unsent() > MAX_HELD && outbox.size() > 1) {
            connections.reset(connection, CloseReason.HELD_TOO_MUCH);
        } else if (link != null && session != null && session.hasUnreportedPacket()) {
            link.keepAlives.ask();
        }
    }

    private void packetReceived(ClientConnection connection, @Nullable LeaderLink up, long receivedNanos) {
        connection.attachment().packetReceived(receivedNanos);
        if (up != null) {
            up.keepAlives.mark(connection);
        }
        if (!connection.outbox().isEmpty()) {
            connections.markReady(connection);
        }
    }

    private void sessionOpened(SessionOpened opened, LeaderLink up, long nowNanos) {
        ClientConnection before = connections.find(opened.session());
        if (before != null) {
            answers.abandon(before, up, CloseReason.SESSION_MOVED, nowNanos);
        }
        position.answerHandled(opened.zxid());
        ClientConnection connection = handshake.opened(opened, up);
        if (connection != null) {
            up.keepAlives.mark(connection);
            intake.drain(connection, up, nowNanos);
        }
    }

    private void sweep(long nowNanos) {
        for (ClientConnection connection : connections.snapshot()) {
            boolean late = nowNanos - connection.deadlineNanos > 0;
            switch (connection.state) {
                case AWAITING_CONNECT, OPENING -> {
                    if (late) {
                        connections.close(connection, CloseReason.TIMED_OUT, nowNanos);
                    }
                }
                case WAITING_FOR_LEADER -> {
                    if (late) {
                        connections.close(connection, CloseReason.NO_LEADER, nowNanos);
                    }
                }
                case OPEN -> {
                    SessionAttachment session = connection.session();
                    connection.updateReading();
                    if (session != null && session.mustClose(nowNanos)) {
                        connections.reset(connection, CloseReason.SILENT);
                    } else if (absence.mustClose(connection.ordinal, nowNanos)) {
                        connections.reset(connection, CloseReason.NO_LEADER);
                    }
                }
                case CLOSING -> {
                    if (late) {
                        connections.reset(connection, CloseReason.TIMED_OUT);
                    }
                }
                case CLOSED -> {}
            }
        }
    }

    private void unwatched(String path) {
        if (link != null) {
            link.interests.unwatched(path);
        }
    }

    /** The address as {@code ip} ACLs have it: without the zone of a local IPv6 address. */
    private static String addressOf(InetSocketAddress remote) {
        InetAddress address = remote.getAddress();
        String text = address == null ? remote.getHostString() : address.getHostAddress();
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }
}
