package io.cellkeeper.compat.sessions;

import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What one client of a swarm knows: its session, its connection and when it last heard and spoke. It follows the rules of
 * ZooKeeper's own client: it gives up a connection after two thirds of its timeout in silence and tries another server.
 * Only the swarm's thread changes it; what others read is volatile.
 */
final class SwarmSession {
    static final int CREATE_XID = 1;
    static final int PING_XID = -2;

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** How far this client is. */
    enum State {
        /** Without a connection, until it is time to try again. */
        WAITING,
        /** The socket is being connected. */
        CONNECTING,
        /** The connect request is sent. */
        SHAKING_HANDS,
        /** The session is this connection's. */
        LIVE,
        /** The client is gone without a word, by closing its socket or by saying nothing more. */
        ABANDONED,
        /** The server has said that the session is expired. */
        EXPIRED
    }

    final int number;
    final int timeoutMs;
    final long timeoutNanos;
    final long pingNanos;
    final ByteBuffer in = ByteBuffer.allocate(512);

    volatile State state = State.WAITING;
    /** Whether the ephemeral node was acknowledged. */
    volatile boolean created;
    /** When the newest packet was sent. */
    volatile long sentNanos;

    final AtomicInteger disconnects = new AtomicInteger();

    @Nullable
    SocketChannel channel;

    int server;
    long sessionId;
    byte[] password = new byte[16];
    long receivedNanos;
    long nextTryNanos;

    SwarmSession(int number, int timeoutMs, long pingNanos, int server, long now) {
        this.number = number;
        this.timeoutMs = timeoutMs;
        this.timeoutNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        this.pingNanos = pingNanos;
        this.server = server;
        receivedNanos = now;
        sentNanos = now;
    }

    /** The path of its ephemeral node. */
    String node() {
        return SessionSwarm.PARENT + "/" + number;
    }

    boolean pingDue(long now) {
        return state == State.LIVE && now - sentNanos >= pingNanos;
    }

    /** Whether a real client would give this connection up. */
    boolean silentTooLong(long now) {
        return switch (state) {
            case LIVE -> now - receivedNanos > timeoutNanos * 2 / 3;
            case CONNECTING, SHAKING_HANDS -> now - nextTryNanos > timeoutNanos / 3;
            default -> false;
        };
    }

    boolean tryDue(long now) {
        return state == State.WAITING && now - nextTryNanos >= 0;
    }

    /** The connection is gone; another server is tried soon. */
    void disconnected(long now, int servers) {
        if (state == State.LIVE) {
            disconnects.incrementAndGet();
        }
        state = State.WAITING;
        channel = null;
        server = (server + 1) % servers;
        nextTryNanos = now + RETRY_NANOS;
    }

    /** Whether the client had every reason to believe in a session that it is now told is expired. */
    boolean believed(long now) {
        return now - receivedNanos < timeoutNanos;
    }
}
