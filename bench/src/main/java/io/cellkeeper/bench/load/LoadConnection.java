package io.cellkeeper.bench.load;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** A session's socket and its two buffers, used again and again. Owned by the thread of the run. */
final class LoadConnection {
    private static final int MIN_BUFFER_BYTES = 16 << 10;

    private final InetSocketAddress server;
    private final SocketChannel channel;
    private final SelectionKey key;
    private final LoadSession session;
    private final ByteBuffer in;
    private final ByteBuffer out;
    private final int maxFrameBytes;

    /** Begins to connect. */
    LoadConnection(
            InetSocketAddress server, Workload workload, LoadPlan plan, Measurement measurement, Selector selector)
            throws IOException {
        this.server = server;
        int frameBytes = plan.dataBytes() + Wire.MAX_OVERHEAD_BYTES;
        maxFrameBytes = frameBytes;
        in = ByteBuffer.allocateDirect(Math.max(MIN_BUFFER_BYTES, 4 + frameBytes));
        out = ByteBuffer.allocateDirect(Math.max(MIN_BUFFER_BYTES, (plan.pipeline() + 2) * frameBytes));
        session = new LoadSession(
                workload, plan.pipeline(), plan.sessionTimeoutMs(), measurement, out, System.nanoTime());
        channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        key = channel.register(selector, SelectionKey.OP_CONNECT, this);
        try {
            channel.connect(server);
        } catch (IOException failure) {
            throw failed(failure);
        }
    }

    LoadSession session() {
        return session;
    }

    /** The socket is ready for what it was registered for. After the session's end, how the socket ends doesn't matter. */
    void onReady() {
        try {
            if (key.isConnectable() && channel.finishConnect()) {
                key.interestOps(SelectionKey.OP_READ);
                session.open(System.nanoTime());
            } else if (key.isReadable()) {
                receive();
            }
            flush();
        } catch (IOException | LoadException failure) {
            if (session.state() != LoadSession.State.CLOSED) {
                throw failed(failure);
            }
            key.cancel();
        }
    }

    /** Hands to the kernel what it takes; the rest follows when the socket is writable. */
    void flush() throws IOException {
        if (out.position() == 0) {
            return;
        }
        out.flip();
        channel.write(out);
        boolean isAllSent = !out.hasRemaining();
        out.compact();
        int interest = isAllSent ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
        if (key.interestOps() != interest) {
            key.interestOps(interest);
        }
    }

    /** Keeps an idle session alive, and fails the run if the server owes an answer for too long. */
    void check(long now, long patienceNanos) throws IOException {
        if (session.isStalled(now, patienceNanos)) {
            throw failed(new LoadException("no answer in time"));
        }
        session.pingIfIdle(now);
        flush();
    }

    /** Closes the socket at once. */
    void discard() {
        try {
            channel.close();
        } catch (IOException unimportant) {
            // The run is over: its outcome doesn't depend on how the socket ends.
        }
    }

    private void receive() throws IOException {
        int count = channel.read(in);
        if (count < 0) {
            throw new EOFException("closed by the server");
        }
        long now = System.nanoTime();
        in.flip();
        int limit = in.limit();
        while (in.remaining() >= 4) {
            int length = in.getInt(in.position());
            Wire.check(length > 0 && length <= maxFrameBytes, "frame of bytes", length, maxFrameBytes);
            if (in.remaining() < 4 + length) {
                break;
            }
            int end = in.position() + 4 + length;
            in.position(in.position() + 4).limit(end);
            session.onFrame(in, now);
            in.limit(limit).position(end);
        }
        in.compact();
    }

    private LoadException failed(Exception cause) {
        String what = cause instanceof IOException ? "connection lost: " : "";
        return new LoadException(
                server.getHostString() + ":" + server.getPort() + ", " + session.state() + ", " + session.inFlight()
                        + " operations in flight: " + what + cause.getMessage(),
                cause);
    }
}
