package io.cellkeeper.compat.sessions;

import io.cellkeeper.compat.sessions.SwarmSession.State;
import io.cellkeeper.compat.wire.RawClient;
import io.cellkeeper.compat.wire.RawSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.ZooDefs.OpCode;

/**
 * Thousands of sessions on one thread. Each client connects, creates an ephemeral node, pings at an interval of its own and
 * comes back with its session when its connection is gone. What may not be is collected as violations.
 */
final class SessionSwarm implements AutoCloseable {
    static final String PARENT = "/swarm";

    private static final long SELECT_MS = 10;
    private static final int NODE_EXISTS = -110;
    private static final int EPHEMERAL = 1;

    private final List<InetSocketAddress> servers;
    private final List<SwarmSession> sessions = new ArrayList<>();
    private final Queue<Runnable> orders = new ConcurrentLinkedQueue<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final Selector selector;
    private final Thread thread = new Thread(this::run, "session-swarm");
    private volatile boolean closed;

    /**
     * @param timeoutsMs given to the sessions in turn
     * @param random chooses how often each pings: at most every third of its timeout, as clients do
     */
    SessionSwarm(List<InetSocketAddress> servers, int count, int[] timeoutsMs, Random random) throws IOException {
        this.servers = servers;
        long now = System.nanoTime();
        for (int i = 0; i < count; i++) {
            int timeoutMs = timeoutsMs[i % timeoutsMs.length];
            long pingMs = (long) timeoutMs / 10 + random.nextInt(timeoutMs / 3 - timeoutMs / 10);
            sessions.add(new SwarmSession(
                    i, timeoutMs, TimeUnit.MILLISECONDS.toNanos(pingMs), random.nextInt(servers.size()), now));
        }
        selector = Selector.open();
        thread.setDaemon(true);
        thread.start();
    }

    List<SwarmSession> sessions() {
        return sessions;
    }

    /** What has happened and may not, in words. */
    List<String> violations() {
        return List.copyOf(violations);
    }

    long live() {
        return sessions.stream()
                .filter(session -> session.state == State.LIVE && session.created)
                .count();
    }

    /** The client says nothing more from now on, and closes its socket or doesn't. */
    void abandon(SwarmSession session, boolean closeSocket) {
        orders.add(() -> {
            session.state = State.ABANDONED;
            if (closeSocket) {
                disconnect(session);
            }
        });
    }

    private void run() {
        try {
            while (!closed) {
                selector.select(SELECT_MS);
                for (Runnable order = orders.poll(); order != null; order = orders.poll()) {
                    order.run();
                }
                long now = System.nanoTime();
                for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); ) {
                    SelectionKey key = keys.next();
                    keys.remove();
                    ready(key, (SwarmSession) key.attachment(), now);
                }
                for (SwarmSession session : sessions) {
                    tend(session, System.nanoTime());
                }
            }
        } catch (IOException | RuntimeException e) {
            violations.add("the swarm itself failed: " + e);
        }
    }

    private void ready(SelectionKey key, SwarmSession session, long now) {
        SocketChannel channel = session.channel;
        if (channel == null || key.channel() != channel || !key.isValid()) {
            return;
        }
        try {
            if (key.isConnectable() && channel.finishConnect()) {
                key.interestOps(SelectionKey.OP_READ);
                session.state = State.SHAKING_HANDS;
                RawSession asked = new RawSession(session.sessionId, session.password, session.timeoutMs, 0);
                send(session, RawClient.connectRequest(asked, session.timeoutMs, 0, true), now);
            } else if (key.isReadable()) {
                read(session, channel, now);
            }
        } catch (IOException e) {
            lost(session, now);
        }
    }

    private void read(SwarmSession session, SocketChannel channel, long now) throws IOException {
        int count = channel.read(session.in);
        if (count < 0) {
            lost(session, now);
            return;
        }
        session.in.flip();
        while (session.in.remaining() >= 4 && session.in.remaining() >= 4 + session.in.getInt(session.in.position())) {
            ByteBuffer frame = session.in.slice(session.in.position() + 4, session.in.getInt(session.in.position()));
            session.in.position(session.in.position() + 4 + frame.remaining());
            received(session, frame, now);
        }
        session.in.compact();
    }

    private void received(SwarmSession session, ByteBuffer frame, long now) throws IOException {
        if (session.state == State.SHAKING_HANDS) {
            connected(session, frame, now);
        } else if (session.state == State.LIVE && frame.getInt(0) == SwarmSession.CREATE_XID) {
            int err = frame.getInt(12);
            if (err == 0 || err == NODE_EXISTS) {
                session.created = true;
            } else {
                violations.add("create of " + session.node() + " was answered " + err);
            }
        }
        session.receivedNanos = now;
    }

    private void connected(SwarmSession session, ByteBuffer frame, long now) throws IOException {
        int timeoutMs = frame.getInt(4);
        if (timeoutMs == 0) {
            if (session.sessionId != 0 && session.believed(now)) {
                violations.add("session of client " + session.number + " (" + session.timeoutMs + " ms) expired "
                        + millis(now - session.receivedNanos) + " ms after it heard from a server");
            }
            session.state = State.EXPIRED;
            disconnect(session);
            return;
        }
        if (timeoutMs != session.timeoutMs) {
            violations.add("asked for " + session.timeoutMs + " ms, got " + timeoutMs);
        }
        session.sessionId = frame.getLong(8);
        frame.get(20, session.password);
        session.state = State.LIVE;
        if (!session.created) {
            send(
                    session,
                    RawClient.request(
                            SwarmSession.CREATE_XID,
                            OpCode.create,
                            RawClient.createNode(session.node(), "", EPHEMERAL)),
                    now);
        }
    }

    private void tend(SwarmSession session, long now) {
        if (session.silentTooLong(now)) {
            disconnect(session);
            session.disconnected(now, servers.size());
        } else if (session.pingDue(now)) {
            try {
                send(session, RawClient.request(SwarmSession.PING_XID, OpCode.ping), now);
            } catch (IOException e) {
                lost(session, now);
            }
        } else if (session.tryDue(now)) {
            connect(session, now);
        }
    }

    private void connect(SwarmSession session, long now) {
        try {
            SocketChannel channel = SocketChannel.open();
            session.channel = channel;
            session.state = State.CONNECTING;
            session.nextTryNanos = now;
            session.in.clear();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.connect(servers.get(session.server));
            channel.register(selector, SelectionKey.OP_CONNECT, session);
        } catch (IOException e) {
            lost(session, now);
        }
    }

    private void lost(SwarmSession session, long now) {
        disconnect(session);
        if (session.state != State.ABANDONED && session.state != State.EXPIRED) {
            session.disconnected(now, servers.size());
        }
    }

    private void disconnect(SwarmSession session) {
        SocketChannel channel = session.channel;
        session.channel = null;
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void send(SwarmSession session, byte[] body, long now) throws IOException {
        ByteBuffer frame = ByteBuffer.wrap(RawClient.frame(body));
        SocketChannel channel = session.channel;
        if (channel == null || channel.write(frame) < 0 || frame.hasRemaining()) {
            throw new IOException("not sent");
        }
        session.sentNanos = now;
    }

    static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    /** Ends the swarm without ending its sessions. */
    @Override
    public void close() {
        closed = true;
        try {
            thread.join(TimeUnit.SECONDS.toMillis(10));
            for (SwarmSession session : sessions) {
                disconnect(session);
            }
            selector.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
