package io.cellkeeper.server.replica;

import io.cellkeeper.consensus.LogFigures;
import io.cellkeeper.proxy.CloseReason;
import io.cellkeeper.proxy.ConnectionView;
import io.cellkeeper.proxy.ProxyView;
import io.cellkeeper.server.config.ServerConfig;
import io.cellkeeper.server.leader.LeaderCore;
import io.cellkeeper.server.leader.LeaderNumbers;
import io.cellkeeper.server.words.ConfSettings;
import io.cellkeeper.server.words.ConnectionFigures;
import io.cellkeeper.server.words.Mode;
import io.cellkeeper.server.words.ServerFigures;
import io.cellkeeper.state.CellState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A replica's figures for the four-letter words. On the loop. */
final class ReplicaFigures implements ServerFigures {
    private final Replica replica;
    private final ServerConfig config;

    ReplicaFigures(Replica replica, ServerConfig config) {
        this.replica = replica;
        this.config = config;
    }

    @Override
    public boolean isServing() {
        return replica.proxyCore().isServing();
    }

    @Override
    public Mode mode() {
        if (config.ensemble().isStandalone()) {
            return Mode.STANDALONE;
        }
        return leaderCore().isPresent() ? Mode.LEADER : Mode.FOLLOWER;
    }

    @Override
    public long zxid() {
        return Math.max(view().lastZxid(), state().map(CellState::zxid).orElse(0L));
    }

    @Override
    public Traffic traffic() {
        ProxyView view = view();
        long authFailures = replica.proxyCore().closedByReason().getOrDefault(CloseReason.AUTH_FAILED, 0L);
        return new Traffic(
                view.minLatencyMs(),
                view.avgLatencyMs(),
                view.maxLatencyMs(),
                view.received(),
                view.sent(),
                view.connections().size(),
                view.outstanding(),
                authFailures,
                view.lastReplyBytes(),
                view.minReplyBytes(),
                view.maxReplyBytes());
    }

    @Override
    public Contents contents() {
        ProxyView view = view();
        Optional<CellState> state = state();
        return new Contents(
                state.map(CellState::nodeCount).orElse(0),
                view.watches(),
                view.watchedPaths(),
                view.watchingConnections(),
                state.map(CellState::ephemeralCount).orElse(0),
                state.map(CellState::approximateDataSize).orElse(0L),
                state.map(CellState::sessionCount).orElse(0),
                state.map(CellState::appliedIndex).orElse(0L),
                state.map(CellState::digest).orElse(0L));
    }

    @Override
    public List<ConnectionFigures> connections() {
        long wallMs = System.currentTimeMillis();
        return view().connections().stream().map(each -> figures(each, wallMs)).toList();
    }

    @Override
    public List<Watch> watches() {
        return replica.proxyCore().watches().stream()
                .map(watch -> new Watch(watch.path(), watch.session()))
                .toList();
    }

    private static ConnectionFigures figures(ConnectionView view, long wallMs) {
        Optional<ConnectionFigures.Session> session = view.session() == 0
                ? Optional.empty()
                : Optional.of(new ConnectionFigures.Session(
                        view.session(),
                        view.lastOp(),
                        wallMs - view.ageMs(),
                        view.timeoutMs(),
                        view.lastXid(),
                        view.lastZxid(),
                        view.lastAnswerAgeMs() < 0 ? 0 : wallMs - view.lastAnswerAgeMs(),
                        view.lastLatencyMs(),
                        view.minLatencyMs(),
                        view.avgLatencyMs(),
                        view.maxLatencyMs()));
        return new ConnectionFigures(
                "/" + view.remote().getAddress().getHostAddress() + ":"
                        + view.remote().getPort(),
                view.queued(),
                view.received(),
                view.sent(),
                session);
    }

    @Override
    public Optional<LeaderFigures> leader() {
        if (config.ensemble().isStandalone()) {
            return Optional.empty();
        }
        return replica.cell()
                .flatMap(cell -> Optional.ofNullable(cell.leader())
                        .map(core -> leaderFigures(cell, core.numbers(System.nanoTime()))));
    }

    private LeaderFigures leaderFigures(CellLoop cell, LeaderNumbers numbers) {
        return new LeaderFigures(
                replica.connectedPeers(),
                Math.max(0, numbers.links() - 1),
                numbers.waitingReads(),
                config.ensemble().members().size(),
                CellLoop.millis(cell.reignNanos()),
                cell.proposals().last(),
                cell.proposals().min(),
                cell.proposals().max());
    }

    @Override
    public long uptimeMs() {
        return CellLoop.millis(replica.uptimeNanos());
    }

    @Override
    public Map<String, Number> own() {
        Map<String, Number> own = new TreeMap<>();
        LogFigures log = replica.log().map(running -> running.logFigures()).orElse(LogFigures.NONE);
        own.put("log_forces", log.forces());
        own.put("log_force_p50_ms", log.p50Ms());
        own.put("log_force_p99_ms", log.p99Ms());
        leaderCore().ifPresent(core -> {
            LeaderNumbers numbers = core.numbers(System.nanoTime());
            own.put("expired_sessions", numbers.expired());
            own.put("interests", numbers.interests());
            own.put("barrier_rounds", numbers.barrierRounds());
            own.put("lease_clock_lost_ms", CellLoop.millis(numbers.lostNanos()));
            own.put("oldest_batch_ms", CellLoop.millis(numbers.oldestBatchNanos()));
        });
        own.put("outstanding_bytes", replica.proxyCore().outstandingBytes());
        replica.proxyCore()
                .closedByReason()
                .forEach((reason, count) -> own.put("closed_" + reason.name().toLowerCase(Locale.ROOT), count));
        return own;
    }

    @Override
    public Map<String, String> settings() {
        return ConfSettings.of(config, replica.clientPort(), dataDirBytes(), logDirBytes());
    }

    @Override
    public List<String> membership() {
        return state().map(CellState::configText).orElse("").lines().toList();
    }

    @Override
    public List<LiveSession> sessions() {
        List<LiveSession> live = new ArrayList<>();
        Optional<LeaderCore> leader = leaderCore();
        state().ifPresent(state -> state.forEachSession(session -> live.add(new LiveSession(
                session.id(),
                session.timeoutMs(),
                leader.map(core -> expiresMs(core.leaseLeftNanos(session.id(), System.nanoTime())))
                        .orElse(0L),
                session.ephemeralCount() == 0 ? List.of() : state.ephemeralsOf(session.id())))));
        return live;
    }

    private long expiresMs(long leaseLeftNanos) {
        long tickMs = config.sessions().tickTimeMs();
        return -Math.floorDiv(-(System.currentTimeMillis() + CellLoop.millis(leaseLeftNanos)), tickMs) * tickMs;
    }

    @Override
    public List<Quota> quotas() {
        Map<String, Long> refusals = leaderCore().map(LeaderCore::quotaRefusals).orElse(Map.of());
        return state().map(CellState::quotas).orElse(List.of()).stream()
                .map(quota -> new Quota(
                        quota.path(),
                        quota.countLimit(),
                        quota.bytesLimit(),
                        quota.count(),
                        quota.bytes(),
                        refusals.getOrDefault(quota.path(), 0L)))
                .toList();
    }

    @Override
    public List<Digest> digests() {
        return replica.cell().map(cell -> cell.digests().list()).orElse(List.of());
    }

    @Override
    public long dataDirBytes() {
        return replica.sizes().dataBytes();
    }

    @Override
    public long logDirBytes() {
        return replica.sizes().logBytes();
    }

    @Override
    public void resetStats() {
        replica.proxyCore().resetServerStats();
    }

    @Override
    public void resetConnectionStats() {
        replica.proxyCore().resetConnectionStats();
    }

    private ProxyView view() {
        return replica.proxyCore().view(System.nanoTime());
    }

    private Optional<CellState> state() {
        return replica.cell().map(CellLoop::state);
    }

    private Optional<LeaderCore> leaderCore() {
        return replica.cell().flatMap(cell -> Optional.ofNullable(cell.leader()));
    }
}
