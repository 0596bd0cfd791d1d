package io.cellkeeper.testkit.sim;

import io.cellkeeper.consensus.OrderingListener;
import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.proxy.ClientConnection;
import io.cellkeeper.proxy.CloseReason;
import io.cellkeeper.proxy.ProxyCore;
import io.cellkeeper.proxy.ProxySettings;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.server.leader.LeaderCore;
import io.cellkeeper.server.leader.LeaderOut;
import io.cellkeeper.server.leader.StateView;
import io.cellkeeper.state.ApplySink;
import io.cellkeeper.state.CellState;
import io.cellkeeper.testkit.time.Dice;
import io.cellkeeper.testkit.time.DriftingClock;
import io.cellkeeper.testkit.truth.Violation;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A replica's process: the real state, leader and proxy on one loop, as the real assembly has them. Input is handled as it
 * comes; a little later the pass ends and what it brought leaves.
 */
final class SimReplica extends SimProcess implements OrderingListener, LeaderOut {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final long TICK_NANOS = ProxyCore.TICK_NANOS;
    private static final InetSocketAddress CLIENTS_ADDRESS = address();

    private final Cell cell;
    private final Dice dice;
    private final long wallOffsetMs;
    private final SimOrdering ordering;
    private final SimLinkServer links;
    private final SimUplink uplink;
    private final List<SimClientSocket> sockets = new ArrayList<>();
    private CellState state = new CellState();
    private ProxyCore proxy = newProxy();
    private @Nullable LeaderCore leader;
    private long reignBegan;
    private boolean passScheduled;

    SimReplica(int id, Cell cell, DriftingClock clock, Dice dice) {
        super(id, raftId(id), cell.agenda(), clock);
        this.cell = cell;
        this.dice = dice;
        wallOffsetMs = dice.between(0, 100_000);
        links = new SimLinkServer(this, cell.disturbances());
        ordering = new SimOrdering(this, cell, dice.split(), this);
        uplink = new SimUplink(this, cell);
    }

    /** The Raft id of the replica of this number. */
    static String raftId(int id) {
        return (id + 1) + "-1";
    }

    SimOrdering ordering() {
        return ordering;
    }

    ProxyCore proxy() {
        return proxy;
    }

    SimUplink uplink() {
        return uplink;
    }

    CellState state() {
        return state;
    }

    /** Its leader core while it leads. */
    @Nullable
    LeaderCore leader() {
        return leader;
    }

    /** When its reign began, the agenda's time. */
    long reignBegan() {
        return reignBegan;
    }

    /** The process begins. */
    void start() {
        state = new CellState();
        proxy = newProxy();
        leader = null;
        passScheduled = false;
        links.reignEnds();
        ordering.start();
        uplink.start();
        tick();
    }

    /**
     * Looks at what its proxy says of the leaders it had.
     *
     * @throws Violation if one broke the order of its answers
     */
    void checkLinks() {
        Long faults = proxy.closedByReason().get(CloseReason.LINK_FAULT);
        if (faults != null) {
            throw new Violation("order of answers", name + " has closed " + faults + " connections for it");
        }
    }

    @Override
    void crash() {
        checkLinks();
        cell.trace().say(name, () -> "crashes");
        super.crash();
        sockets.clear();
    }

    @Override
    void restart() {
        super.restart();
        cell.trace().say(name, () -> "begins again");
        start();
    }

    /** A client connects. */
    void accept(long session, ToLongFunction<SimConnection> sessions, SimConnection.Side side) {
        SimClientSocket socket = new SimClientSocket(this, side, session, sessions, cell.leases());
        sockets.add(socket);
        ClientConnection connection = proxy.connected(socket, CLIENTS_ADDRESS, now());
        socket.attach(connection);
    }

    /** A proxy connects, this one's own or another's. */
    void acceptLink(SimConnection.Side side) {
        links.accept(side);
    }

    /** What arrived in this pass is handled soon, together. */
    void passNeeded() {
        if (!passScheduled) {
            passScheduled = true;
            later(dice.between(US, 60 * US), this::pass);
        }
    }

    private void pass() {
        passScheduled = false;
        if (leader != null) {
            leader.endOfPass(now());
        }
        links.flush();
        proxy.flush(this::now);
        uplink.flush();
        for (int i = sockets.size() - 1; i >= 0; i--) {
            if (!sockets.get(i).flush()) {
                sockets.remove(i);
            }
        }
    }

    private void tick() {
        ordering.tick();
        uplink.tick();
        proxy.tick(now());
        passNeeded();
        later(TICK_NANOS, this::tick);
    }

    /** A message has arrived on a link. */
    void arrived(SimConnection connection, LinkMessage message) {
        cell.arrived(this, connection, message);
    }

    /** A message leaves on a link. */
    void leaves(SimConnection connection, LinkMessage message) {
        cell.leaves(this, connection, message);
    }

    /** It gives leadership up and stands again at once, with proposals on their way. */
    void bounce() {
        cell.trace().say(name, () -> "gives up and stands again");
        ordering.stallProposer(dice.between(5 * MS, 150 * MS));
        later(dice.between(0, 10 * MS), () -> {
            ordering.raft().stepDown();
            ordering.raft().stand();
        });
    }

    @Override
    public void applied(long term, long index, byte[] batch, @Nullable Proposal own) {
        LeaderCore leading = leader != null && leader.term() == term ? leader : null;
        ApplySink sink = leading == null ? ApplySink.NONE : leading.beginApply(own, now());
        boolean accepted = state.apply(term, index, batch, cell.recording(term, index, sink));
        if (accepted) {
            cell.truth().accepted(batch, index);
        }
        cell.truth().appliedTo(index, state.digest(), name);
        cell.trace()
                .say(
                        name,
                        () -> "applies " + index + " of term " + term + (accepted ? "" : ": refused")
                                + (leading == null ? "" : ", leading") + ", zxid " + Long.toHexString(state.zxid()));
        if (leading != null) {
            leading.endApply(index);
            passNeeded();
        }
    }

    @Override
    public void advanced(long term, long index) {
        if (leader != null) {
            leader.caughtUp(index);
            passNeeded();
        }
    }

    @Override
    public void leading(long term, long index) {
        cell.trace().say(name, () -> "begins its reign of term " + term);
        cell.coverage().count(Coverage.Kind.REIGN);
        LeaderCore begun = new LeaderCore(
                term,
                index,
                cell.leaderConfig(),
                new StateView(state),
                ordering,
                this,
                this::wallClockMs,
                new Random(dice.nextLong()),
                now());
        leader = begun;
        reignBegan = agenda.now();
        cell.expiries().reignBegan(this, term);
        links.reignBegins(begun);
        uplink.leaderIs(id);
        passNeeded();
    }

    @Override
    public void notLeading(long term) {
        if (leader != null && leader.term() == term) {
            leader = null;
            links.reignEnds();
        }
    }

    @Override
    public void leaderChanged(Optional<String> leaderId, long term) {
        leaderId.ifPresent(name -> uplink.leaderIs(Integer.parseInt(name.substring(0, name.indexOf('-'))) - 1));
    }

    @Override
    public void notAppended(Proposal proposal, String reason) {
        if (leader != null) {
            leader.notAppended(proposal, now());
            passNeeded();
        }
    }

    @Override
    public void failed(String reason, @Nullable Throwable cause) {
        throw new IllegalStateException(reason, cause);
    }

    @Override
    public void send(int link, LinkMessage.ToProxy message) {
        links.send(link, message);
    }

    @Override
    public void closeLink(int link, String reason) {
        if (!reason.contains("has not reached")) {
            throw new IllegalStateException(name + " closes link " + link + ": " + reason);
        }
        // A proxy has been with a newer leader, of which its own replica's log has not heard yet.
        cell.trace().say(name, () -> "closes link " + link + ": " + reason);
        cell.coverage().count(Coverage.Kind.OLDER_LEADER);
        links.closeLink(link);
    }

    @Override
    public void propose(Proposal proposal) {
        cell.disturbances().proposing(this, proposal.bytes());
        cell.expiries().proposed(this, proposal);
        ordering.propose(proposal);
    }

    @Override
    public void passBy(long nanos) {
        later(Math.max(0, nanos - now()), this::passNeeded);
    }

    @Override
    public void askTerms(long round) {
        long late = cell.disturbances().asking(this);
        for (int i = 0; i < cell.size(); i++) {
            if (i != id) {
                SimReplica voter = cell.replica(i);
                cell.network().datagram(this, voter, () -> voter.answerTerm(this, round, late));
            }
        }
    }

    private void answerTerm(SimReplica asker, long round, long late) {
        if (isUp()) {
            long term = ordering.currentTerm();
            agenda.after(late, () -> cell.network().datagram(this, asker, () -> asker.termReport(this, round, term)));
        }
    }

    private void termReport(SimReplica voter, long round, long term) {
        if (leader != null) {
            leader.termReport(raftId(voter.id), round, term);
            passNeeded();
        }
    }

    @Override
    public void resign(String reason) {
        cell.trace().say(name, () -> "gives leadership up: " + reason);
        ordering.resign();
    }

    /** It may jump. */
    private long wallClockMs() {
        long jump = dice.perMille(10) ? dice.between(-20_000, 20_000) : 0;
        return 1_700_000_000_000L + wallOffsetMs + agenda.now() / 1_000_000 + jump;
    }

    private static ProxyCore newProxy() {
        return new ProxyCore(new ProxySettings(0, Optional.empty()));
    }

    private static InetSocketAddress address() {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 40_000);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
