package io.cellkeeper.compat.wire;

import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.exists;
import static io.cellkeeper.compat.wire.RawClient.getData;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.SharedCell;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that send what none should (rules 1.7, 2.5 to 2.7, 14.10): they go, and nobody else notices. */
class HostileSendersTest {
    private static final int TIMEOUT_MS = 20_000;

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(1);

    private RawClient bystander;

    @BeforeEach
    void connectBystander() throws IOException {
        bystander = RawClient.connect(CELL.port("leader"), TIMEOUT_MS);
    }

    @AfterEach
    void askBystander() throws IOException {
        assertEquals(0, bystander.call(OpCode.exists, exists("/", false)).err());
        bystander.closeSession();
        bystander.close();
    }

    private static Socket open() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), CELL.port("leader"));
        socket.setSoTimeout(TIMEOUT_MS);
        return socket;
    }

    private static void send(Socket socket, byte[] frame) throws IOException {
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(frame.length);
        out.write(frame);
    }

    private static boolean endsWithoutAByte(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    /** Lengths that are no length; the last is how a TLS client begins. */
    @ParameterizedTest
    @ValueSource(ints = {0, -1, 0x7fffffff, 0x100000, 0x16030102})
    void shouldCloseOnABadLength(int length) throws IOException {
        try (Socket socket = open()) {
            new DataOutputStream(socket.getOutputStream()).writeInt(length);
            assertTrue(endsWithoutAByte(socket));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 16, 17, 100_000})
    void shouldIgnoreThePasswordOfANewSessionAndRefuseItForOthers(int passwordLength) throws IOException {
        assertEquals(4_000, connect(4_000, 0, passwordLength)[0]);
        assertEquals(2_000, connect(-5, 0, passwordLength)[0], "the shortest timeout");
        for (long session : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1}) {
            long[] refused = connect(4_000, session, passwordLength);
            assertEquals(0, refused[0], "timeout");
            assertEquals(0, refused[1], "session");
        }
    }

    @Test
    void shouldCloseAConnectionWhoseClientSendsNoMore() throws IOException {
        try (Socket socket = open()) {
            socket.getOutputStream().write(connectRequest(4_000, 0, 16));
            new DataInputStream(socket.getInputStream()).skipNBytes(4 + 37);
            send(socket, RawClient.request(1, OpCode.exists, exists("/", false)));
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        } catch (SocketException reset) {
            // An end as good as the other.
        }
    }

    @Test
    void shouldNotMindAClientThatGoesInTheMiddleOfItsReply() throws IOException {
        String path = CELL.newRoot();
        assertEquals(
                0,
                bystander
                        .call(OpCode.create, createNode(path, "x".repeat(900_000), 1))
                        .err());
        for (int i = 0; i < 20; i++) {
            try (Socket socket = open()) {
                socket.getOutputStream().write(connectRequest(4_000, 0, 16));
                new DataInputStream(socket.getInputStream()).skipNBytes(4 + 37);
                for (int request = 0; request < 5; request++) {
                    send(socket, RawClient.request(request, OpCode.getData, getData(path, false)));
                }
                new DataInputStream(socket.getInputStream()).skipNBytes(1_000);
                socket.setSoLinger(true, 0);
            }
        }
    }

    /** The timeout and the session's id that a connect request is answered with. */
    private static long[] connect(int timeoutMs, long session, int passwordLength) throws IOException {
        try (Socket socket = open()) {
            socket.getOutputStream().write(connectRequest(timeoutMs, session, passwordLength));
            DataInputStream in = new DataInputStream(socket.getInputStream());
            assertEquals(37, in.readInt());
            in.readInt();
            long[] answer = {in.readInt(), in.readLong()};
            assertEquals(16, in.readInt());
            return answer;
        }
    }

    private static byte[] connectRequest(int timeoutMs, long session, int passwordLength) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(4 + 8 + 4 + 8 + 4 + Math.max(0, passwordLength) + 1);
        out.writeInt(0);
        out.writeLong(0);
        out.writeInt(timeoutMs);
        out.writeLong(session);
        out.writeInt(passwordLength);
        out.write(new byte[Math.max(0, passwordLength)]);
        out.writeBoolean(false);
        return bytes.toByteArray();
    }
}
