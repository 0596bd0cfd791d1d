package io.cellkeeper.compat.curator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.CellProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Watcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A leader that is frozen until another leads takes its own clients along when it goes on: they keep their connections and are
 * told what they missed (design: fail-over, decision 14).
 */
@EnabledIfSystemProperty(named = "compat.server", matches = "ours")
class DeposedLeaderTest {
    /** Long enough for an election on a busy machine. */
    private static final int SESSION_TIMEOUT_MS = 40_000;

    private static final int CLIENTS = 4;
    private static final int WRITES = 50;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String ROOT = "/deposed";

    private final List<String> noticed = new CopyOnWriteArrayList<>();
    private final List<String> written = new ArrayList<>();

    @Test
    void shouldCarryItsClientsOverToTheNextLeader() throws Exception {
        List<CuratorFramework> clients = new ArrayList<>();
        try (Cell cell = Cell.start(3)) {
            CellProcess leader = cell.leader();
            CuratorFramework writer = client(cell.replica(leader.id() % 3 + 1), clients);
            writer.create().forPath(ROOT);
            List<List<String>> told = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                CuratorFramework client = client(leader, clients);
                told.add(watch(client));
                client.create().withMode(CreateMode.EPHEMERAL).forPath("/ephemeral-" + i);
            }
            write(writer);
            leader.freeze();
            write(writer);
            leader.thaw();
            write(writer);

            for (int i = 0; i < CLIENTS; i++) {
                List<String> events = told.get(i);
                Await.until("all events are told", LIMIT, () -> events.size() >= written.size());
                assertEquals(written, events, "each creation is told once, in order");
                assertNotNull(clients.get(i + 1).checkExists().forPath("/ephemeral-" + i));
            }
            assertEquals(List.of(), List.copyOf(noticed), "what clients noticed");
        } finally {
            clients.forEach(CuratorFramework::close);
        }
    }

    private void write(CuratorFramework writer) throws Exception {
        for (int i = 0; i < WRITES; i++) {
            written.add(writer.create().forPath(ROOT + "/" + written.size()));
        }
    }

    private CuratorFramework client(CellProcess replica, List<CuratorFramework> clients) throws Exception {
        CuratorFramework client = CuratorClients.start(replica.clientAddress(), SESSION_TIMEOUT_MS);
        clients.add(client);
        client.blockUntilConnected();
        String name = "client of replica " + replica.id();
        client.getConnectionStateListenable().addListener((unused, state) -> {
            if (state != ConnectionState.CONNECTED) {
                noticed.add(name + ": " + state);
            }
        });
        return client;
    }

    private static List<String> watch(CuratorFramework client) throws Exception {
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
                .forPath(ROOT);
        return created;
    }
}
