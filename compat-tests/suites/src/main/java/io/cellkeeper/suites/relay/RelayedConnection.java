package io.cellkeeper.suites.relay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * One connection, carried both ways unchanged. What the server's first frame says of the session is read on its way: only
 * the connect response has that length, and a four-letter word's answer is text.
 */
final class RelayedConnection {
    /** Length, protocol version, timeout, session id. */
    private static final int HEAD_BYTES = 4 + 4 + 4 + 8;

    /** A connect response without the readOnly byte, and one with it. */
    private static final int SHORT_RESPONSE = 36;

    private static final int LONG_RESPONSE = 37;
    private static final int BUFFER_BYTES = 64 * 1024;

    private final Socket client;
    private final Socket server;
    private final Relay.Sessions sessions;
    private final Consumer<RelayedConnection> whenClosed;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    RelayedConnection(Socket client, Socket server, Relay.Sessions sessions, Consumer<RelayedConnection> whenClosed) {
        this.client = client;
        this.server = server;
        this.sessions = sessions;
        this.whenClosed = whenClosed;
    }

    void start() throws IOException {
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        Relay.daemon("relay-to-server", this::carryToServer);
        Relay.daemon("relay-to-client", this::carryToClient);
    }

    private void carryToServer() {
        try {
            copy(client.getInputStream(), server.getOutputStream());
            // A client may close its half and still want the answer, as nc does with a four-letter word.
            server.shutdownOutput();
        } catch (IOException e) {
            close();
        }
    }

    private void carryToClient() {
        long session = 0;
        try {
            InputStream in = server.getInputStream();
            OutputStream out = client.getOutputStream();
            byte[] head = in.readNBytes(HEAD_BYTES);
            session = sessionOf(head);
            if (session != 0) {
                sessions.opened(session);
            }
            out.write(head);
            out.flush();
            copy(in, out);
        } catch (IOException e) {
            // One side is gone; so is the other in a moment.
        } finally {
            close();
            if (session != 0) {
                sessions.closed(session);
            }
        }
    }

    /** The session of a connect response that begins like this, or 0 if it is none or a refusal. */
    static long sessionOf(byte[] head) {
        if (head.length < HEAD_BYTES) {
            return 0;
        }
        ByteBuffer bytes = ByteBuffer.wrap(head);
        int length = bytes.getInt();
        return length == SHORT_RESPONSE || length == LONG_RESPONSE ? bytes.getLong(HEAD_BYTES - Long.BYTES) : 0;
    }

    private static void copy(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            out.write(buffer, 0, read);
            out.flush();
        }
    }

    void close() {
        if (isClosed.compareAndSet(false, true)) {
            closeQuietly(client);
            closeQuietly(server);
            whenClosed.accept(this);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Closed is all that matters.
        }
    }
}
