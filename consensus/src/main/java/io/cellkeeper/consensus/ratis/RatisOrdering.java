package io.cellkeeper.consensus.ratis;

import io.cellkeeper.consensus.ElectionPort;
import io.cellkeeper.consensus.KnownLeader;
import io.cellkeeper.consensus.LogFigures;
import io.cellkeeper.consensus.OrderingListener;
import io.cellkeeper.consensus.OrderingPort;
import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.consensus.Voters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.protocol.RaftClientAsynchronousProtocol;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftConfiguration;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.util.ExitUtils;
import org.apache.ratis.util.LifeCycle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The replicated log of one cell on Apache Ratis. A proposal refused by the term fence is reported {@link
 * OrderingListener#notAppended} too, possibly after {@link OrderingListener#notLeading} of its term.
 */
public final class RatisOrdering implements OrderingPort, ElectionPort {
    private static final Logger LOG = LoggerFactory.getLogger(RatisOrdering.class);
    private static final int DRAIN_TIMEOUT_MS = 10_000;
    private static final int PROPOSER_STOP_TIMEOUT_MS = 5_000;
    private static final int GATE_TIMEOUT_MS = 1_000;
    private static final int STRAGGLERS_TIMEOUT_MS = 1_000;

    private final RaftServer server;
    private final RaftServer.Division division;
    private final LoopQueue queue;
    private final Reigns reigns;
    private final Fault fault;
    private final Proposer proposer;
    private final Control control;
    private final Handover handover;
    private final ElectionCalls elections;
    private final CallGate gate;
    private final Object closing = new Object();
    private boolean closed;

    /** The configuration last asked for and what it says, so that asking again costs nothing. */
    private volatile VotersOf votersOf;

    private record VotersOf(RaftConfiguration configuration, Voters voters) {}

    private RatisOrdering(
            RaftServer server,
            RaftServer.Division division,
            LoopQueue queue,
            Reigns reigns,
            Fault fault,
            CallGate gate,
            long livelyMs,
            OrderingListener listener) {
        this.server = server;
        this.division = division;
        this.queue = queue;
        this.reigns = reigns;
        this.fault = fault;
        this.gate = gate;
        proposer = new Proposer(
                (RaftClientAsynchronousProtocol) division,
                server.getId(),
                division.getGroup().getGroupId(),
                queue,
                listener);
        control = new Control(server.getId().toString());
        handover = new Handover(server, division, control, livelyMs);
        elections = new ElectionCalls(server, division, control, queue);
        votersOf = read(division.getRaftConf());
    }

    /**
     * Starts this replica's part in the cell. The listener is called on the loop, possibly before this returns.
     *
     * @param loop runs one task at a time, in order, and goes on doing so until {@link #close} has returned
     * @throws LogRefusedException if the disk doesn't hold what the settings say
     * @throws IOException if the log can't be opened or the port can't be bound; nothing is left running
     */
    public static RatisOrdering start(RaftSettings settings, Executor loop, OrderingListener listener)
            throws IOException {
        LogDirectory.check(settings);
        // Ratis ends the process when its port is taken; like this it throws
        ExitUtils.disableSystemExit();

        Fault fault = new Fault(listener);
        LoopQueue queue = new LoopQueue(
                loop, cause -> fault.raiseDirectly("the cell loop failed on what the log told it", cause));
        Reigns reigns = new Reigns(queue, listener);
        LeaderHint leaderHint = new LeaderHint(queue, listener);
        LogStateMachine machine = new LogStateMachine(
                queue, reigns, leaderHint, listener, (reason, cause) -> fault.raise(queue, reigns, reason, cause));

        CallGate gate = new CallGate();
        RaftServer server = build(settings, machine, gate);
        try {
            RaftServer.Division division = server.getDivision(RaftGroupId.valueOf(settings.cellId()));
            machine.attach(division.getInfo());
            server.start();
            refuseOtherPeers(settings, division.getRaftConf());
            RatisOrdering ordering = new RatisOrdering(
                    server, division, queue, reigns, fault, gate, settings.electionTimeoutMinMs(), listener);
            ordering.proposer.start();
            ordering.control.lookRegularly(() -> ordering.look(leaderHint));
            return ordering;
        } catch (IOException | RuntimeException e) {
            fault.closing();
            queue.end();
            server.close();
            throw e instanceof LogRefusedException refused
                    ? refused
                    : new IOException("can't start the log of cell " + settings.cellId() + " as " + settings.self(), e);
        }
    }

    private static RaftServer build(RaftSettings settings, LogStateMachine machine, CallGate gate) throws IOException {
        List<RaftPeer> peers = new ArrayList<>();
        for (RaftSettings.Peer peer : settings.peers()) {
            peers.add(RaftPeer.newBuilder()
                    .setId(peer.raftId())
                    .setAddress(peer.address())
                    .build());
        }
        Parameters parameters = new Parameters();
        QuorumGuard guard = new QuorumGuard(settings.peers());
        GrpcConfigKeys.Server.setServicesCustomizer(
                parameters, (builder, types) -> builder.intercept(gate).intercept(guard));
        return RaftServer.newBuilder()
                .setServerId(RaftPeerId.valueOf(settings.selfId()))
                .setGroup(RaftGroup.valueOf(RaftGroupId.valueOf(settings.cellId()), peers))
                .setOption(settings.format() ? RaftStorage.StartupOption.FORMAT : RaftStorage.StartupOption.RECOVER)
                .setProperties(RatisProperties.of(settings))
                .setParameters(parameters)
                .setStateMachineRegistry(group -> machine)
                .build();
    }

    /** Ratis takes the peers' addresses from the log and would silently ignore those of the settings. */
    private static void refuseOtherPeers(RaftSettings settings, RaftConfiguration configuration)
            throws LogRefusedException {
        Set<String> logged = configuration.getCurrentPeers().stream()
                .map(peer -> peer.getId() + "@" + peer.getAddress())
                .collect(Collectors.toSet());
        Set<String> configured = settings.peers().stream()
                .map(peer -> peer.raftId() + "@" + peer.address())
                .collect(Collectors.toSet());
        if (!logged.equals(configured)) {
            throw new LogRefusedException("the log's configuration has the voters " + logged + ", the settings have "
                    + configured + ": a voter's address can't be changed under the same Raft id");
        }
    }

    /** On the control thread. */
    private void look(LeaderHint leaderHint) {
        if (fault.settled()) {
            return;
        }
        LifeCycle.State state = division.getInfo().getLifeCycleState();
        if (state != LifeCycle.State.RUNNING) {
            fault.raise(queue, reigns, "Ratis has this replica's part in the group " + state, null);
        } else if (!division.getRaftLog().isOpened()) {
            fault.raise(queue, reigns, "Ratis has closed the log", null);
        } else {
            leaderHint.look(division.getInfo());
        }
    }

    @Override
    public void propose(Proposal proposal) {
        proposer.propose(proposal);
    }

    @Override
    public long currentTerm() {
        DivisionInfo info = division.getInfo();
        return !fault.settled() && info.getLifeCycleState() == LifeCycle.State.RUNNING ? info.getCurrentTerm() : 0;
    }

    @Override
    public boolean leads(long term) {
        DivisionInfo info = division.getInfo();
        return currentTerm() == term
                && info.isLeader()
                && info.isLeaderReady()
                && reigns.leadsIn(term)
                && currentTerm() == term;
    }

    @Override
    public long lastCommittedIndex() {
        return division.getRaftLog().getLastCommittedIndex();
    }

    @Override
    public Voters voters() {
        RaftConfiguration configuration = division.getRaftConf();
        VotersOf known = votersOf;
        if (known.configuration() != configuration) {
            known = read(configuration);
            votersOf = known;
        }
        return known.voters();
    }

    private static VotersOf read(RaftConfiguration configuration) {
        return new VotersOf(
                configuration,
                new Voters(
                        configuration.getLogEntryIndex(),
                        ids(configuration.getCurrentPeers()),
                        ids(configuration.getPreviousPeers())));
    }

    private static Set<String> ids(Collection<RaftPeer> peers) {
        return peers.stream().map(peer -> peer.getId().toString()).collect(Collectors.toSet());
    }

    @Override
    public String selfId() {
        return server.getId().toString();
    }

    @Override
    public void resign(String reason) {
        handover.resign(reason);
    }

    @Override
    public boolean transferLeadership(long timeoutMs) {
        return transferLeadership(voters().current(), timeoutMs);
    }

    @Override
    public boolean transferLeadership(Set<String> candidates, long timeoutMs) {
        try {
            return handover.transfer(candidates, timeoutMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void replicaGone(String raftId) {
        handover.targetGone(raftId);
    }

    @Override
    public Optional<KnownLeader> leader() {
        return currentTerm() == 0 ? Optional.empty() : elections.leader();
    }

    @Override
    public void readLogEnd(LogEndListener endListener) {
        elections.readLogEnd(endListener);
    }

    @Override
    public void standInsteadOf(KnownLeader lost) {
        elections.standInsteadOf(lost);
    }

    @Override
    public void keepVoteChannelsOpen(Set<String> others) {
        elections.keepVoteChannelsOpen(others);
    }

    @Override
    public void replicaBack(String raftId) {
        if (!fault.settled()) {
            elections.reopenStuck(RaftPeerId.valueOf(raftId));
        }
    }

    /** What forces to disk have cost. Takes a sample: for metrics, not for the hot path. */
    public LogFigures logFigures() {
        return ForceTimes.of(division.getMemberId());
    }

    @Override
    public void close() {
        synchronized (closing) {
            if (closed) {
                return;
            }
            closed = true;
            fault.closing();
            control.stop();
            shutGate();
            try {
                server.close();
            } catch (IOException e) {
                LOG.warn("closing {}", server.getId(), e);
            }
            reigns.endAll();
            try {
                List<String> left = Stragglers.end(division.getThreadGroup(), STRAGGLERS_TIMEOUT_MS);
                if (!left.isEmpty()) {
                    LOG.warn("{}: threads of the log don't end: {}", server.getId(), left);
                }
                proposer.stop(PROPOSER_STOP_TIMEOUT_MS);
                if (!queue.awaitDrained(DRAIN_TIMEOUT_MS)) {
                    LOG.warn("{}: the cell loop left unhandled what the log told it", server.getId());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            queue.end();
        }
    }

    private void shutGate() {
        try {
            gate.shut(GATE_TIMEOUT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
