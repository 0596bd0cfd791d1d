package io.cellkeeper.compat.curator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.SharedCell;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorTransactionResult;
import org.apache.curator.framework.recipes.atomic.DistributedAtomicLong;
import org.apache.curator.framework.recipes.barriers.DistributedBarrier;
import org.apache.curator.framework.recipes.barriers.DistributedDoubleBarrier;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreV2;
import org.apache.curator.framework.recipes.locks.Lease;
import org.apache.curator.framework.recipes.nodes.PersistentTtlNode;
import org.apache.curator.framework.recipes.shared.SharedCount;
import org.apache.curator.framework.recipes.shared.VersionedValue;
import org.apache.curator.framework.recipes.watch.PersistentWatcher;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Curator's other recipes, each once, between two clients. */
class CuratorRecipesTest {
    private static final int LIMIT_S = 30;
    private static final Duration LIMIT = Duration.ofSeconds(LIMIT_S);

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(3);

    private CuratorFramework one;
    private CuratorFramework two;
    private ExecutorService threads;
    private String root;

    @BeforeEach
    void connect() {
        one = CuratorClients.start(CELL.cell().connectString(), 10_000);
        two = CuratorClients.start(CELL.cell().connectString(), 10_000);
        threads = Executors.newCachedThreadPool();
        root = CELL.newRoot();
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        one.close();
        two.close();
    }

    @Test
    void shouldLetReadersShareAndWritersExclude() throws Exception {
        InterProcessReadWriteLock mine = new InterProcessReadWriteLock(one, root);
        InterProcessReadWriteLock theirs = new InterProcessReadWriteLock(two, root);
        mine.readLock().acquire();
        assertTrue(theirs.readLock().acquire(LIMIT_S, TimeUnit.SECONDS));
        theirs.readLock().release();
        assertFalse(theirs.writeLock().acquire(100, TimeUnit.MILLISECONDS));
        mine.readLock().release();
        assertTrue(theirs.writeLock().acquire(LIMIT_S, TimeUnit.SECONDS));
        assertFalse(mine.readLock().acquire(100, TimeUnit.MILLISECONDS));
        theirs.writeLock().release();
        assertTrue(mine.readLock().acquire(LIMIT_S, TimeUnit.SECONDS));
        mine.readLock().release();
    }

    @Test
    void shouldGrantAsManyLeasesAsThereAre() throws Exception {
        InterProcessSemaphoreV2 mine = new InterProcessSemaphoreV2(one, root, 2);
        InterProcessSemaphoreV2 theirs = new InterProcessSemaphoreV2(two, root, 2);
        Lease first = mine.acquire(LIMIT_S, TimeUnit.SECONDS);
        Lease second = theirs.acquire(LIMIT_S, TimeUnit.SECONDS);
        assertNotNull(first);
        assertNotNull(second);
        assertNull(theirs.acquire(100, TimeUnit.MILLISECONDS));
        mine.returnLease(first);
        Lease third = theirs.acquire(LIMIT_S, TimeUnit.SECONDS);
        assertNotNull(third);
        theirs.returnAll(List.of(second, third));
    }

    @Test
    void shouldHandTheLatchOverWhenTheLeaderCloses() throws Exception {
        LeaderLatch mine = new LeaderLatch(one, root, "one");
        try (LeaderLatch theirs = new LeaderLatch(two, root, "two")) {
            mine.start();
            assertTrue(mine.await(LIMIT_S, TimeUnit.SECONDS));
            theirs.start();
            Await.until("both take part", LIMIT, () -> theirs.getParticipants().size() == 2);
            assertEquals("one", theirs.getLeader().getId());
            assertFalse(theirs.hasLeadership());
            mine.close();
            assertTrue(theirs.await(LIMIT_S, TimeUnit.SECONDS));
        }
    }

    @Test
    void shouldHoldABarrierUntilItIsRemoved() throws Exception {
        DistributedBarrier mine = new DistributedBarrier(one, root);
        mine.setBarrier();
        DistributedBarrier theirs = new DistributedBarrier(two, root);
        assertFalse(theirs.waitOnBarrier(100, TimeUnit.MILLISECONDS));
        Future<Boolean> waiting = threads.submit(() -> theirs.waitOnBarrier(LIMIT_S, TimeUnit.SECONDS));
        mine.removeBarrier();
        assertTrue(waiting.get(LIMIT_S, TimeUnit.SECONDS));
    }

    @Test
    void shouldEnterAndLeaveADoubleBarrierTogether() throws Exception {
        Future<Boolean> first = threads.submit(() -> enterAndLeave(one));
        Future<Boolean> second = threads.submit(() -> enterAndLeave(two));
        assertTrue(first.get(2 * LIMIT_S, TimeUnit.SECONDS));
        assertTrue(second.get(2 * LIMIT_S, TimeUnit.SECONDS));
    }

    private boolean enterAndLeave(CuratorFramework client) throws Exception {
        DistributedDoubleBarrier barrier = new DistributedDoubleBarrier(client, root, 2);
        return barrier.enter(LIMIT_S, TimeUnit.SECONDS) && barrier.leave(LIMIT_S, TimeUnit.SECONDS);
    }

    @Test
    void shouldShareACount() throws Exception {
        try (SharedCount mine = new SharedCount(one, root, 7);
                SharedCount theirs = new SharedCount(two, root, 0)) {
            mine.start();
            theirs.start();
            assertEquals(7, theirs.getCount());
            VersionedValue<Integer> seen = theirs.getVersionedValue();
            assertTrue(mine.trySetCount(mine.getVersionedValue(), 8));
            assertFalse(theirs.trySetCount(seen, 9));
            Await.until("the other count follows", LIMIT, () -> theirs.getCount() == 8);
        }
        DistributedAtomicLong number = new DistributedAtomicLong(one, root + "-number", new RetryOneTime(10));
        assertTrue(number.add(40L).succeeded());
        assertEquals(42L, number.add(2L).postValue());
    }

    @Test
    void shouldCacheASubtree() throws Exception {
        one.create().creatingParentsIfNeeded().forPath(root + "/old", "1".getBytes(UTF_8));
        Queue<String> events = new ConcurrentLinkedQueue<>();
        try (CuratorCache cache = CuratorCache.build(two, root)) {
            cache.listenable()
                    .addListener(CuratorCacheListener.builder()
                            .forCreates(node -> events.add("create " + node.getPath()))
                            .forChanges((before, after) -> events.add("change " + after.getPath()))
                            .forDeletes(node -> events.add("delete " + node.getPath()))
                            .build());
            cache.start();
            Await.until(
                    "the old is cached", LIMIT, () -> cache.get(root + "/old").isPresent());
            one.create().forPath(root + "/new", "1".getBytes(UTF_8));
            one.setData().forPath(root + "/old", "2".getBytes(UTF_8));
            one.delete().forPath(root + "/new");
            Await.until("events", LIMIT, () -> events.contains("delete " + root + "/new"), events::toString);
            assertTrue(events.contains("create " + root + "/new"), events::toString);
            Await.until("the change", LIMIT, () -> events.contains("change " + root + "/old"), events::toString);
            assertEquals("2", new String(cache.get(root + "/old").orElseThrow().getData(), UTF_8));
        }
    }

    @Test
    void shouldWatchPersistently() throws Exception {
        Queue<String> events = new ConcurrentLinkedQueue<>();
        try (PersistentWatcher watcher = new PersistentWatcher(two, root, true)) {
            watcher.getListenable().addListener(event -> events.add(event.getType() + " " + event.getPath()));
            watcher.start();
            two.sync().forPath(root);
            Await.until("the watch is set", LIMIT, () -> {
                one.create().orSetData().forPath(root, "x".getBytes(UTF_8));
                return !events.isEmpty();
            });
            one.create().forPath(root + "/child");
            one.delete().forPath(root + "/child");
            String last = "NodeDeleted " + root + "/child";
            Await.until("events", LIMIT, () -> events.contains(last), events::toString);
            assertTrue(events.contains("NodeCreated " + root + "/child"), events::toString);
        }
    }

    @Test
    void shouldCommitTransactionsWholeOrNotAtAll() throws Exception {
        one.create().forPath(root, "0".getBytes(UTF_8));
        List<CuratorTransactionResult> results = one.transaction()
                .forOperations(
                        one.transactionOp().check().withVersion(0).forPath(root),
                        one.transactionOp().create().forPath(root + "/a"),
                        one.transactionOp().setData().withVersion(0).forPath(root, "1".getBytes(UTF_8)));
        assertEquals(root + "/a", results.get(1).getResultPath());
        assertThrows(
                KeeperException.BadVersionException.class,
                () -> one.transaction()
                        .forOperations(
                                one.transactionOp().create().forPath(root + "/b"),
                                one.transactionOp().check().withVersion(0).forPath(root)));
        assertEquals(List.of("a"), two.getChildren().forPath(root));
        assertEquals("1", new String(two.getData().forPath(root), UTF_8));
    }

    @Test
    void shouldCreateContainersAndNodesWithTimeToLive() throws Exception {
        one.createContainers(root + "/container");
        one.create().withTtl(600_000).withMode(CreateMode.PERSISTENT_WITH_TTL).forPath(root + "/aging");
        assertEquals(0, two.checkExists().forPath(root + "/aging").getEphemeralOwner());
        try (PersistentTtlNode node = new PersistentTtlNode(one, root + "/kept", 600_000, "x".getBytes(UTF_8))) {
            node.start();
            assertTrue(node.waitForInitialCreate(LIMIT_S, TimeUnit.SECONDS));
        }
        assertEquals(
                List.of("aging", "container", "kept"),
                two.getChildren().forPath(root).stream().sorted().toList());
    }
}
