package io.cellkeeper.server.replica;

import io.cellkeeper.consensus.ratis.RaftSettings;
import io.cellkeeper.consensus.ratis.RatisOrdering;
import io.cellkeeper.proxy.ProxyCore;
import io.cellkeeper.proxy.link.LinkCodec;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.Transport;
import io.cellkeeper.proxy.net.ClientPort;
import io.cellkeeper.proxy.net.ProxyLoop;
import io.cellkeeper.server.cli.ReplicaProcess;
import io.cellkeeper.server.config.Member;
import io.cellkeeper.server.config.ServerConfig;
import io.cellkeeper.server.control.ControlListener;
import io.cellkeeper.server.control.ControlMesh;
import io.cellkeeper.server.control.FoundingReport;
import io.cellkeeper.server.control.LeaderLoss;
import io.cellkeeper.server.control.PeerAddresses;
import io.cellkeeper.server.control.PeerPort;
import io.cellkeeper.server.founding.CellId;
import io.cellkeeper.server.founding.DataDirectory;
import io.cellkeeper.server.founding.DataDirectoryException;
import io.cellkeeper.server.founding.Founding;
import io.cellkeeper.server.founding.FoundingCore;
import io.cellkeeper.server.founding.Marker;
import io.cellkeeper.server.leader.LeaderConfig;
import io.cellkeeper.server.link.LinkServer;
import io.cellkeeper.server.words.FourLetterWords;
import io.cellkeeper.server.words.Version;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One replica of a cell in this process: its ports, loop, log, state, leader duties and embedded proxy. The client port
 * listens from the start; clients are served once the cell is founded and has a leader.
 *
 * <p>Threads: everything of the cell and the proxy is on one loop, and the clients' sockets on it or on loops of their own;
 * what waits for disks (founding, the start of the log) is on the background thread, looking up names on another; {@link
 * #stop} is on its caller's.
 */
public final class Replica implements ReplicaProcess {
    private static final Logger LOG = LoggerFactory.getLogger(Replica.class);
    private static final long DRAIN_TIMEOUT_MS = 1_000;
    private static final long TRANSFER_TIMEOUT_MS = 2_000;
    private static final long SUCCESSOR_TIMEOUT_MS = 1_000;
    private static final long SHUTDOWN_TIMEOUT_S = 2;

    private final ServerConfig config;
    private final DataDirectory directory;
    private final LogFormat logFormat;
    private final DirectorySizes sizes;
    private final Consumer<Throwable> onFailure;
    private final AtomicBoolean failed = new AtomicBoolean();
    private final Welcomes welcomes = new Welcomes();
    private final ExecutorService background;
    private final ExecutorService names;
    private final Transport transport = Transport.best();
    private final EventLoopGroup loops;
    private final EventLoop loop;

    /** What serves the clients' sockets: the loop itself, or threads of their own. */
    private final EventLoopGroup clientLoops;

    private final ProxyLoop proxy;
    private final LinkServer links;
    private final ControlMesh mesh;
    private final long startedNanos = System.nanoTime();
    private @Nullable FoundingExchange founding;
    private @Nullable ClientPort clientPort;
    private @Nullable PeerPort peerPort;

    /** What runs once the cell is founded. Written on the background thread, read there and after it has ended. */
    private @Nullable Running running;

    /** The same, for the loop only. */
    private @Nullable Running onLoop;

    private boolean stopped;

    /** The parts that need the cell's id. */
    private record Running(CellLoop cell, Uplink uplink, RatisOrdering log, Elections elections) {}

    private Replica(ServerConfig config, DataDirectory directory, Consumer<Throwable> onFailure) {
        this.config = config;
        this.directory = directory;
        logFormat = new LogFormat(config.storage().logDir(), config.storage().raftDir());
        sizes = new DirectorySizes(config.storage().dataDir(), config.storage().raftDir());
        this.onFailure = onFailure;
        String name = "cell-" + config.ensemble().myid();
        background = Executors.newSingleThreadExecutor(task -> new Thread(task, name + "-background"));
        names = Executors.newSingleThreadExecutor(task -> new Thread(task, name + "-names"));
        loops = transport.newLoops(1, name);
        loop = loops.next();
        int clientThreads = config.clients().threads();
        clientLoops = clientThreads == 0 ? loop : transport.newLoops(clientThreads, name + "-clients");
        proxy = new ProxyLoop(
                loop,
                new ProxyCore(EmbeddedProxySettings.of(config)),
                System::nanoTime,
                welcomes::another,
                cause -> broken("the proxy", cause));
        links = new LinkServer(System::nanoTime, this::passNeeded, cause -> broken("the leader core", cause));
        mesh = new ControlMesh(loop, transport, names, config.ensemble().myid(), new FromPeers());
    }

    /**
     * Starts a replica; see {@link io.cellkeeper.server.cli.ReplicaStarter#start}.
     *
     * @throws DataDirectoryException if the data directory can't be used
     * @throws IOException if a port or the disk can't be used; nothing is left running
     */
    public static Replica start(ServerConfig config, OptionalLong majoritySalt, Consumer<Throwable> onFailure)
            throws DataDirectoryException, IOException {
        DataDirectory directory = DataDirectory.open(
                config.storage().dataDir(),
                config.storage().logDir(),
                config.ensemble().myid());
        Replica replica = new Replica(config, directory, onFailure);
        try {
            replica.open(majoritySalt);
            return replica;
        } catch (IOException | RuntimeException e) {
            replica.stop();
            throw e;
        }
    }

    private void open(OptionalLong majoritySalt) throws IOException {
        ReplicaFigures figures = new ReplicaFigures(this, config);
        FourLetterWords words = new FourLetterWords(figures, config.clients().words(), Version.current());
        clientPort = ClientPort.open(
                proxy,
                clientLoops,
                transport,
                clientAddress(),
                config.clients().maxFrameBytes(),
                new ClientPortWords(words));
        proxy.start();
        if (!config.ensemble().isStandalone()) {
            openPeerPort();
        }
        sizes.keepMeasuring(loop, background);
        FoundingExchange exchange = exchange(majoritySalt);
        loop.execute(() -> {
            founding = exchange;
            mesh.start(peers());
        });
        exchange.start();
    }

    private List<ControlMesh.Peer> peers() {
        if (config.ensemble().isStandalone()) {
            return List.of();
        }
        return config.ensemble().others().stream()
                .map(other -> new ControlMesh.Peer(other.id(), other.host(), other.electionPort()))
                .toList();
    }

    private InetSocketAddress clientAddress() {
        int port = config.clients().port();
        return config.clients()
                .address()
                .map(address -> new InetSocketAddress(address, port))
                .orElseGet(() -> new InetSocketAddress(port));
    }

    private void openPeerPort() throws IOException {
        Member self = self();
        InetSocketAddress address = config.ensemble().listensOnAllAddresses()
                ? new InetSocketAddress(self.electionPort())
                : new InetSocketAddress(self.host(), self.electionPort());
        List<String> hosts =
                config.ensemble().members().stream().map(Member::host).toList();
        try {
            peerPort = PeerPort.bind(
                    loop, transport, address, new PeerAddresses(hosts, names, System::nanoTime), links, mesh);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while binding " + address, e);
        }
    }

    private Member self() {
        return config.ensemble().self().orElseThrow(() -> new IllegalStateException("no server line for this server"));
    }

    private FoundingExchange exchange(OptionalLong majoritySalt) {
        int myid = config.ensemble().myid();
        Collection<Integer> servers = config.ensemble().isStandalone()
                ? List.of(myid)
                : config.ensemble().members().stream().map(Member::id).toList();
        List<String> lines = config.ensemble().isStandalone()
                ? List.of("standalone")
                : config.ensemble().members().stream()
                        .map(member -> member.id() + "=" + member.host() + ":" + member.quorumPort() + ":"
                                + member.electionPort())
                        .toList();
        FoundingCore core = new FoundingCore(
                myid, servers, CellId.of(config.cell().name(), lines), majoritySalt, directory.marker());
        return new FoundingExchange(
                core,
                new Founding(core, directory, logFormat::empty),
                background,
                loop,
                mesh,
                this::founded,
                this::broken);
    }

    /** On the background thread: the log may be started. */
    private void founded(Marker marker) {
        String selfId = marker.raftId();
        LOG.info("server {} of cell {}", selfId, marker.cell());
        LinkMessage.Hello hello =
                new LinkMessage.Hello(marker.cell(), LinkCodec.VERSION, selfId, System.currentTimeMillis());
        GatedExecutor gate = new GatedExecutor(loop);
        LogTerm term = new LogTerm();
        Uplink uplink = new Uplink(
                loop,
                transport,
                names,
                links,
                selfId,
                electionPorts(),
                hello,
                term,
                proxy,
                reign -> mesh.hintLeader(reign, selfId));
        LeaderConfig leading = LeaderSettings.of(config);
        CellLoop cell = new CellLoop(loop, marker.cell(), leading, links, mesh::askTerms, uplink, this::broken);
        RatisOrdering log;
        try {
            log = RatisOrdering.start(raftSettings(marker), gate, cell);
            logFormat.begun();
            sizes.measure();
        } catch (IOException e) {
            broken("the log can't be started", e);
            return;
        }
        Elections elections = new Elections(loop, mesh, marker.cell(), log);
        Running started = new Running(cell, uplink, log, elections);
        running = started;
        gate.open(() -> {
            term.attach(log);
            cell.attach(log);
            onLoop = started;
            elections.start();
            mesh.reportTerms(marker.cell(), new OwnTerm(log));
            var unused = loop.scheduleWithFixedDelay(
                    () -> {
                        uplink.tick();
                        cell.passNeeded();
                    },
                    leading.maxPassNanos(),
                    leading.maxPassNanos(),
                    TimeUnit.NANOSECONDS);
        });
    }

    private Map<Integer, Uplink.HostAndPort> electionPorts() {
        return config.ensemble().members().stream()
                .collect(Collectors.toMap(
                        Member::id, member -> new Uplink.HostAndPort(member.host(), member.electionPort())));
    }

    private RaftSettings raftSettings(Marker marker) throws IOException {
        List<RaftSettings.Peer> peers = new ArrayList<>();
        if (config.ensemble().isStandalone()) {
            peers.add(new RaftSettings.Peer(marker.raftId(), "localhost", LONE_PEER_PORT));
        } else {
            for (Member member : config.ensemble().members()) {
                long incarnation = member.id() == marker.myid() ? marker.incarnation() : 1;
                peers.add(new RaftSettings.Peer(
                        Marker.raftId(member.id(), incarnation), member.host(), member.quorumPort()));
            }
        }
        return new RaftSettings(
                marker.cell(),
                marker.raftId(),
                peers,
                config.storage().raftDir(),
                logFormat.isToBeMade(marker.cell()),
                config.elections().timeoutMinMs(),
                config.elections().timeoutMaxMs(),
                config.ensemble().listensOnAllAddresses());
    }

    /** Named in a lone replica's log, never listened on. */
    private static final int LONE_PEER_PORT = 2888;

    @Override
    public boolean awaitServing(long timeoutMs) throws InterruptedException {
        return welcomes.awaitAfter(0, timeoutMs);
    }

    @Override
    public int clientPort() {
        ClientPort port = clientPort;
        if (port == null) {
            throw new IllegalStateException("the client port is not open");
        }
        return port.address().getPort();
    }

    /** The cell's part of this replica, once it is founded. On the loop. */
    Optional<CellLoop> cell() {
        return Optional.ofNullable(onLoop).map(Running::cell);
    }

    /** The log, once it runs. On the loop. */
    Optional<RatisOrdering> log() {
        return Optional.ofNullable(onLoop).map(Running::log);
    }

    DirectorySizes sizes() {
        return sizes;
    }

    ProxyCore proxyCore() {
        return proxy.core();
    }

    /** Servers with which control connections are up. On the loop. */
    int connectedPeers() {
        return mesh.connectedCount();
    }

    long uptimeNanos() {
        return System.nanoTime() - startedNanos;
    }

    /** Stops in order (decision 23): client port, drain, transfer, log while the loop still drains, loop. */
    @Override
    public synchronized void stop() {
        if (stopped) {
            return;
        }
        stopped = true;
        LOG.info("stopping");
        if (clientPort != null) {
            clientPort.close();
        }
        loop.submit(() -> founding = null).awaitUninterruptibly();
        end(background);
        Running started = running;
        if (started != null) {
            handOver(started);
        }
        if (peerPort != null) {
            peerPort.close();
        }
        proxy.stop();
        loop.execute(() -> {
            if (onLoop != null) {
                onLoop.uplink().stop();
                onLoop.elections().stop();
            }
            mesh.stop();
        });
        if (started != null) {
            started.log().close();
        }
        loops.shutdownGracefully(0, SHUTDOWN_TIMEOUT_S, TimeUnit.SECONDS).awaitUninterruptibly();
        // Behind the loop that gives them their orders.
        clientLoops.shutdownGracefully(0, SHUTDOWN_TIMEOUT_S, TimeUnit.SECONDS).awaitUninterruptibly();
        end(names);
        directory.close();
        LOG.info("stopped");
    }

    private static void end(ExecutorService executor) {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(SHUTDOWN_TIMEOUT_S, TimeUnit.SECONDS)) {
                LOG.warn("a thread that waits for the disk or for names does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Lets what is under way end, then gives leadership away, which ends the reign. The rest of the stop waits until the
     * successor serves: it needs this replica to vote and may need it to acknowledge its first entry, and the processor.
     */
    private void handOver(Running started) {
        Drain.await(loop, proxy.core(), DRAIN_TIMEOUT_MS);
        if (config.ensemble().isStandalone()) {
            return;
        }
        loop.execute(started.cell()::transferring);
        long before = welcomes.seen();
        try {
            if (started.elections().handOver(TRANSFER_TIMEOUT_MS)
                    && !welcomes.awaitAfter(before, SUCCESSOR_TIMEOUT_MS)) {
                LOG.warn("the new leader does not serve yet, after {} ms", SUCCESSOR_TIMEOUT_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void passNeeded() {
        if (onLoop != null) {
            onLoop.cell().passNeeded();
        }
    }

    private void broken(String reason, @Nullable Throwable cause) {
        if (failed.compareAndSet(false, true)) {
            LOG.error("this server can't go on: {}", reason, cause);
            onFailure.accept(
                    cause instanceof DataDirectoryException ? cause : new IllegalStateException(reason, cause));
        }
    }

    /** Messages of the other servers' control connections. */
    private final class FromPeers implements ControlListener {
        @Override
        public void foundingReport(FoundingReport report) {
            if (founding != null) {
                founding.heard(report);
            }
        }

        @Override
        public void lost(int myid) {
            if (founding != null) {
                founding.lost(myid);
            }
            if (onLoop != null) {
                onLoop.elections().lost(myid);
            }
        }

        @Override
        public void gone(int myid) {
            if (onLoop != null) {
                onLoop.elections().gone(myid);
            }
        }

        @Override
        public void back(int myid) {
            if (onLoop != null) {
                onLoop.elections().back(myid);
            }
        }

        @Override
        public void leaderLost(LeaderLoss loss) {
            if (onLoop != null) {
                onLoop.elections().heard(loss);
            }
        }

        @Override
        public void leaderHint(int from, long term, String leader) {
            // A leader speaks for itself: what others know of it, this replica's own log knows as well.
            if (onLoop != null && leader.startsWith(from + "-")) {
                onLoop.uplink().leaderIsReady(leader, term);
            }
        }

        @Override
        public void termReport(String raftId, long round, long term) {
            if (onLoop != null) {
                onLoop.cell().termReport(raftId, round, term);
            }
        }
    }
}
