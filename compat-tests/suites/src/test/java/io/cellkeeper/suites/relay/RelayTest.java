package io.cellkeeper.suites.relay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RelayTest {
    private static final long SESSION = 0x1234_5678_9abc_def0L;
    private static final int LIMIT_S = 30;

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    private final Relay.Sessions sessions = new Relay.Sessions() {
        @Override
        public void opened(long session) {
            heard.add("opened " + Long.toHexString(session));
        }

        @Override
        public void closed(long session) {
            heard.add("closed " + Long.toHexString(session));
        }
    };

    @Test
    void bytesPassUnchangedAndTheConnectResponseNamesTheSession() throws Exception {
        byte[] response = ByteBuffer.allocate(41)
                .putInt(37)
                .putInt(0)
                .putInt(4_000)
                .putLong(SESSION)
                .array();
        try (ServerSocket server = new ServerSocket(0);
                ServerSocket listener = new ServerSocket(0)) {
            Relay relay = new Relay(listener, server::getLocalPort, sessions);
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort());
                    Socket served = server.accept()) {
                client.getOutputStream().write("connect".getBytes(StandardCharsets.US_ASCII));
                assertEquals("connect", new String(served.getInputStream().readNBytes(7), StandardCharsets.US_ASCII));
                served.getOutputStream().write(response);
                assertArrayEquals(response, client.getInputStream().readNBytes(response.length));
                assertEquals("opened 123456789abcdef0", heard.poll(LIMIT_S, TimeUnit.SECONDS));
                served.shutdownOutput();
                assertEquals(-1, client.getInputStream().read());
                assertEquals("closed 123456789abcdef0", heard.poll(LIMIT_S, TimeUnit.SECONDS));
            }
            relay.close();
        }
    }

    @Test
    void onlyAConnectResponseThatGrantsASessionNamesOne() {
        assertEquals(0, RelayedConnection.sessionOf("imok".getBytes(StandardCharsets.US_ASCII)));
        assertEquals(0, RelayedConnection.sessionOf("Zookeeper version: 3".getBytes(StandardCharsets.US_ASCII)));
        assertEquals(0, RelayedConnection.sessionOf(head(36, 0)));
        assertEquals(SESSION, RelayedConnection.sessionOf(head(36, SESSION)));
    }

    private static byte[] head(int length, long session) {
        return ByteBuffer.allocate(20)
                .putInt(length)
                .putInt(0)
                .putInt(4_000)
                .putLong(session)
                .array();
    }
}
