package io.cellkeeper.compat.clients;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * Two Curator clients, as {@link OtherClientsTest} describes. Uses nothing that the oldest version under test lacks, nor
 * anything else of these tests but {@link Expect}. Arguments: connect string and root.
 */
public final class CuratorClientMain {
    private static final int TIMEOUT_MS = 10_000;
    private static final byte[] DATA = new byte[3];

    private final String root;
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<ConnectionState> firstStates = new LinkedBlockingQueue<>();
    private final BlockingQueue<ConnectionState> secondStates = new LinkedBlockingQueue<>();
    private final CuratorFramework first;
    private final CuratorFramework second;

    private CuratorClientMain(String connectString, String root) throws Exception {
        this.root = root;
        first = start(connectString, firstStates);
        second = start(connectString, secondStates);
    }

    private static CuratorFramework start(String connectString, BlockingQueue<ConnectionState> states)
            throws Exception {
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(connectString)
                .sessionTimeoutMs(TIMEOUT_MS)
                .connectionTimeoutMs(TIMEOUT_MS)
                .retryPolicy(new RetryNTimes(50, 100));
        try {
            // Else it learns the servers' own addresses, whose connections nobody cuts. Older versions don't.
            builder.getClass().getMethod("ensembleTracker", boolean.class).invoke(builder, false);
        } catch (NoSuchMethodException e) {
            System.out.println("no ensemble tracker");
        }
        CuratorFramework client = builder.build();
        client.getConnectionStateListenable().addListener((unused, state) -> states.add(state));
        client.start();
        Expect.next(states, ConnectionState.CONNECTED);
        return client;
    }

    /** Fails with a trace and an exit code other than 0. */
    public static void main(String[] args) throws Exception {
        CuratorClientMain clients = new CuratorClientMain(args[0], args[1]);
        clients.first.create().forPath(clients.root, DATA);
        clients.lock();
        clients.multi();
        clients.elect();
        clients.watchOverAReconnect();
        clients.endTheOwner();
        clients.second.close();
        System.out.println("PASSED");
    }

    private void lock() throws Exception {
        InterProcessMutex held = new InterProcessMutex(first, root + "/lock");
        InterProcessMutex wanted = new InterProcessMutex(second, root + "/lock");
        held.acquire();
        Expect.that(!wanted.acquire(100, TimeUnit.MILLISECONDS), "the lock is held");
        held.release();
        Expect.that(wanted.acquire(Expect.LIMIT_S, TimeUnit.SECONDS), "the lock is free");
        wanted.release();
    }

    @SuppressWarnings("deprecation") // the only form that all versions know
    private void multi() throws Exception {
        String path = root + "/multi";
        first.inTransaction()
                .create()
                .forPath(path, DATA)
                .and()
                .check()
                .withVersion(0)
                .forPath(path)
                .and()
                .setData()
                .forPath(path, DATA)
                .and()
                .commit();
        Expect.that(second.checkExists().forPath(path).getVersion() == 1, "all of it is done");
        try {
            first.inTransaction()
                    .setData()
                    .forPath(path, DATA)
                    .and()
                    .check()
                    .withVersion(7)
                    .forPath(path)
                    .and()
                    .commit();
            throw new IllegalStateException("not so: the check fails");
        } catch (KeeperException.BadVersionException e) {
            Expect.that(second.checkExists().forPath(path).getVersion() == 1, "nothing of it is done");
        }
    }

    private void elect() throws Exception {
        try (LeaderLatch successor = new LeaderLatch(second, root + "/election", "second")) {
            try (LeaderLatch leader = new LeaderLatch(first, root + "/election", "first")) {
                leader.start();
                Expect.that(leader.await(Expect.LIMIT_S, TimeUnit.SECONDS), "the first leads");
                successor.start();
                Expect.that(!successor.hasLeadership(), "the second does not lead");
            }
            Expect.that(successor.await(Expect.LIMIT_S, TimeUnit.SECONDS), "the second leads");
        }
    }

    private void watchOverAReconnect() throws Exception {
        first.create().withMode(CreateMode.EPHEMERAL).forPath(root + "/held", DATA);
        first.create().forPath(root + "/watched", DATA);
        second.getData().usingWatcher(watcher()).forPath(root + "/watched");
        System.out.println("CUT");
        Expect.next(firstStates, ConnectionState.SUSPENDED);
        Expect.next(firstStates, ConnectionState.RECONNECTED);
        Expect.next(secondStates, ConnectionState.SUSPENDED);
        Expect.next(secondStates, ConnectionState.RECONNECTED);
        first.setData().forPath(root + "/watched", DATA);
        Expect.next(events, "NodeDataChanged " + root + "/watched");
    }

    private void endTheOwner() throws Exception {
        Stat stat = second.checkExists().usingWatcher(watcher()).forPath(root + "/held");
        Expect.that(
                stat.getEphemeralOwner()
                        == first.getZookeeperClient().getZooKeeper().getSessionId(),
                "the session still owns its node");
        first.close();
        Expect.next(events, "NodeDeleted " + root + "/held");
    }

    private CuratorWatcher watcher() {
        return event -> {
            if (event.getPath() != null) {
                events.add(event.getType() + " " + event.getPath());
            }
        };
    }
}
