package io.cellkeeper.testkit.sim;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.testkit.sim.ClientCall.Reply;
import io.cellkeeper.testkit.time.Dice;
import io.cellkeeper.testkit.time.DriftingClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A client as ZooKeeper's own library is one: pipelines, pings after a third of its timeout without sending, gives a
 * connection up after two thirds of silence, comes back elsewhere with session, password and newest zxid, sets its watches
 * again, and learns from the answer to connect that its session is over.
 */
final class SimClient extends SimProcess {
    private final Map<SimConnection, Long> sessions = new HashMap<>();
    private static final long MS = 1_000_000;
    private static final long TICK_NANOS = 20 * MS;
    private static final int EVENT_XID = -1;
    private static final ByteRange NO_PASSWORD = ByteRange.of(new byte[16]);

    private final Cell cell;
    private final Dice dice;
    private final ClientProgram program;
    private final ReplyChecks checks;
    private final Deque<ClientCall> pending = new ArrayDeque<>();
    private final int askedTimeoutMs;

    private State state = State.DISCONNECTED;
    private @Nullable Link link;
    private int lastReplica = -1;
    private long session;
    private ByteRange password = NO_PASSWORD;
    private int timeoutMs;
    private long lastZxid;
    private int lastXid;
    private long connectingSince;
    private long heardAt;
    private long sentAt;
    private long reachedAt;
    private boolean closing;

    private enum State {
        DISCONNECTED,
        CONNECTING,
        CONNECTED
    }

    SimClient(int id, Cell cell, DriftingClock clock, Dice dice) {
        super(id, "client-" + id, cell.agenda(), clock);
        this.cell = cell;
        this.dice = dice;
        askedTimeoutMs = dice.between(400, 1600);
        timeoutMs = askedTimeoutMs;
        checks = new ReplyChecks(name, cell);
        program = new ClientProgram(this, cell, dice.split());
    }

    void start() {
        connect();
        tick();
        program.start();
    }

    /** Its session; 0 while it has none. */
    long session() {
        return session;
    }

    /** The session that it has, or had, on this connection; 0 for none: what it sent may arrive after it has given up. */
    private long sessionOn(SimConnection connection) {
        return sessions.getOrDefault(connection, 0L);
    }

    boolean isConnected() {
        return state == State.CONNECTED && !closing;
    }

    ClientProgram program() {
        return program;
    }

    int pendingCalls() {
        return pending.size();
    }

    WatchBook watches() {
        return checks.watches();
    }

    /** Takes the next xid. */
    int nextXid() {
        return ++lastXid;
    }

    /**
     * Whether it has reason to believe in its session: it is connected, and no more than two thirds of the timeout have
     * passed on its clock since the last packet reached its host.
     */
    boolean believes() {
        return isUp() && isConnected() && agenda.now() - reachedAt <= clock.realOf(silenceNanos());
    }

    /** Sends a request; its answer, or the loss of the connection, is told to {@link ClientCall#then}. */
    void call(ClientCall call) {
        Link to = link;
        if (!isConnected() || to == null) {
            throw new IllegalStateException(name + " is not connected");
        }
        checks.invoked(call);
        cell.trace().say(name, () -> "asks " + call);
        pending.add(call);
        send(to, call.frame);
    }

    /** Closes its session; then it begins again with a new one. */
    void closeSession() {
        if (isConnected()) {
            int xid = nextXid();
            call(new ClientCall(
                    OpCode.CLOSE_SESSION, "", xid, ClientWire.bare(xid, OpCode.CLOSE_SESSION), -1, -1, false, reply -> {
                        if (reply != null) {
                            endSession();
                        }
                    }));
            closing = true;
            program.sessionEnds();
        }
    }

    /** Its process ends, or its host: then nobody is told. The session is left to expire. */
    void abandon(boolean silently) {
        cell.trace().say(name, () -> "is gone" + (silently ? ", silently" : ""));
        Link left = link;
        if (!silently && left != null) {
            left.side.close();
        }
        crash();
        forget();
        program.sessionEnds();
    }

    /** Begins anew, as another process would. */
    void comeBack() {
        restart();
        cell.trace().say(name, () -> "begins again");
        lastZxid = 0;
        checks.begin();
        start();
    }

    /** Loses its connection. */
    void disconnect(String why) {
        Link lost = link;
        if (lost == null) {
            return;
        }
        cell.trace().say(name, () -> "disconnects: " + why);
        link = null;
        lost.side.close();
        disconnected();
    }

    private void forget() {
        link = null;
        state = State.DISCONNECTED;
        for (ClientCall call : pending) {
            checks.unknown(session, call);
        }
        pending.clear();
        session = 0;
        password = NO_PASSWORD;
        closing = false;
        checks.sessionOver();
    }

    private void endSession() {
        Link left = link;
        if (left != null) {
            left.side.close();
        }
        forget();
        later(dice.between(10 * MS, 200 * MS), this::connect);
    }

    private void tick() {
        long now = now();
        if (state == State.CONNECTED && now - heardAt > silenceNanos()) {
            disconnect("silence");
        } else if (state == State.CONNECTING && now - connectingSince > Math.max(silenceNanos(), 300 * MS)) {
            disconnect("no answer to connect");
        } else if (isConnected() && now - sentAt > timeoutMs * MS / 3) {
            ping();
        }
        later(TICK_NANOS, this::tick);
    }

    private long silenceNanos() {
        return timeoutMs * 2L * MS / 3;
    }

    private void ping() {
        Link to = link;
        if (to != null) {
            ClientCall call = new ClientCall(
                    OpCode.PING,
                    "",
                    ClientWire.PING_XID,
                    ClientWire.bare(ClientWire.PING_XID, OpCode.PING),
                    -1,
                    -1,
                    false,
                    reply -> {});
            checks.invoked(call);
            pending.add(call);
            send(to, call.frame);
        }
    }

    private void connect() {
        if (state != State.DISCONNECTED) {
            return;
        }
        state = State.CONNECTING;
        connectingSince = now();
        int replica = dice.between(0, cell.size() - 1);
        if (replica == lastReplica && dice.perMille(700)) {
            replica = (replica + 1) % cell.size();
        }
        lastReplica = replica;
        Link opened = new Link(cell.connectClient(this, session, this::sessionOn, replica));
        link = opened;
        send(opened, ClientWire.connect(lastZxid, askedTimeoutMs, session, password));
    }

    private void send(Link to, ByteRange frame) {
        sentAt = now();
        to.side.send(frame);
    }

    private void disconnected() {
        state = State.DISCONNECTED;
        closing = false;
        checks.disconnected();
        List<ClientCall> lost = new ArrayList<>(pending);
        pending.clear();
        program.disconnected();
        for (ClientCall call : lost) {
            checks.unknown(session, call);
            call.then.answered(null);
        }
        later(pauseBeforeConnect(), this::connect);
    }

    /** Short, as a rule; sometimes so long that it meets the end of its session. */
    private long pauseBeforeConnect() {
        if (dice.perMille(80)) {
            return dice.between(timeoutMs / 2, timeoutMs + 2 * Cell.GRACE_MS) * MS;
        }
        return dice.between(2 * MS, dice.perMille(200) ? 400 * MS : 60 * MS);
    }

    private void packet(ByteRange frame) {
        heardAt = now();
        WireReader in = new WireReader(frame);
        if (state == State.CONNECTING) {
            connected(in);
            return;
        }
        int xid = in.readInt();
        long zxid = in.readLong();
        int error = in.readInt();
        if (xid == EVENT_XID) {
            int type = in.readInt();
            in.readInt();
            String path = in.readString();
            cell.trace().say(name, () -> "event " + type + " " + path + " at " + Long.toHexString(zxid));
            checks.event(type, path, zxid);
            cell.coverage().count(Coverage.Kind.EVENT);
            program.event(type, path);
            return;
        }
        ClientCall call = pending.poll();
        Reply reply = new Reply(zxid, error, in.readBytes(in.remaining()));
        cell.trace().say(name, () -> "answered " + call + ": " + error + " at " + Long.toHexString(zxid));
        checks.answered(call, xid, reply);
        if (call != null) {
            lastZxid = Math.max(lastZxid, zxid);
            call.then.answered(reply);
        }
    }

    private void connected(WireReader in) {
        in.readInt();
        int negotiated = in.readInt();
        long id = in.readLong();
        ByteRange secret = in.readBuffer();
        if (negotiated <= 0 || secret == null) {
            cell.trace().say(name, () -> "learns that its session 0x" + Long.toHexString(session) + " is over");
            checks.toldExpired(session);
            Link left = link;
            forget();
            program.sessionEnds();
            if (left != null) {
                left.side.close();
            }
            later(dice.between(MS, 100 * MS), this::connect);
            return;
        }
        boolean again = session != 0;
        checks.opened(session, id);
        session = id;
        Link present = link;
        if (present != null) {
            sessions.put(present.side.connection(), id);
        }
        password = secret;
        timeoutMs = negotiated;
        state = State.CONNECTED;
        cell.trace()
                .say(
                        name,
                        () -> "has session 0x" + Long.toHexString(id) + " of " + negotiated + " ms at "
                                + cell.replica(lastReplica).name);
        if (again) {
            cell.coverage().count(Coverage.Kind.RECONNECT);
            setWatches();
        }
        program.connected();
    }

    private void setWatches() {
        WatchBook watches = checks.watches();
        if (watches.isEmpty()) {
            checks.nothingToRestore();
            return;
        }
        long relative = lastZxid;
        call(new ClientCall(
                OpCode.SET_WATCHES2,
                "",
                ClientWire.SET_WATCHES_XID,
                ClientWire.setWatches(
                        relative,
                        watches.paths(WatchBook.Table.DATA),
                        watches.paths(WatchBook.Table.EXIST),
                        watches.paths(WatchBook.Table.CHILD),
                        watches.paths(WatchBook.Table.PERSISTENT)),
                -1,
                -1,
                false,
                reply -> {
                    if (reply != null) {
                        watches.restored(relative, reply.zxid());
                    }
                }));
    }

    /** Its end of one connection. */
    private final class Link implements SimConnection.End {
        private final SimConnection.Side side;
        private final FrameSplitter atHost = new FrameSplitter();
        private final FrameSplitter received = new FrameSplitter();

        Link(SimConnection.Side side) {
            this.side = side;
            side.attach(this);
        }

        @Override
        public void reached(Object bytes) {
            // Only a whole packet counts as one.
            if (!atHost.take((ByteRange) bytes).isEmpty() && link == this) {
                reachedAt = agenda.now();
                if (state == State.CONNECTED) {
                    cell.leases().promised(SimClient.this);
                }
            }
        }

        @Override
        public void received(Object bytes) {
            for (ByteRange frame : received.take((ByteRange) bytes)) {
                if (link == this) {
                    packet(frame);
                }
            }
        }

        @Override
        public void lost() {
            if (link == this) {
                link = null;
                cell.trace().say(name, () -> "has lost its connection");
                if (closing) {
                    // Whether its session is closed it learns by coming back with it.
                    closing = false;
                }
                disconnected();
            }
        }
    }
}
