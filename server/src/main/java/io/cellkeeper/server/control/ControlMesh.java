package io.cellkeeper.server.control;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.proxy.link.Transport;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.collection.IntObjectHashMap;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * This process's control connections: one that it has opened to each other server, on which it asks and tells, and those
 * that the others have opened to it, on which it answers and hears. Lost ones are opened again, with a growing pause.
 *
 * <p>All on the event loop.
 */
public final class ControlMesh {
    /** Another server: its number, and where its election port is. */
    public record Peer(int myid, String host, int port) {}

    private final EventLoop loop;
    private final Transport transport;
    private final Executor background;
    private final int myid;
    private final ControlListener listener;
    private final IntObjectHashMap<OutgoingControl> outgoing = new IntObjectHashMap<>();
    private final IntObjectHashMap<IncomingControl> incoming = new IntObjectHashMap<>();
    private @Nullable UUID cell;
    private ControlListener.@Nullable TermSource terms;
    private @Nullable FoundingReport founding;
    /**
     * @param myid this server's number
     * @param background for looking up host names, which may wait
     */
    public ControlMesh(EventLoop loop, Transport transport, Executor background, int myid, ControlListener listener) {
        this.loop = loop;
        this.transport = transport;
        this.background = background;
        this.myid = myid;
        this.listener = listener;
    }

    /** Begins to connect to the others, and to accept their connections: once. */
    public void start(List<Peer> peers) {
        for (Peer peer : peers) {
            OutgoingControl connection = new OutgoingControl(this, loop, transport, background, peer);
            outgoing.put(peer.myid(), connection);
            connection.open();
        }
    }

    /** Closes all connections and opens none any more. */
    public void stop() {
        outgoing.values().forEach(OutgoingControl::stop);
        for (IncomingControl each : List.copyOf(incoming.values())) {
            each.close();
        }
    }

    /** From now on this replica has a term to tell: that of its part in this cell. */
    public void reportTerms(UUID ofCell, ControlListener.TermSource source) {
        cell = ofCell;
        terms = source;
    }

    /** Asks every other replica of the cell for its term; answers come as {@link ControlListener#termReport}. */
    public void askTerms(long round) {
        UUID ofCell = cell;
        if (ofCell != null) {
            tell(new ControlMessage.TermRequest(ofCell, round));
        }
    }

    /** Tells the others how far the founding is here, now and whenever a connection comes up. */
    public void report(FoundingReport report) {
        founding = report;
        tell(new ControlMessage.Founding(report));
    }

    /**
     * Tells the others whom this replica knows as leader.
     *
     * @param leader the leader's Raft id, empty for nobody
     */
    public void hintLeader(long term, String leader) {
        tell(new ControlMessage.LeaderHint(term, leader));
    }

    /** Tells the others that this replica has lost its leader, or has it again. */
    public void tell(UUID ofCell, LeaderLoss loss) {
        tell(new ControlMessage.LeaderLost(ofCell, loss));
    }

    /** Whether a connection with this server is up, in either direction. */
    public boolean isConnected(int other) {
        return incoming.containsKey(other) || isOutgoingUp(other);
    }

    /** Servers with which both connections are up. */
    public int connectedCount() {
        int count = 0;
        for (OutgoingControl each : outgoing.values()) {
            if (each.isUp() && incoming.containsKey(each.peer().myid())) {
                count++;
            }
        }
        return count;
    }

    /**
     * Takes over an accepted connection on which another replica has begun to speak.
     *
     * @param channel its pipeline hands on frames as {@link ByteRange}s, on the event loop
     * @param hello the first frame
     */
    public void accept(Channel channel, ByteRange hello) {
        new IncomingControl(this, channel).begin(hello);
    }

    int myid() {
        return myid;
    }

    boolean isPeer(int other) {
        return outgoing.containsKey(other);
    }

    /** A connection that this process has opened was answered. */
    void up(OutgoingControl connection) {
        if (founding != null) {
            connection.send(new ControlMessage.Founding(founding));
        }
        if (!incoming.containsKey(connection.peer().myid())) {
            listener.back(connection.peer().myid());
        }
    }

    void down(OutgoingControl connection, boolean endedByPeer) {
        endedWith(connection.peer().myid(), endedByPeer);
    }

    /** A connection of another server came up; it replaces one that it may have lost. */
    void up(IncomingControl connection) {
        IncomingControl before = incoming.put(connection.peer(), connection);
        if (before != null) {
            before.close();
        } else if (!isOutgoingUp(connection.peer())) {
            listener.back(connection.peer());
        }
    }

    void down(IncomingControl connection, boolean endedByPeer) {
        if (incoming.get(connection.peer()) == connection) {
            incoming.remove(connection.peer());
            listener.lost(connection.peer());
            endedWith(connection.peer(), endedByPeer);
        }
    }

    /**
     * When a process dies, the system ends all its connections: the end of one of two says nothing. Nor does an end by
     * this side, after silence for instance.
     */
    private void endedWith(int peer, boolean endedByPeer) {
        if (endedByPeer && !isConnected(peer)) {
            listener.gone(peer);
        }
    }

    private boolean isOutgoingUp(int other) {
        OutgoingControl opened = outgoing.get(other);
        return opened != null && opened.isUp();
    }

    /** A message on a connection of another server's. */
    void heard(IncomingControl connection, ControlMessage message) {
        if (message instanceof ControlMessage.TermRequest request) {
            connection.send(answer(request));
        } else if (message instanceof ControlMessage.Founding told) {
            if (told.report().myid() != connection.peer()) {
                connection.fail("a founding report of server " + told.report().myid());
            } else {
                listener.foundingReport(told.report());
            }
        } else if (message instanceof ControlMessage.LeaderHint hint) {
            listener.leaderHint(connection.peer(), hint.term(), hint.leader());
        } else if (message instanceof ControlMessage.LeaderLost told) {
            heard(connection, told);
        } else if (message instanceof ControlMessage.Ping) {
            connection.send(message);
        } else {
            connection.fail("not to be asked: " + message);
        }
    }

    private void heard(IncomingControl connection, ControlMessage.LeaderLost told) {
        if (!told.loss().voter().startsWith(connection.peer() + "-")) {
            connection.fail("server " + connection.peer() + " speaks for another");
        } else if (told.cell().equals(cell)) {
            listener.leaderLost(told.loss());
        }
    }

    /** An answer on a connection of this server's. */
    void heard(OutgoingControl connection, ControlMessage message) {
        if (message instanceof ControlMessage.TermReport report) {
            // A server answers for no replica but its own: Raft ids are <myid>-<incarnation>.
            if (report.raftId().startsWith(connection.peer().myid() + "-")) {
                listener.termReport(report.raftId(), report.round(), report.term());
            }
        } else if (!(message instanceof ControlMessage.Ping)) {
            connection.fail("not asked for: " + message);
        }
    }

    /** †: the term is read when the answer is written, and only while this replica's part in the cell is running. */
    private ControlMessage.TermReport answer(ControlMessage.TermRequest request) {
        ControlListener.TermSource source = terms;
        long term = source != null && request.cell().equals(cell) ? source.term() : 0;
        return new ControlMessage.TermReport(request.round(), term == 0 || source == null ? "" : source.raftId(), term);
    }

    private void tell(ControlMessage message) {
        for (OutgoingControl each : outgoing.values()) {
            each.send(message);
        }
    }
}
