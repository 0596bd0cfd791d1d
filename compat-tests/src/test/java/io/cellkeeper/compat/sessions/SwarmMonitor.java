package io.cellkeeper.compat.sessions;

import io.cellkeeper.compat.sessions.SwarmSession.State;
import io.cellkeeper.compat.wire.Frame;
import io.cellkeeper.compat.wire.RawClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.GetChildrenRequest;
import org.apache.zookeeper.proto.GetChildrenResponse;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the swarm's ephemeral nodes a few times a second, from a session of its own. A node that is missing while its
 * client lives is a violation; when an abandoned client's node goes is noted.
 */
final class SwarmMonitor implements AutoCloseable {
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final int TIMEOUT_MS = 20_000;

    private final List<InetSocketAddress> servers;
    private final SessionSwarm swarm;
    private final Map<Integer, Long> goneNanos = new HashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::run, "swarm-monitor");
    private volatile boolean closed;
    private final AtomicLong polls = new AtomicLong();
    private @Nullable RawClient client;
    private int next;

    SwarmMonitor(List<InetSocketAddress> servers, SessionSwarm swarm) {
        this.servers = servers;
        this.swarm = swarm;
        thread.setDaemon(true);
        thread.start();
    }

    List<String> violations() {
        return List.copyOf(violations);
    }

    /** How often it has looked. */
    long polls() {
        return polls.get();
    }

    /** When the node of an abandoned client was first seen to be gone; null while it is there. */
    synchronized @Nullable Long goneNanos(SwarmSession session) {
        return goneNanos.get(session.number);
    }

    private void run() {
        while (!closed) {
            long asked = System.nanoTime();
            BitSet before = createdAndLiving();
            try {
                compare(before, children(), asked);
                polls.incrementAndGet();
            } catch (IOException e) {
                reconnectLater();
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        reconnectLater();
    }

    private BitSet createdAndLiving() {
        BitSet numbers = new BitSet();
        for (SwarmSession session : swarm.sessions()) {
            if (session.created && session.state != State.EXPIRED) {
                numbers.set(session.number);
            }
        }
        return numbers;
    }

    private synchronized void compare(BitSet expected, BitSet seen, long askedNanos) {
        for (SwarmSession session : swarm.sessions()) {
            if (!expected.get(session.number) || seen.get(session.number) || goneNanos.containsKey(session.number)) {
                continue;
            }
            goneNanos.put(session.number, System.nanoTime());
            long silentNanos = askedNanos - session.sentNanos;
            if (silentNanos < session.timeoutNanos && session.disconnects.get() == 0) {
                violations.add("the node of client " + session.number + " (" + session.timeoutMs + " ms, "
                        + session.state + ", never disconnected) is gone " + SessionSwarm.millis(silentNanos)
                        + " ms after its last packet");
            }
        }
    }

    private BitSet children() throws IOException {
        RawClient connection = client;
        if (connection == null) {
            connection = RawClient.connect(servers.get(next++ % servers.size()), TIMEOUT_MS);
            client = connection;
        }
        Frame reply = connection.call(OpCode.getChildren, new GetChildrenRequest(SessionSwarm.PARENT, false));
        if (reply.err() != 0) {
            throw new IOException("getChildren: " + reply);
        }
        BitSet numbers = new BitSet();
        for (String child : reply.as(new GetChildrenResponse()).getChildren()) {
            numbers.set(Integer.parseInt(child));
        }
        return numbers;
    }

    private void reconnectLater() {
        RawClient connection = client;
        client = null;
        if (connection != null) {
            try {
                connection.close();
            } catch (IOException e) {
                violations.add("the monitor's socket doesn't close: " + e);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(TimeUnit.SECONDS.toMillis(30));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
