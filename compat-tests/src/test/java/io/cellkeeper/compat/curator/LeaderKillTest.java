package io.cellkeeper.compat.curator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.CellProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
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
 * Clients that may be anywhere keep their sessions, locks and ephemeral nodes.
 *
 * <p>{@code -Dkills.rounds}, {@code -Dkills.contenders} (of each surviving replica, and as many that may be anywhere), {@code
 * -Dkills.writers} and {@code -Dkills.replicas} make it longer; with five replicas two are killed. {@code -Dkills.by=TERM}
 * stops the leader in order instead, {@code STOP} freezes it.
 */
@EnabledIfSystemProperty(named = "compat.server", matches = "ours")
class LeaderKillTest {
    private static final int ROUNDS = Integer.getInteger("kills.rounds", 3);
    private static final int CONTENDERS = Integer.getInteger("kills.contenders", 4);
    private static final int WRITERS = Integer.getInteger("kills.writers", 2);
    private static final int REPLICAS = Integer.getInteger("kills.replicas", 3);
    private static final String SIGNAL = System.getProperty("kills.by", "KILL");
    private static final int SESSION_TIMEOUT_MS = 12_000;
    private static final int WRITES_BEFORE_AND_AFTER = 400 / WRITERS;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String EVENTS = "/leader-kill";

    private final List<String> noticed = new CopyOnWriteArrayList<>();
    private final List<CuratorFramework> clients = new ArrayList<>();
    private final AckGaps gaps = new AckGaps();
    private final List<Duration> pauses = new ArrayList<>();

    @Test
    void shouldNotBeNoticedByClientsOfTheOtherReplicas() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try (Cell cell = Cell.start(REPLICAS)) {
            int increments = 0;
            try (CuratorFramework first = CuratorClients.start(cell.connectString(), SESSION_TIMEOUT_MS)) {
                MutexContender.prepare(first);
            }
            for (int round = 0; round < ROUNDS; round++) {
                increments += round(cell, EVENTS + "-" + round, threads);
                cell.startAll();
                cell.awaitServing();
            }
            CuratorFramework last = client(cell.leader());
            assertEquals(
                    Integer.toString(increments), new String(last.getData().forPath(MutexContender.NUMBER), UTF_8));
            pauses.sort(null);
            System.out.printf(
                    "%d leader kills, %d replicas: no write acknowledged for %s in the median, %s at most%n",
                    ROUNDS, REPLICAS, pauses.get(ROUNDS / 2), pauses.get(ROUNDS - 1));
        } finally {
            threads.shutdownNow();
            clients.forEach(CuratorFramework::close);
        }
    }

    /** Kills the leader under load; returns how often the number was incremented. */
    private int round(Cell cell, String root, ExecutorService threads) throws Exception {
        List<CellProcess> victims = victims(cell);
        List<CellProcess> survivors = cell.replicas().stream()
                .filter(replica -> !victims.contains(replica))
                .toList();
        MutexReferee referee = new MutexReferee();
        List<Future<Integer>> contenders = new ArrayList<>();
        List<List<String>> told = new ArrayList<>();
        List<String> ephemerals = new ArrayList<>();
        client(survivors.get(0)).create().forPath(root);
        for (CellProcess survivor : survivors) {
            for (int i = 0; i < CONTENDERS; i++) {
                CuratorFramework client = client(survivor);
                told.add(watch(client, root));
                String name = "client-" + survivor.id() + "-" + i;
                ephemerals.add(client.create().withMode(CreateMode.EPHEMERAL).forPath("/" + name));
                contenders.add(threads.submit(new MutexContender(name, client, referee)));
            }
        }
        for (int i = 0; i < CONTENDERS; i++) {
            CuratorFramework client = CuratorClients.start(cell.connectString(), SESSION_TIMEOUT_MS);
            clients.add(client);
            String name = "mover-" + i;
            ephemerals.add(client.create().withMode(CreateMode.EPHEMERAL).forPath("/" + name));
            contenders.add(threads.submit(new MutexContender(name, client, referee)));
        }
        List<PipeliningWriter> writers = new ArrayList<>();
        List<Future<?>> writing = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            PipeliningWriter writer = new PipeliningWriter(client(survivors.get(i % survivors.size())), root, i, gaps);
            writer.prepare();
            writers.add(writer);
            writing.add(threads.submit(writer));
        }
        awaitMore(writers);
        gaps.begin();
        victims.forEach(LeaderKillTest::end);
        awaitMore(writers);
        pauses.add(gaps.longest());
        writers.forEach(PipeliningWriter::end);
        for (Future<?> writer : writing) {
            writer.get(1, TimeUnit.MINUTES);
        }
        referee.end();
        int increments = 0;
        for (Future<Integer> contender : contenders) {
            increments += contender.get(2, TimeUnit.MINUTES);
        }

        assertEquals(List.of(), List.copyOf(noticed), "what clients of the others noticed");
        assertEquals(List.of(), referee.violations());
        CuratorFramework reader = client(survivors.get(0));
        for (PipeliningWriter writer : writers) {
            assertEquals(List.of(), writer.failures());
            assertTold(writer, told);
            assertEquals(
                    writer.acknowledged(),
                    reader.checkExists().forPath(writer.counter()).getVersion(),
                    "each write is applied once");
        }
        for (String ephemeral : ephemerals) {
            assertNotNull(reader.checkExists().forPath(ephemeral), ephemeral);
        }
        clients.forEach(CuratorFramework::close);
        clients.clear();
        victims.forEach(CellProcess::kill);
        return increments;
    }

    private static void end(CellProcess victim) {
        switch (SIGNAL) {
            case "KILL" -> victim.kill();
            case "TERM" -> victim.terminate();
            case "STOP" -> victim.freeze();
            default -> throw new IllegalArgumentException("kills.by is " + SIGNAL + ", not KILL, TERM or STOP");
        }
    }

    /** The leader, and with five replicas one of the others. */
    private static List<CellProcess> victims(Cell cell) {
        CellProcess leader = cell.leader();
        List<CellProcess> victims = new ArrayList<>(List.of(leader));
        if (REPLICAS > 3) {
            victims.add(cell.replica(leader.id() % REPLICAS + 1));
        }
        return victims;
    }

    private static void awaitMore(List<PipeliningWriter> writers) {
        List<Integer> goals = writers.stream()
                .map(writer -> writer.acknowledged() + WRITES_BEFORE_AND_AFTER)
                .toList();
        for (int i = 0; i < writers.size(); i++) {
            writers.get(i).await(goals.get(i));
        }
    }

    private static void assertTold(PipeliningWriter writer, List<List<String>> told) {
        List<String> written =
                IntStream.range(0, writer.acknowledged()).mapToObj(writer::path).toList();
        for (List<String> events : told) {
            Await.until(
                    "all events are told", LIMIT, () -> ofWriter(writer, events).size() >= written.size());
            assertEquals(written, ofWriter(writer, events), "each creation is told once, in order");
        }
    }

    private static List<String> ofWriter(PipeliningWriter writer, List<String> events) {
        synchronized (events) {
            return events.stream().filter(writer::wrote).toList();
        }
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
        List<String> created = Collections.synchronizedList(new ArrayList<>());
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
