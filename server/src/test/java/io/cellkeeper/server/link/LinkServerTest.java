package io.cellkeeper.server.link;

import static io.cellkeeper.server.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.link.LeaderOut;
import io.cellkeeper.proxy.link.LinkClient;
import io.cellkeeper.proxy.link.LinkCodec;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.Transport;
import io.cellkeeper.server.control.ControlListener;
import io.cellkeeper.server.control.ControlMesh;
import io.cellkeeper.server.control.PeerPort;
import io.cellkeeper.state.batch.CommandKind;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkServerTest {
    private static final String TCP = "tcp";
    private static final String IN_PROCESS = "in process";
    private static final int LARGE = 10 << 20;

    private final Transport transport = Transport.best();
    private final EventLoopGroup group = transport.newLoops(1, "link-test");
    private final EventLoop loop = group.next();
    private final MiniReplica replica = new MiniReplica(loop);
    private final TestProxy proxy = new TestProxy();
    private PeerPort port;

    @BeforeEach
    void start() throws Exception {
        ControlMesh mesh = new ControlMesh(loop, transport, Runnable::run, 1, new ControlListener() {});
        port = PeerPort.bind(
                loop,
                transport,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                InetAddress::isLoopbackAddress,
                replica.links,
                mesh);
    }

    @AfterEach
    void stop() throws Exception {
        port.close();
        onLoop(replica::stopLeading);
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        assertNull(replica.failed);
    }

    @ParameterizedTest
    @ValueSource(strings = {TCP, IN_PROCESS})
    void shouldOpenASessionWriteReadAndWatch(String kind) {
        onLoop(replica::lead);
        connect(kind, MiniReplica.CELL, LinkCodec.VERSION);
        LeaderOut leader = proxy.awaitUp();
        LinkMessage.SessionOpened session = open(leader);
        send(leader, command(session, 1, "/a", "1"));
        send(leader, read(session, 1));
        send(leader, command(session, 2, "/a", "2"));
        eventually("results", () -> proxy.messages.size() == 6);
        List<Class<?>> story =
                proxy.messages.stream().<Class<?>>map(Object::getClass).toList();
        assertEquals(
                List.of(
                        LinkMessage.Welcome.class,
                        LinkMessage.SessionOpened.class,
                        LinkMessage.Result.class,
                        LinkMessage.ReadAnswer.class,
                        LinkMessage.Changed.class,
                        LinkMessage.Result.class),
                story);
        send(leader, new LinkMessage.KeepAlive(5, List.of()));
        assertEquals(5, proxy.await(LinkMessage.KeepAliveAnswer.class).id());
    }

    @ParameterizedTest
    @ValueSource(strings = {TCP, IN_PROCESS})
    void shouldRefuseAHelloWhileThereIsNoReign(String kind) {
        connect(kind, MiniReplica.CELL, LinkCodec.VERSION);
        proxy.awaitDown();
        assertTrue(proxy.retry);
        assertEquals(List.of(), proxy.messages);
    }

    @ParameterizedTest
    @ValueSource(strings = {TCP, IN_PROCESS})
    void shouldRefuseAnotherCellForGood(String kind) {
        onLoop(replica::lead);
        connect(kind, new UUID(9, 9), LinkCodec.VERSION);
        proxy.awaitDown();
        assertFalse(proxy.retry);
    }

    @ParameterizedTest
    @ValueSource(strings = {TCP, IN_PROCESS})
    void shouldRefuseAnotherVersionForGood(String kind) {
        onLoop(replica::lead);
        connect(kind, MiniReplica.CELL, LinkCodec.VERSION + 1);
        proxy.awaitDown();
        assertFalse(proxy.retry);
    }

    @ParameterizedTest
    @ValueSource(strings = {TCP, IN_PROCESS})
    void shouldCloseAllLinksWhenTheReignEnds(String kind) {
        onLoop(replica::lead);
        connect(kind, MiniReplica.CELL, LinkCodec.VERSION);
        LeaderOut leader = proxy.awaitUp();
        onLoop(replica::stopLeading);
        proxy.awaitDown();
        assertTrue(proxy.retry);
        send(leader, new LinkMessage.KeepAlive(1, List.of()));
        assertEquals(0, onLoop(replica.links::linkCount));
    }

    @ParameterizedTest
    @ValueSource(strings = {TCP, IN_PROCESS})
    void shouldNoticeThatAProxyIsGone(String kind) {
        onLoop(replica::lead);
        Runnable close = connect(kind, MiniReplica.CELL, LinkCodec.VERSION);
        proxy.awaitUp();
        assertEquals(1, onLoop(replica.links::linkCount));
        onLoop(close);
        proxy.awaitDown();
        eventually("link forgotten", () -> onLoop(replica.links::linkCount) == 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {TCP, IN_PROCESS})
    void shouldCloseTheLinkOfAProxyThatBreaksTheProtocol(String kind) {
        onLoop(replica::lead);
        connect(kind, MiniReplica.CELL, LinkCodec.VERSION);
        LeaderOut leader = proxy.awaitUp();
        send(leader, new LinkMessage.Command(1, 1, 0, 0, CommandKind.CLIENT.code(), 5, ByteRange.EMPTY));
        proxy.awaitDown();
        assertEquals(0, onLoop(replica.links::linkCount));
    }

    @Test
    void shouldNeverCallBackWithinAStep() {
        onLoop(replica::lead);
        onLoop(() -> {
            proxy.inStep = true;
            connectInProcess(MiniReplica.CELL, LinkCodec.VERSION);
            proxy.inStep = false;
        });
        LeaderOut leader = proxy.awaitUp();
        onLoop(() -> {
            proxy.inStep = true;
            leader.send(new LinkMessage.KeepAlive(1, List.of()));
            replica.links.flush();
            proxy.inStep = false;
        });
        proxy.await(LinkMessage.KeepAliveAnswer.class);
        assertFalse(proxy.heardInStep);
    }

    @Test
    void shouldCloseALinkOnAMalformedFrame() throws Exception {
        onLoop(replica::lead);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
            socket.setSoTimeout(10_000);
            WireWriter hello = new WireWriter(64);
            LinkCodec.write(hello, new LinkMessage.Hello(MiniReplica.CELL, LinkCodec.VERSION, "x", 1));
            socket.getOutputStream().write(hello.toArray());
            eventually("link up", () -> onLoop(replica.links::linkCount) == 1);
            socket.getOutputStream().write(new byte[] {0, 0, 0, 2, 3, 0});
            eventually("link closed", () -> onLoop(replica.links::linkCount) == 0);
        }
    }

    @Test
    void shouldCarryABodyOfMegabytes() {
        onLoop(replica::lead);
        connect(TCP, MiniReplica.CELL, LinkCodec.VERSION);
        LeaderOut leader = proxy.awaitUp();
        LinkMessage.SessionOpened session = open(leader);
        String large = "x".repeat(8 << 20);
        send(leader, command(session, 1, "/a", large));
        assertEquals(
                large.length(), proxy.await(LinkMessage.Result.class).body().length());
        send(leader, read(session, 1));
        assertEquals(
                large.length(), proxy.await(LinkMessage.ReadAnswer.class).body().length());
    }

    @Test
    void shouldLetSmallAnswersPassALargeOneThatIsUnderWayOnTheSameLink() {
        onLoop(replica::lead);
        connect(TCP, MiniReplica.CELL, LinkCodec.VERSION);
        LeaderOut leader = proxy.awaitUp();
        LinkMessage.SessionOpened reader = open(leader);
        LinkMessage.SessionOpened other = open(leader, 2);
        send(leader, command(reader, 1, "/a", "x".repeat(LARGE)));
        eventually("written", () -> proxy.messages.stream().anyMatch(LinkMessage.Result.class::isInstance));
        proxy.messages.clear();
        proxy.begun.clear();
        // Only when the head of the large answer has come does the other client ask; and the reader asks for more.
        proxy.whenBegun = begun -> {
            leader.send(command(other, 1, "/b", "1"));
            leader.send(read(other, 1, 2, "/b"));
            leader.send(read(reader, 1, 3, "/b"));
            leader.send(new LinkMessage.KeepAlive(7, List.of()));
        };
        send(leader, read(reader, 1));

        eventually("answers", () -> proxy.messages.size() == 5);
        LinkMessage.ReadAnswer last = (LinkMessage.ReadAnswer) proxy.messages.get(4);
        assertEquals(1, last.read(), "the large one is complete when all others have long come");
        assertEquals(LARGE, last.body().length());
        assertEquals(List.of(last), proxy.begun);
    }

    @Test
    void shouldLetOthersRequestsPassALargeOneAndHoldThoseOfItsSession() {
        onLoop(replica::lead);
        connect(TCP, MiniReplica.CELL, LinkCodec.VERSION);
        LeaderOut leader = proxy.awaitUp();
        LinkMessage.SessionOpened writer = open(leader);
        LinkMessage.SessionOpened other = open(leader, 2);
        proxy.messages.clear();
        onLoop(() -> {
            leader.send(command(writer, 1, "/a", "x".repeat(LARGE)));
            leader.send(command(writer, 2, "/a", "2"));
            leader.send(read(writer, 2));
            leader.send(command(other, 1, "/b", "1"));
        });

        eventually("answers", () -> proxy.messages.size() >= 4);
        List<Long> order = proxy.messages.stream()
                .filter(LinkMessage.Result.class::isInstance)
                .map(message -> ((LinkMessage.Result) message).session())
                .toList();
        assertEquals(List.of(other.session(), writer.session(), writer.session()), order);
        assertEquals(1, proxy.await(LinkMessage.ReadAnswer.class).body().length(), "read after the second write");
    }

    @Test
    void shouldRefuseALargeMessageBeforeHello() throws Exception {
        onLoop(replica::lead);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
            socket.setSoTimeout(10_000);
            WireWriter head = new WireWriter(64);
            LinkCodec.write(head, new LinkMessage.Command(1, 1, 1, 0, 1, 5, ByteRange.EMPTY));
            head.array()[4] |= 0x20;
            head.setInt(head.length() - 4, 1 << 20);
            socket.getOutputStream().write(head.toArray());

            assertEquals(-1, socket.getInputStream().read(), "it hangs up");
        }
    }

    private LinkMessage.SessionOpened open(LeaderOut leader) {
        return open(leader, 1);
    }

    private LinkMessage.SessionOpened open(LeaderOut leader, int request) {
        send(leader, new LinkMessage.OpenSession(request, 0, ByteRange.EMPTY, 4000, 0, List.of()));
        eventually("session " + request, () -> opened().size() == request);
        return opened().get(request - 1);
    }

    private List<LinkMessage.SessionOpened> opened() {
        return proxy.messages.stream()
                .filter(LinkMessage.SessionOpened.class::isInstance)
                .map(LinkMessage.SessionOpened.class::cast)
                .toList();
    }

    private static LinkMessage.Command command(
            LinkMessage.SessionOpened session, long number, String path, String value) {
        ByteRange body = new WireWriter(16).writeString(path).writeString(value).toRange();
        return new LinkMessage.Command(
                session.session(),
                session.generation(),
                number,
                0,
                CommandKind.CLIENT.code(),
                OpCode.SET_DATA.code(),
                body);
    }

    private static LinkMessage.Read read(LinkMessage.SessionOpened session, long after) {
        return read(session, after, 1, "/a");
    }

    private static LinkMessage.Read read(LinkMessage.SessionOpened session, long after, long read, String path) {
        return new LinkMessage.Read(
                session.session(),
                session.generation(),
                after,
                read,
                read,
                OpCode.GET_DATA.code(),
                new WireWriter(16).writeString(path).toRange());
    }

    /** Returns what closes the proxy's end. */
    private Runnable connect(String kind, UUID cell, int version) {
        if (kind.equals(IN_PROCESS)) {
            return loop.submit(() -> connectInProcess(cell, version))
                    .syncUninterruptibly()
                    .getNow();
        }
        return loop.submit(() -> {
                    LinkClient client = LinkClient.connect(
                            loop,
                            transport,
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), port.port()),
                            new LinkMessage.Hello(cell, version, "1-1", 1),
                            () -> 0,
                            proxy);
                    return (Runnable) client::close;
                })
                .syncUninterruptibly()
                .getNow();
    }

    private Runnable connectInProcess(UUID cell, int version) {
        InProcessLink link = replica.links.connect(loop, new LinkMessage.Hello(cell, version, "1-1", 1), proxy);
        return link::close;
    }

    private void send(LeaderOut leader, LinkMessage.ToLeader message) {
        onLoop(() -> leader.send(message));
    }

    private void onLoop(Runnable task) {
        loop.submit(task).syncUninterruptibly();
    }

    private <T> T onLoop(java.util.concurrent.Callable<T> task) {
        return loop.submit(task).syncUninterruptibly().getNow();
    }
}
