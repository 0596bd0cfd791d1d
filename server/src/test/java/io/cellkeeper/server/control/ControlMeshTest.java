package io.cellkeeper.server.control;

import static io.cellkeeper.server.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.proxy.link.Transport;
import io.cellkeeper.server.link.LinkServer;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ControlMeshTest {
    private static final UUID CELL = new UUID(7, 8);

    private final Transport transport = Transport.nio();
    private final EventLoopGroup group = transport.newLoops(1, "control-test");
    private final EventLoop loop = group.next();
    private final List<Server> servers = new ArrayList<>();

    /** One server's mesh and port, and what it has heard. */
    private final class Server implements ControlListener {
        final int myid;
        final ControlMesh mesh = new ControlMesh(loop, transport, Runnable::run, myid(), this);
        final PeerPort port;
        final Map<Integer, FoundingReport> founding = new ConcurrentHashMap<>();
        final Map<String, Long> terms = new ConcurrentHashMap<>();
        final Map<Integer, String> hints = new ConcurrentHashMap<>();
        final List<Integer> gone = new CopyOnWriteArrayList<>();
        final List<Integer> back = new CopyOnWriteArrayList<>();
        final List<LeaderLoss> losses = new CopyOnWriteArrayList<>();
        final AtomicLong lastRound = new AtomicLong();

        Server(int port) throws Exception {
            myid = myid();
            LinkServer links = new LinkServer(System::nanoTime, () -> {}, Throwable::printStackTrace);
            this.port = PeerPort.bind(
                    loop,
                    transport,
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                    InetAddress::isLoopbackAddress,
                    links,
                    mesh);
        }

        private int myid() {
            return servers.size() + 1;
        }

        void start() {
            List<ControlMesh.Peer> others = new ArrayList<>();
            for (Server server : servers) {
                if (server != this) {
                    others.add(new ControlMesh.Peer(server.myid, "127.0.0.1", server.port.port()));
                }
            }
            onLoop(() -> mesh.start(others));
        }

        void stop() {
            onLoop(() -> {
                port.close();
                mesh.stop();
            });
        }

        void hasTerm(UUID cell, long term) {
            onLoop(() -> mesh.reportTerms(cell, new TermSource() {
                @Override
                public String raftId() {
                    return myid + "-1";
                }

                @Override
                public long term() {
                    return term;
                }
            }));
        }

        @Override
        public void foundingReport(FoundingReport report) {
            founding.put(report.myid(), report);
        }

        @Override
        public void lost(int lost) {
            founding.remove(lost);
        }

        @Override
        public void termReport(String raftId, long round, long term) {
            terms.put(raftId, term);
            lastRound.set(round);
        }

        @Override
        public void gone(int peer) {
            gone.add(peer);
        }

        @Override
        public void back(int peer) {
            back.add(peer);
        }

        @Override
        public void leaderLost(LeaderLoss loss) {
            losses.add(loss);
        }

        @Override
        public void leaderHint(int from, long term, String leader) {
            hints.put(from, term + " " + leader);
        }
    }

    @BeforeEach
    void start() throws Exception {
        for (int i = 0; i < 3; i++) {
            servers.add(new Server(0));
        }
        servers.forEach(Server::start);
        eventually("all connected", () -> servers.stream().allMatch(server -> count(server) == 2));
    }

    @AfterEach
    void stop() throws Exception {
        servers.forEach(Server::stop);
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }

    @Test
    void shouldAskTheOthersForTheirTerms() {
        Server leader = servers.get(0);
        for (Server server : servers) {
            server.hasTerm(CELL, 40 + server.myid);
        }
        onLoop(() -> leader.mesh.askTerms(9));
        eventually("both answers", () -> leader.terms.size() == 2);
        assertEquals(Map.of("2-1", 42L, "3-1", 43L), leader.terms);
        assertEquals(9, leader.lastRound.get());
    }

    @Test
    void shouldReportNoTermOfAnotherCellNorOfAReplicaThatIsNotRunning() {
        Server leader = servers.get(0);
        leader.hasTerm(CELL, 5);
        servers.get(1).hasTerm(new UUID(1, 1), 5);
        servers.get(2).hasTerm(CELL, 0);
        onLoop(() -> leader.mesh.askTerms(1));
        onLoop(() -> leader.mesh.report(new FoundingReport(1, (byte) 2, CELL, 1)));
        // The reports come on the same connections after the requests were handled.
        eventually(
                "told",
                () -> servers.get(1).founding.size() == 1
                        && servers.get(2).founding.size() == 1);
        assertTrue(leader.terms.values().stream().allMatch(term -> term == 0), leader.terms::toString);
    }

    @Test
    void shouldTellHowFarTheFoundingIsNowAndWhenAConnectionComesUp() throws Exception {
        for (Server server : servers) {
            onLoop(() -> server.mesh.report(new FoundingReport(server.myid, (byte) 0, CELL, 1)));
        }
        for (Server server : servers) {
            eventually("both told", () -> server.founding.size() == 2);
        }
        Server gone = servers.get(2);
        int port = gone.port.port();
        gone.stop();
        eventually("loss noticed", () -> !servers.get(0).founding.containsKey(3));
        servers.remove(2);
        Server back = new Server(port);
        servers.add(back);
        back.start();
        onLoop(() -> back.mesh.report(new FoundingReport(3, (byte) 1, CELL, 1)));
        eventually("told again", () -> servers.get(0).founding.containsKey(3));
        assertEquals(1, Objects.requireNonNull(servers.get(0).founding.get(3)).phase());
        eventually("heard the others again", () -> back.founding.size() == 2);
    }

    @Test
    void shouldHintAtTheLeader() {
        onLoop(() -> servers.get(1).mesh.hintLeader(6, "3-1"));
        eventually("hinted", () -> servers.get(0).hints.containsKey(2));
        assertEquals("6 3-1", servers.get(0).hints.get(2));
    }

    @Test
    void shouldTellOfALostLeaderInTheSameCellOnly() {
        Server speaker = servers.get(1);
        servers.get(0).hasTerm(CELL, 7);
        servers.get(2).hasTerm(new UUID(1, 1), 7);
        LeaderLoss loss = new LeaderLoss("2-1", "3-1", 7, true, 6, 100);
        onLoop(() -> speaker.mesh.tell(CELL, loss));
        onLoop(() -> speaker.mesh.hintLeader(7, "3-1"));
        eventually(
                "the hints after it",
                () -> servers.get(0).hints.containsKey(2)
                        && servers.get(2).hints.containsKey(2));
        assertEquals(List.of(loss), servers.get(0).losses);
        assertEquals(List.of(), servers.get(2).losses);
    }

    @Test
    void shouldCutOffWhoSpeaksForAnotherVoter() {
        Server speaker = servers.get(1);
        servers.get(0).hasTerm(CELL, 7);
        onLoop(() -> speaker.mesh.tell(CELL, new LeaderLoss("1-1", "3-1", 7, true, 6, 100)));
        eventually("cut off", () -> count(servers.get(0)) < 2);
        assertEquals(List.of(), servers.get(0).losses);
    }

    @Test
    void shouldSayThatAServerIsGoneOnceAllConnectionsWithItWereEndedThereAndWhenItIsBack() throws Exception {
        Server gone = servers.get(2);
        int port = gone.port.port();
        assertEquals(List.of(2, 3), servers.get(0).back.stream().sorted().toList());
        gone.stop();
        eventually(
                "noticed",
                () -> servers.get(0).gone.equals(List.of(3))
                        && servers.get(1).gone.equals(List.of(3)));
        assertEquals(List.of(), gone.gone, "it has ended them itself");
        assertTrue(!onLoopGet(() -> servers.get(0).mesh.isConnected(3)));
        assertTrue(onLoopGet(() -> servers.get(0).mesh.isConnected(2)));
        servers.remove(2);
        Server back = new Server(port);
        servers.add(back);
        back.start();
        eventually("back", () -> servers.get(0).back.size() == 3);
    }

    @Test
    void shouldNotTakeTheEndOfOneOfTwoConnectionsForTheEndOfAServer() throws Exception {
        // A second connection in the name of server 2 replaces its own, and ends: the other direction is up all the
        // time.
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), servers.get(0).port.port())) {
            socket.getOutputStream().write(ControlCodec.write(new ControlMessage.Hello(ControlCodec.VERSION, 2, 1)));
            assertTrue(socket.getInputStream().read() >= 0);
        }
        eventually("connected again", () -> count(servers.get(0)) == 2);
        assertEquals(List.of(), servers.get(0).gone);
    }

    @Test
    void shouldCutOffWhoSpeaksNeitherProtocolOrIsNoPeer() throws Exception {
        assertCutOff(new byte[] {0, 0, 0, 1, (byte) 0xee});
        assertCutOff(new byte[] {0, 0, 0, 0});
        assertCutOff(new byte[] {0x7f, -1, -1, -1});
        assertCutOff(ControlCodec.write(new ControlMessage.Hello(ControlCodec.VERSION, 9, 1)));
        assertCutOff(ControlCodec.write(new ControlMessage.Hello(ControlCodec.VERSION, 2, 3)));
        assertCutOff(ControlCodec.write(new ControlMessage.Hello(ControlCodec.VERSION + 1, 2, 1)));
        assertCutOff(ControlCodec.write(new ControlMessage.TermRequest(CELL, 1)));
        assertEquals(2, count(servers.get(0)), "the others are still there");
    }

    @Test
    void shouldRefuseAddressesThatAreNotConfigured() throws Exception {
        PeerPort closed = PeerPort.bind(
                loop,
                transport,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                address -> false,
                new LinkServer(System::nanoTime, () -> {}, Throwable::printStackTrace),
                servers.get(0).mesh);
        try {
            assertCutOff(closed.port(), ControlCodec.write(new ControlMessage.Hello(ControlCodec.VERSION, 2, 1)));
        } finally {
            closed.close();
        }
    }

    @Test
    void shouldSayThatThePortIsTaken() {
        assertThrows(IOException.class, () -> new Server(servers.get(0).port.port()));
    }

    @Test
    void shouldKnowTheAddressesOfConfiguredServersOnly() throws Exception {
        PeerAddresses addresses =
                new PeerAddresses(List.of("127.0.0.1", "no-such-host.invalid"), Runnable::run, System::nanoTime);
        assertTrue(addresses.test(InetAddress.getByAddress(new byte[] {127, 0, 0, 1})));
        assertFalse(addresses.test(InetAddress.getByAddress(new byte[] {127, 0, 0, 2})));
    }

    private void assertCutOff(byte[] bytes) throws IOException {
        assertCutOff(servers.get(0).port.port(), bytes);
    }

    private static void assertCutOff(int port, byte[] bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(bytes);
            InputStream in = socket.getInputStream();
            assertEquals(-1, in.read());
        } catch (java.net.SocketException e) {
            assertTrue(String.valueOf(e.getMessage()).contains("reset"), e::toString);
        }
    }

    private <T> T onLoopGet(java.util.concurrent.Callable<T> task) {
        return loop.submit(task).syncUninterruptibly().getNow();
    }

    private int count(Server server) {
        return loop.submit(server.mesh::connectedCount).syncUninterruptibly().getNow();
    }

    private void onLoop(Runnable task) {
        loop.submit(task).syncUninterruptibly();
    }
}
