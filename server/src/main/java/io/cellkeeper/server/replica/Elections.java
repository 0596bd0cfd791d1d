package io.cellkeeper.server.replica;

import io.cellkeeper.consensus.ElectionPort;
import io.cellkeeper.consensus.KnownLeader;
import io.cellkeeper.consensus.LogPosition;
import io.cellkeeper.consensus.Voters;
import io.cellkeeper.server.control.ControlMesh;
import io.cellkeeper.server.control.LeaderLoss;
import io.cellkeeper.server.election.LossReport;
import io.cellkeeper.server.election.PromptElection;
import io.netty.channel.EventLoop;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Prompt elections: the core between the control connections and the log. On the loop. */
final class Elections {
    private static final Logger LOG = LoggerFactory.getLogger(Elections.class);
    private static final long VOTE_CHANNELS_MS = 1_000;

    private final EventLoop loop;
    private final ControlMesh mesh;
    private final UUID cell;
    private final ElectionPort port;
    private final PromptElection core;
    private @Nullable Future<?> channels;
    /** Servers whose connection was lost, until there is one again. */
    private final Set<Integer> away = new HashSet<>();

    private boolean ticking;

    Elections(EventLoop loop, ControlMesh mesh, UUID cell, ElectionPort port) {
        this.loop = loop;
        this.mesh = mesh;
        this.cell = cell;
        this.port = port;
        core = new PromptElection(new PortLog(port), new Wishes());
    }

    void start() {
        channels = loop.scheduleWithFixedDelay(
                this::keepVoteChannelsOpen, VOTE_CHANNELS_MS, VOTE_CHANNELS_MS, TimeUnit.MILLISECONDS);
    }

    void stop() {
        if (channels != null) {
            channels.cancel(false);
        }
    }

    /** The process of this server is gone. */
    void gone(int server) {
        voterOf(server, port::replicaGone);
        core.gone(server, System.nanoTime());
        tickWhilePending();
    }

    /** A connection with this server is up again. */
    void back(int server) {
        core.back(server, System.nanoTime());
        if (away.remove(server)) {
            voterOf(server, port::replicaBack);
        }
    }

    /** This server's connection, on which it reports, is lost. */
    void lost(int server) {
        away.add(server);
        core.forget(server, System.nanoTime());
    }

    /** Another voter's report. */
    void heard(LeaderLoss loss) {
        core.heard(
                new LossReport(
                        loss.voter(),
                        new KnownLeader(loss.leader(), loss.term()),
                        loss.lost(),
                        new LogPosition(loss.lastTerm(), loss.lastIndex())),
                System.nanoTime());
    }

    /**
     * Before a stop, not on the loop: gives leadership, if it is here, to a replica that is there.
     *
     * @return whether another leads in its place
     */
    boolean handOver(long timeoutMs) {
        Set<String> others =
                loop.submit(this::connectedVoters).syncUninterruptibly().getNow();
        Set<String> all = new HashSet<>(others);
        all.add(port.selfId());
        if (port.voters().hasMajority(all)) {
            return port.transferLeadership(others, timeoutMs);
        }
        LOG.info("leadership is handed over to nobody: of the others only {} are there", others);
        return false;
    }

    private Set<String> connectedVoters() {
        return port.voters().current().stream()
                .filter(raftId -> !raftId.equals(port.selfId()) && mesh.isConnected(myid(raftId)))
                .collect(Collectors.toSet());
    }

    private void keepVoteChannelsOpen() {
        port.keepVoteChannelsOpen(connectedVoters());
    }

    private void voterOf(int server, Consumer<String> action) {
        port.voters().current().stream()
                .filter(raftId -> myid(raftId) == server)
                .forEach(action);
    }

    private void tickWhilePending() {
        if (core.isPending() && !ticking) {
            ticking = true;
            var unused = loop.schedule(this::tick, core.untilTick(System.nanoTime()), TimeUnit.NANOSECONDS);
        }
    }

    private void tick() {
        ticking = false;
        core.tick(System.nanoTime());
        tickWhilePending();
    }

    private static int myid(String raftId) {
        return Integer.parseInt(raftId.substring(0, raftId.indexOf('-')));
    }

    private record PortLog(ElectionPort port) implements PromptElection.Log {
        @Override
        public Optional<KnownLeader> leader() {
            return port.leader();
        }

        @Override
        public Voters voters() {
            return port.voters();
        }

        @Override
        public String selfId() {
            return port.selfId();
        }
    }

    private final class Wishes implements PromptElection.Out {
        @Override
        public void readLogEnd() {
            port.readLogEnd((newest, leaderSilentMs) ->
                    core.logEnd(newest, TimeUnit.MILLISECONDS.toNanos(leaderSilentMs), System.nanoTime()));
        }

        @Override
        public void tell(LossReport report) {
            KnownLeader leader = report.leader();
            LOG.debug("telling {}", report);
            mesh.tell(
                    cell,
                    new LeaderLoss(
                            report.voter(),
                            leader.raftId(),
                            leader.term(),
                            report.lost(),
                            report.newest().term(),
                            report.newest().index()));
        }

        @Override
        public void standInsteadOf(KnownLeader lost) {
            LOG.info("a majority has lost {}, the leader of term {}: standing at once", lost.raftId(), lost.term());
            port.standInsteadOf(lost);
        }
    }
}
