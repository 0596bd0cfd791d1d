package io.cellkeeper.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/**
 * A plain client that creates numbered nodes one after the other, repeats what it got no answer to, and remembers what was
 * acknowledged. It also holds an ephemeral node all the time. One thread runs it, the test's reads the count and ends it.
 */
final class RestartWriter implements Runnable, AutoCloseable {
    /** As long as allowed: newer clients give a session up by themselves after 4/3 of it without a server. */
    private static final int SESSION_TIMEOUT_MS = 40_000;

    private static final long RETRY_PAUSE_NANOS = Duration.ofMillis(50).toNanos();

    private final String root;
    private final String held;
    private final ZooKeeper client;
    private final long session;
    private final long heldCzxid;
    private final AtomicInteger acknowledged = new AtomicInteger();
    private volatile boolean over;

    RestartWriter(String name, String connectString) throws Exception {
        root = "/" + name;
        held = root + "-held";
        CountDownLatch connected = new CountDownLatch(1);
        client = new ZooKeeper(connectString, SESSION_TIMEOUT_MS, event -> connected.countDown());
        assertTrue(connected.await(SESSION_TIMEOUT_MS, TimeUnit.MILLISECONDS), "connected");
        client.create(root, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        Stat stat = new Stat();
        client.create(held, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL, stat);
        session = client.getSessionId();
        heldCzxid = stat.getCzxid();
    }

    @Override
    public void run() {
        try {
            while (!over) {
                createAcknowledged(acknowledged.get());
                acknowledged.incrementAndGet();
            }
        } catch (KeeperException | InterruptedException e) {
            throw new IllegalStateException(root + " after " + acknowledged + " writes", e);
        }
    }

    private void createAcknowledged(int number) throws KeeperException, InterruptedException {
        boolean repeated = false;
        while (true) {
            try {
                client.create(node(number), new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
                return;
            } catch (KeeperException.NodeExistsException e) {
                if (!repeated) {
                    throw e;
                }
                return;
            } catch (KeeperException.ConnectionLossException e) {
                repeated = true;
                LockSupport.parkNanos(RETRY_PAUSE_NANOS);
            }
        }
    }

    private static String name(int number) {
        return String.format("n%08d", number);
    }

    private String node(int number) {
        return root + "/" + name(number);
    }

    /** How many writes were acknowledged. */
    int acknowledged() {
        return acknowledged.get();
    }

    /** Lets the writer end after its present write. */
    void end() {
        over = true;
    }

    /** Checks, after the end, that all writes are there, the session is the first one and its ephemeral node was never away. */
    void assertNothingLost() throws KeeperException, InterruptedException {
        List<String> names = client.getChildren(root, false);
        Set<String> missing = new HashSet<>();
        for (int number = 0; number < acknowledged.get(); number++) {
            missing.add(name(number));
        }
        names.forEach(missing::remove);
        assertEquals(Set.of(), missing, () -> "acknowledged and gone from " + root);
        assertEquals(acknowledged.get(), names.size(), "nothing was written that nobody asked for");
        assertEquals(session, client.getSessionId());
        Stat stat = client.exists(held, false);
        assertTrue(stat != null, () -> held + " is gone");
        assertEquals(session, stat.getEphemeralOwner());
        assertEquals(heldCzxid, stat.getCzxid());
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("interrupted while closing", e));
        }
    }
}
