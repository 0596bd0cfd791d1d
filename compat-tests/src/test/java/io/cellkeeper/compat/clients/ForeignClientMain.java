package io.cellkeeper.compat.clients;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.data.Stat;

/**
 * A client on ZooKeeper's own Java library: lock, ephemeral node and watch event. Uses nothing that the oldest version
 * under test lacks, nor anything else of these tests. Argument: the connect string. Prints PASSED at the end.
 */
public final class ForeignClientMain {
    private static final int TIMEOUT_MS = 10_000;
    private static final long LIMIT_S = 30;
    private static final List<ACL> OPEN = Collections.singletonList(new ACL(31, new Id("world", "anyone")));
    private static final byte[] DATA = "mine".getBytes(StandardCharsets.UTF_8);

    private ForeignClientMain() {}

    /** Fails with a trace and an exit code other than 0. */
    public static void main(String[] args) throws Exception {
        ZooKeeper first = connect(args[0]);
        ZooKeeper second = connect(args[0]);
        first.create("/java", DATA, OPEN, CreateMode.PERSISTENT);

        String held = take(first);
        String waiting = take(second);
        expect(queue(first).equals(List.of(name(held), name(waiting))), "the lock's queue is in order");
        BlockingQueue<String> events = new LinkedBlockingQueue<>();
        expect(second.exists(held, watcher(events)) != null, "the holder is seen");
        first.delete(held, -1);
        expect("NodeDeleted " + held, events.poll(LIMIT_S, TimeUnit.SECONDS));
        expect(queue(second).equals(List.of(name(waiting))), "the second has the lock");
        second.delete(waiting, -1);
        expect(queue(second).isEmpty(), "nobody has the lock");

        first.create("/java/held", DATA, OPEN, CreateMode.EPHEMERAL);
        Stat stat = new Stat();
        expect(second.getData("/java/held", watcher(events), stat).length == DATA.length, "the data is read");
        expect(stat.getEphemeralOwner() == first.getSessionId(), "the owner is the session");
        first.close();
        expect("NodeDeleted /java/held", events.poll(LIMIT_S, TimeUnit.SECONDS));
        expect(second.exists("/java/held", false) == null, "the ephemeral node is gone");
        second.delete("/java", -1);
        second.close();
        System.out.println("PASSED");
    }

    private static ZooKeeper connect(String connectString) throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper client = new ZooKeeper(connectString, TIMEOUT_MS, event -> {
            if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
                connected.countDown();
            }
        });
        expect(connected.await(LIMIT_S, TimeUnit.SECONDS), "connected");
        return client;
    }

    private static String take(ZooKeeper client) throws Exception {
        return client.create("/java/lock-", DATA, OPEN, CreateMode.EPHEMERAL_SEQUENTIAL);
    }

    private static List<String> queue(ZooKeeper client) throws Exception {
        List<String> names = client.getChildren("/java", false);
        Collections.sort(names);
        return names;
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static Watcher watcher(BlockingQueue<String> events) {
        return (WatchedEvent event) -> {
            if (event.getPath() != null) {
                events.add(event.getType() + " " + event.getPath());
            }
        };
    }

    private static void expect(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException("not so: " + what);
        }
    }

    private static void expect(String event, @org.jspecify.annotations.Nullable String found) {
        expect(event.equals(found), event + " comes; found " + found);
    }
}
