package io.cellkeeper.proxy.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.FrameDecoder;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.CloseReason;
import io.cellkeeper.proxy.ProxyCore;
import io.cellkeeper.proxy.ProxySettings;
import io.cellkeeper.proxy.ProxyView;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.Transport;
import io.netty.channel.EventLoopGroup;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The Netty shell over loopback, whatever the transport, with the sockets on the proxy's loop or on loops of their own. */
abstract class ClientPortContract {
    private final EventLoopGroup loops;
    private final EventLoopGroup clientLoops;
    private final ProxyLoop loop;
    private final ScriptedLeader leader;
    private final ClientPort port;
    private final ConcurrentLinkedQueue<Throwable> faults = new ConcurrentLinkedQueue<>();
    private final List<Socket> sockets = new ArrayList<>();

    /** @param clientThreads as the setting has it: 0 for the proxy's own loop */
    ClientPortContract(Transport transport, int clientThreads) throws Exception {
        loops = transport.newLoops(1, "test");
        clientLoops = clientThreads == 0 ? loops : transport.newLoops(clientThreads, "test-clients");
        ProxyCore core = new ProxyCore(new ProxySettings(20, Optional.empty()));
        loop = new ProxyLoop(loops.next(), core, System::nanoTime, () -> {}, faults::add);
        leader = new ScriptedLeader(loop);
        loop.start();
        onLoop(() -> {
            loop.linkUp(new LinkMessage.Welcome(1, 2_000, 4_000, 40_000, 5), leader);
            return true;
        });
        port = ClientPort.open(
                loop,
                clientLoops,
                transport,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                FrameDecoder.DEFAULT_MAX_LENGTH,
                new Words());
    }

    /** Answers one word, on the proxy's loop. */
    private final class Words implements AdminWords {
        @Override
        public int lengthOf(String word) {
            return word.equals("ruok") ? 4 : word.equals("stmk") ? 6 : 0;
        }

        @Override
        public String answer(String word) {
            if (!loop.eventLoop().inEventLoop()) {
                return "on a wrong thread";
            }
            return word.equals("ruok") ? "imok" : Integer.toHexString(word.charAt(5));
        }
    }

    @AfterEach
    void stop() throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
        port.close();
        loop.stop();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(5, TimeUnit.SECONDS);
        clientLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(5, TimeUnit.SECONDS);
        assertEquals(List.of(), List.copyOf(faults));
    }

    @Test
    void shouldOpenASessionAndAnswer() throws Exception {
        Socket socket = connected();
        send(socket, request(1, 1).writeString("/a").writeInt(-1).writeInt(-1).writeInt(0));

        byte[] reply = receive(socket);
        assertEquals(16, reply.length);
        assertEquals(1, reply[3]);
        Await.until("one command", () -> leader.commands() == 1);
    }

    @Test
    void shouldAnswerPipelinedRequestsInOrder() throws Exception {
        Socket socket = connected();
        WireWriter all = new WireWriter(1 << 16);
        for (int i = 1; i <= 2_500; i++) {
            WireWriter one = i % 3 == 0
                    ? request(i, 107)
                    : request(i, 2).writeString("/a").writeInt(-1);
            all.writeInt(one.length()).writeBytes(one.toRange());
        }
        socket.getOutputStream().write(all.toArray());

        DataInputStream in = new DataInputStream(socket.getInputStream());
        for (int i = 1; i <= 2_500; i++) {
            int length = in.readInt();
            assertEquals(i, in.readInt());
            in.readFully(new byte[length - 4]);
        }
    }

    @Test
    void shouldKeepEachConnectionsOrderAmongManyThatPipeline() throws Exception {
        List<Socket> clients = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            clients.add(connected());
        }
        leader.answerReadsWith(3_000);
        for (int round = 0; round < 20; round++) {
            for (Socket client : clients) {
                WireWriter all = new WireWriter(1 << 12);
                for (int i = 1; i <= 50; i++) {
                    int xid = 50 * round + i;
                    WireWriter one = i % 5 == 0
                            ? request(xid, 4).writeString("/a").writeBoolean(false)
                            : request(xid, 2).writeString("/a").writeInt(-1);
                    all.writeInt(one.length()).writeBytes(one.toRange());
                }
                client.getOutputStream().write(all.toArray());
            }
        }
        for (Socket client : clients) {
            send(client, request(1_001, -11));
        }

        for (Socket client : clients) {
            for (int xid = 1; xid <= 1_001; xid++) {
                byte[] reply = receive(client);
                assertEquals(xid, ByteBuffer.wrap(reply).getInt());
                assertEquals(xid <= 1_000 && xid % 5 == 0 ? 3_016 : 16, reply.length);
            }
            assertEquals("", readAll(client), "closed behind the last reply");
        }
    }

    @Test
    void shouldGiveAClientThatReadsSlowlyEverythingBeforeItCloses() throws Exception {
        leader.answerReadsWith(8 << 20);
        Socket socket = connected();
        for (int i = 1; i <= 3; i++) {
            send(socket, request(i, 4).writeString("/a").writeBoolean(false));
        }
        send(socket, request(4, -11));

        for (int i = 1; i <= 3; i++) {
            byte[] reply = receive(socket);
            assertEquals(i, reply[3]);
            assertEquals(16 + (8 << 20), reply.length);
        }
        assertEquals(4, receive(socket)[3]);
        assertEquals("", readAll(socket));
    }

    @Test
    void shouldSendAnAnswerThatIsLargerThanAnySocketBuffer() throws Exception {
        leader.answerReadsWith(20 << 20);
        Socket socket = connected();
        send(socket, request(1, 4).writeString("/a").writeBoolean(false));
        Socket other = connected();
        send(other, request(7, 11));
        assertEquals(16, receive(other).length, "another connection is not held up");

        assertEquals(16 + (20 << 20), receive(socket).length);
    }

    @Test
    void shouldAnswerAWordThatComesInPieces() throws Exception {
        Socket socket = open();
        OutputStream out = socket.getOutputStream();
        out.write("ru".getBytes(StandardCharsets.US_ASCII));
        out.flush();
        Await.until("the connection is there", () -> view().connections().size() == 1);
        out.write("ok".getBytes(StandardCharsets.US_ASCII));

        assertEquals("imok", readAll(socket));
    }

    @Test
    void shouldAnswerAWordWithANewlineAndAHalfClose() throws Exception {
        Socket socket = open();
        socket.getOutputStream().write("ruok\n".getBytes(StandardCharsets.US_ASCII));
        socket.shutdownOutput();

        assertEquals("imok", readAll(socket));
        Await.until("nothing is left", () -> view().connections().isEmpty());
    }

    @Test
    void shouldWaitForTheArgumentOfAWord() throws Exception {
        Socket socket = open();
        socket.setTcpNoDelay(true);
        for (String part : List.of("stm", "kA", "\u00ff?")) {
            socket.getOutputStream().write(part.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
        }

        assertEquals("ff", readAll(socket));

        Socket withoutIt = open();
        withoutIt.getOutputStream().write("stmkA".getBytes(StandardCharsets.ISO_8859_1));
        withoutIt.shutdownOutput();
        assertEquals("", readAll(withoutIt));
    }

    @Test
    void shouldCloseOnAnUnknownWord() throws Exception {
        Socket socket = open();
        socket.getOutputStream().write("what".getBytes(StandardCharsets.US_ASCII));

        assertEquals("", readAll(socket));
    }

    @Test
    void shouldTakeAWordForAWordOnlyAtTheBeginning() throws Exception {
        Socket socket = connected();
        socket.getOutputStream().write("ruok".getBytes(StandardCharsets.US_ASCII));

        assertEquals("", readAll(socket));
        Await.until("it was malformed", () -> closed(CloseReason.MALFORMED) == 1);
    }

    @Test
    void shouldAcceptAFrameOfExactlyTheLimitAndCloseAboveIt() throws Exception {
        Socket socket = connected();
        int room = FrameDecoder.DEFAULT_MAX_LENGTH - 8;
        send(socket, request(1, 2).writeString("/a").writeInt(-1).writeBytes(new byte[room - 10], 0, room - 10));
        assertEquals(16, receive(socket).length);

        socket.getOutputStream()
                .write(new WireWriter(12)
                        .writeInt(FrameDecoder.DEFAULT_MAX_LENGTH + 1)
                        .writeBytes(request(2, 2).toRange())
                        .toArray());

        assertEquals("", readAll(socket));
    }

    @Test
    void shouldTakeAFrameThatComesByteByByte() throws Exception {
        Socket socket = open();
        socket.setTcpNoDelay(true);
        WireWriter frame = new WireWriter(64);
        frame.writeInt(45).writeInt(0).writeLong(0).writeInt(9_000).writeLong(0);
        frame.writeInt(16).writeBytes(new byte[17], 0, 17);
        for (byte one : frame.toArray()) {
            socket.getOutputStream().write(one);
        }

        assertEquals(37, receive(socket).length);
    }

    @Test
    void shouldReplyToCloseSessionAndThenClose() throws Exception {
        Socket socket = connected();
        send(socket, request(4, -11));

        assertEquals(4, receive(socket)[3]);
        assertEquals("", readAll(socket));
    }

    @Test
    void shouldFreeAConnectionWhoseClientGoes() throws Exception {
        Socket socket = connected();
        send(socket, request(1, 106).writeString("/a").writeInt(1));
        receive(socket);
        assertEquals(1, view().watches());

        socket.close();

        Await.until("nothing is left", () -> view().connections().isEmpty());
        assertEquals(0, view().watches());
    }

    @Test
    void shouldResetItsClientsWhenItStops() throws Exception {
        Socket socket = connected();
        loop.stop();

        assertThrows(IOException.class, () -> socket.getInputStream().read());
        assertFalse(onLoop(() -> loop.core().isServing()));
    }

    @Test
    void shouldCloseExcessConnectionsOfAnAddressWithoutAByte() throws Exception {
        for (int i = 0; i < 20; i++) {
            connected();
        }
        Socket excess = open();

        assertThrows(IOException.class, () -> excess.getInputStream().read());
    }

    @Test
    void shouldShowItsConnections() throws Exception {
        Socket socket = connected();
        send(socket, request(9, 11));
        receive(socket);

        ProxyView view = view();
        assertEquals(1, view.connections().size());
        assertEquals(2, view.connections().get(0).received());
        assertEquals(2, view.connections().get(0).sent());
        assertEquals("PING", view.connections().get(0).lastOp());
        assertEquals(socket.getLocalPort(), view.connections().get(0).remote().getPort());
        assertTrue(view.connections().get(0).session() > 0x500);
    }

    private Socket open() throws IOException {
        Socket socket = new Socket(port.address().getAddress(), port.address().getPort());
        socket.setSoTimeout(10_000);
        sockets.add(socket);
        return socket;
    }

    private Socket connected() throws IOException {
        Socket socket = open();
        WireWriter connect =
                new WireWriter(64).writeInt(0).writeLong(0).writeInt(9_000).writeLong(0);
        send(socket, connect.writeInt(16).writeBytes(new byte[17], 0, 17));
        assertEquals(37, receive(socket).length);
        return socket;
    }

    private static WireWriter request(int xid, int type) {
        return new WireWriter(64).writeInt(xid).writeInt(type);
    }

    private static void send(Socket socket, WireWriter frame) throws IOException {
        WireWriter all = new WireWriter(frame.length() + 4).writeInt(frame.length());
        socket.getOutputStream().write(all.writeBytes(frame.toRange()).toArray());
    }

    private static byte[] receive(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return frame;
    }

    private static String readAll(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    private ProxyView view() {
        return onLoop(() -> loop.core().view(System.nanoTime()));
    }

    private long closed(CloseReason reason) {
        return onLoop(() -> loop.core().closedByReason().getOrDefault(reason, 0L));
    }

    private <T> T onLoop(Callable<T> task) {
        try {
            return loop.eventLoop().submit(task).get(5, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
