package io.cellkeeper.compat.curator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.CellProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Watcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The leader is killed with -9, and clients of the other replicas notice nothing but latency: no disconnect, no event lost or
 * told twice, nothing applied twice (design: fail-over; ZooKeeper disconnects its clients).
 */
@EnabledIfSystemProperty(named = "compat.server", matches = "ours")
class LeaderKillTest {
    private static final int ROUNDS = 3;
    private static final int CONTENDERS_A_REPLICA = 4;
    private static final int SESSION_TIMEOUT_MS = 12_000;
    private static final int WRITES_BEFORE_AND_AFTER = 400;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String EVENTS = "/leader-kill";

    private final List<String> noticed = new CopyOnWriteArrayList<>();
    private final List<CuratorFramework> clients = new ArrayList<>();

    @Test
    void shouldNotBeNoticedByClientsOfTheOtherReplicas() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try (Cell cell = Cell.start(3)) {
            int increments = 0;
            try (CuratorFramework first = CuratorClients.start(cell.connectString(), SESSION_TIMEOUT_MS)) {
                MutexContender.prepare(first);
            }
            for (int round = 0; round < ROUNDS; round++) {
                CellProcess leader = cell.leader();
                increments += round(cell, leader, EVENTS + "-" + round, threads);
                leader.start();
                cell.awaitServing();
            }
            CuratorFramework last = client(cell.leader());
            assertEquals(
                    Integer.toString(increments), new String(last.getData().forPath(MutexContender.NUMBER), UTF_8));
        } finally {
            threads.shutdownNow();
            clients.forEach(CuratorFramework::close);
        }
    }

    /** Kills the leader under load; returns how often the number was incremented. */
    private int round(Cell cell, CellProcess leader, String root, ExecutorService threads) throws Exception {
        MutexReferee referee = new MutexReferee();
        List<Future<Integer>> contenders = new ArrayList<>();
        List<List<String>> told = new ArrayList<>();
        List<String> ephemerals = new ArrayList<>();
        PipeliningWriter writer = null;
        for (CellProcess survivor : cell.replicas()) {
            if (survivor == leader) {
                continue;
            }
            if (writer == null) {
                writer = new PipeliningWriter(client(survivor), root);
                writer.prepare();
            }
            for (int i = 0; i < CONTENDERS_A_REPLICA; i++) {
                CuratorFramework client = client(survivor);
                told.add(watch(client, root));
                ephemerals.add(client.create()
                        .withMode(CreateMode.EPHEMERAL)
                        .forPath("/ephemeral-" + survivor.id() + "-" + i));
                String name = "client-" + survivor.id() + "-" + i;
                contenders.add(threads.submit(new MutexContender(name, client, referee)));
            }
        }
        assertNotNull(writer);
        Future<?> writing = threads.submit(writer);
        writer.await(WRITES_BEFORE_AND_AFTER);
        leader.kill();
        writer.await(writer.acknowledged() + WRITES_BEFORE_AND_AFTER);
        writer.end();
        writing.get(1, TimeUnit.MINUTES);
        referee.end();
        int increments = 0;
        for (Future<Integer> contender : contenders) {
            increments += contender.get(1, TimeUnit.MINUTES);
        }

        assertEquals(List.of(), List.copyOf(noticed), "what clients of the others noticed");
        assertEquals(List.of(), referee.violations());
        assertEquals(List.of(), writer.failures());
        List<String> written =
                IntStream.range(0, writer.acknowledged()).mapToObj(writer::path).toList();
        for (List<String> events : told) {
            Await.until("all events are told", LIMIT, () -> events.size() >= written.size());
            assertEquals(written, events, "each creation is told once, in order");
        }
        CuratorFramework reader = clients.get(clients.size() - 1);
        for (String ephemeral : ephemerals) {
            assertNotNull(reader.checkExists().forPath(ephemeral), ephemeral);
        }
        assertEquals(
                writer.acknowledged(),
                reader.checkExists().forPath(writer.counter()).getVersion(),
                "each write is applied once");
        clients.forEach(CuratorFramework::close);
        clients.clear();
        return increments;
    }

    /** A client of this replica alone, until it is disconnected, which is noted. */
    private CuratorFramework client(CellProcess replica) throws Exception {
        CuratorFramework client = CuratorClients.start(replica.clientAddress(), SESSION_TIMEOUT_MS);
        clients.add(client);
        client.blockUntilConnected();
        String name = "client " + clients.size() + " of replica " + replica.id();
        client.getConnectionStateListenable().addListener((unused, state) -> {
            if (state != ConnectionState.CONNECTED) {
                noticed.add(name + ": " + state);
            }
        });
        return client;
    }

    /** The paths created below the root, as the client is told. */
    private static List<String> watch(CuratorFramework client, String root) throws Exception {
        List<String> created = new CopyOnWriteArrayList<>();
        Watcher watcher = event -> {
            if (event.getType() == Watcher.Event.EventType.NodeCreated) {
                created.add(event.getPath());
            }
        };
        client.watchers()
                .add()
                .withMode(AddWatchMode.PERSISTENT_RECURSIVE)
                .usingWatcher(watcher)
                .forPath(root);
        return created;
    }
}
