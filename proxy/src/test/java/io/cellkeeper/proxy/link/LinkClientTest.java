package io.cellkeeper.proxy.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.WireWriter;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LinkClientTest {
    private static final LinkMessage.Hello HELLO = new LinkMessage.Hello(new UUID(1, 2), LinkCodec.VERSION, "1-1", 9);
    private static final LinkMessage.Welcome WELCOME = new LinkMessage.Welcome(3, 2_000, 4_000, 40_000, 100);

    private final Transport transport = Transport.best();
    private final EventLoopGroup loops = transport.newLoops(1, "test");
    private final EventLoop loop = loops.next();
    private final AtomicLong term = new AtomicLong(3);
    private final Recorder recorder = new Recorder();
    private final ServerSocket server;

    LinkClientTest() throws IOException {
        server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        server.setSoTimeout(10_000);
    }

    /** An answer was handed over without its body. */
    private record Begun(LinkMessage.ToProxy answer) {}

    /** Writes down what happens. */
    private static final class Recorder implements LinkListener {
        final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
        volatile LeaderOut leader = message -> {};

        @Override
        public void linkUp(LinkMessage.Welcome welcome, LeaderOut toLeader) {
            leader = toLeader;
            heard.add(welcome);
        }

        @Override
        public void linkMessage(LinkMessage.ToProxy message) {
            heard.add(message);
        }

        @Override
        public void linkAnswerBegun(LinkMessage.ToProxy answer, ArrivingBody body) {
            heard.add(new Begun(answer));
            body.whenComplete(() -> heard.add(answer));
        }

        @Override
        public void linkPassEnded() {}

        @Override
        public void linkDown(String reason, boolean retry) {
            heard.add("down " + retry + ": " + reason);
        }

        Object next() throws InterruptedException {
            Object next = heard.poll(10, TimeUnit.SECONDS);
            return next == null ? "nothing" : next;
        }
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(5, TimeUnit.SECONDS);
    }

    @Test
    void shouldSayHelloAndHandOverWhatTheLeaderSends() throws Exception {
        connect();
        try (Socket leader = server.accept()) {
            assertEquals(HELLO, receive(leader));
            assertEquals(new LinkMessage.TermReport(3), receive(leader));
            send(leader, WELCOME);
            send(leader, new LinkMessage.KeepAliveAnswer(7, 1, false));

            assertEquals(WELCOME, recorder.next());
            assertEquals(new LinkMessage.KeepAliveAnswer(7, 1, false), recorder.next());
        }
    }

    @Test
    void shouldEndWhatIsSentInOnePassWithOneReportOfTheTermAtThatTime() throws Exception {
        connect();
        try (Socket leader = welcomed()) {
            loop.execute(() -> {
                recorder.leader.send(new LinkMessage.DropInterest("/a", 1));
                recorder.leader.send(new LinkMessage.DropInterest("/b", 2));
                term.set(4);
            });

            assertEquals(new LinkMessage.DropInterest("/a", 1), receive(leader));
            assertEquals(new LinkMessage.DropInterest("/b", 2), receive(leader));
            assertEquals(new LinkMessage.TermReport(4), receive(leader));
        }
    }

    @Test
    void shouldReportNoTermWhileThereIsNone() throws Exception {
        connect();
        try (Socket leader = welcomed()) {
            term.set(0);
            loop.execute(() -> recorder.leader.send(new LinkMessage.DropInterest("/a", 1)));
            assertEquals(new LinkMessage.DropInterest("/a", 1), receive(leader));
            loop.execute(() -> recorder.leader.send(new LinkMessage.DropInterest("/b", 2)));

            assertEquals(new LinkMessage.DropInterest("/b", 2), receive(leader));
        }
    }

    @Test
    void shouldSendALargeRequestApartAndHoldItsSessionsNextOnes() throws Exception {
        LinkMessage.Command large = Bodies.command(1, 1, 4 << 20);
        LinkMessage.Command next = Bodies.command(1, 2, 10);
        LinkMessage.Command other = Bodies.command(2, 1, 10);
        connect();
        try (Socket leader = welcomed()) {
            List<LinkMessage.ToLeader> complete = new ArrayList<>();
            LaneReader<LinkMessage.ToLeader> reader = LaneReader.ofRequests(new LaneReader.Receiver<>() {
                @Override
                public void message(LinkMessage.ToLeader message) {
                    complete.add(message);
                }

                @Override
                public void messageBegun(LinkMessage.ToLeader message, ArrivingBody body) {
                    body.whenComplete(() -> complete.add(message));
                }
            });
            loop.execute(() -> {
                recorder.leader.send(large);
                recorder.leader.send(next);
                recorder.leader.send(other);
            });
            while (complete.size() < 5) {
                reader.frame(frame(leader));
            }

            LinkMessage.TermReport report = new LinkMessage.TermReport(3);
            assertEquals(List.of(other, report), complete.subList(0, 2));
            assertEquals(large.body(), ((LinkMessage.Command) complete.get(2)).body());
            assertEquals(next.number(), ((LinkMessage.Command) complete.get(3)).number());
            assertEquals(report, complete.get(4));
        }
    }

    @Test
    void shouldHandALargeAnswerOverAtItsPlaceAndOthersBeforeItsBody() throws Exception {
        LinkMessage.ReadAnswer large = Bodies.answer(1, 1, 100_000);
        LinkMessage.ReadAnswer small = Bodies.answer(2, 1, 10);
        connect();
        try (Socket leader = welcomed()) {
            AnswerLanes lanes = new AnswerLanes();
            lanes.send(large);
            send(leader, lanes);
            assertInstanceOf(Begun.class, recorder.next());
            lanes.send(small);
            send(leader, lanes);
            send(leader, lanes);

            assertEquals(small, recorder.next());
            assertEquals(large, recorder.next());
        }
    }

    @Test
    void shouldEndALinkWhoseBodiesBreakTheFormat() throws Exception {
        connect();
        try (Socket leader = welcomed()) {
            leader.getOutputStream().write(new byte[] {0, 0, 0, 10, LaneFormat.CHUNK, 0, 0, 0, 0, 0, 0, 0, 1, 5});

            assertTrue(recorder.next().toString().startsWith("down true: broken"));
        }
    }

    @Test
    void shouldSayThatTheLinkIsDownWhenTheLeaderGoes() throws Exception {
        connect();
        welcomed().close();

        assertTrue(recorder.next().toString().startsWith("down true"));
    }

    @Test
    void shouldSayWhetherARefusedHelloMayBeTriedAgain() throws Exception {
        connect();
        try (Socket leader = server.accept()) {
            send(leader, new LinkMessage.Refused("another cell", false));
            assertEquals("down false: refused: another cell", recorder.next());
            assertEquals(-1, drained(leader), "and it hangs up");
        }
    }

    @Test
    void shouldSayThatTheLinkIsDownIfNobodyListens() throws Exception {
        server.close();
        connect();

        assertTrue(recorder.next().toString().startsWith("down true: can't connect"));
    }

    @Test
    void shouldEndALinkThatSendsWhatIsNoMessage() throws Exception {
        connect();
        try (Socket leader = welcomed()) {
            leader.getOutputStream().write(new byte[] {0, 0, 0, 1, 99});

            assertTrue(recorder.next().toString().startsWith("down true: broken"));
        }
    }

    @Test
    void shouldEndALinkThatBeginsWithoutAWelcome() throws Exception {
        connect();
        try (Socket leader = server.accept()) {
            send(leader, new LinkMessage.KeepAliveAnswer(7, 1, false));

            assertTrue(recorder.next().toString().startsWith("down true: a message before"));
        }
    }

    @Test
    void shouldDropWhatIsSentAfterTheEnd() throws Exception {
        connect();
        welcomed().close();
        recorder.next();

        loop.submit(() -> recorder.leader.send(new LinkMessage.DropInterest("/a", 1)))
                .get(5, TimeUnit.SECONDS);
        assertEquals(0, recorder.heard.size());
    }

    private void connect() {
        InetSocketAddress address = (InetSocketAddress) server.getLocalSocketAddress();
        loop.execute(() -> LinkClient.connect(loop, transport, address, HELLO, term::get, recorder));
    }

    private Socket welcomed() throws Exception {
        Socket leader = server.accept();
        leader.setSoTimeout(10_000);
        receive(leader);
        receive(leader);
        send(leader, WELCOME);
        assertEquals(WELCOME, recorder.next());
        return leader;
    }

    private static LinkMessage receive(Socket socket) throws IOException {
        return LinkCodec.readToLeader(frame(socket));
    }

    private static ByteRange frame(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return ByteRange.of(frame);
    }

    private static void send(Socket socket, LaneSource lanes) throws IOException {
        WireWriter out = new WireWriter(64);
        lanes.drain((array, offset, length) -> out.writeBytes(array, offset, length));
        socket.getOutputStream().write(out.toArray());
    }

    private static int drained(Socket socket) throws IOException {
        socket.setSoTimeout(10_000);
        while (true) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                return next;
            }
        }
    }

    private static void send(Socket socket, LinkMessage message) throws IOException {
        WireWriter out = new WireWriter(64);
        LinkCodec.write(out, message);
        socket.getOutputStream().write(out.toArray());
    }
}
