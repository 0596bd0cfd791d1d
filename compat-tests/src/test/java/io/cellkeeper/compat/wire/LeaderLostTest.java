package io.cellkeeper.compat.wire;

import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.exists;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.CellProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A leader whose process is gone, or is silent, is replaced, and what it had acknowledged is there. How long that took is
 * printed and judged by nobody here: bench/failover.sh measures it.
 */
@EnabledIfSystemProperty(named = "compat.server", matches = "ours")
class LeaderLostTest {
    private static final int TIMEOUT_MS = 20_000;
    private static final int ROUNDS = 4;
    private static final int WRITES = 20;
    private static final int NODE_EXISTS = -110;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** What a replica says when it doesn't wait for its timeout. */
    private static final String STANDS = " stands in place of ";

    @ParameterizedTest
    @CsvSource({"3, 1", "5, 2"})
    void shouldGoOnWithoutTheLeaderAndWithoutWhatItHasAcknowledgedLost(int size, int kills) throws IOException {
        try (Cell cell = Cell.start(size)) {
            List<String> acknowledged = new ArrayList<>();
            int stoodAtAll = 0;
            for (int round = 0; round < ROUNDS; round++) {
                CellProcess leader = cell.leader();
                for (int i = 0; i < WRITES; i++) {
                    acknowledged.add(write(leader, "/round-" + round + "-before-" + i));
                }
                int stoodBefore = countStands(cell);
                List<CellProcess> victims = Stream.concat(
                                Stream.of(leader), cell.replicas().stream().filter(replica -> replica != leader))
                        .limit(kills)
                        .toList();
                long killedAt = System.nanoTime();
                victims.forEach(CellProcess::sendKill);
                victims.forEach(CellProcess::kill);
                CellProcess survivor = cell.replicas().stream()
                        .filter(CellProcess::isRunning)
                        .max(Comparator.comparingInt(CellProcess::id))
                        .orElseThrow();
                acknowledged.add(write(survivor, "/round-" + round + "-after"));
                long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killedAt);
                int stood = countStands(cell) - stoodBefore;
                System.out.println(kills + " of " + size + " killed, leader " + leader.id()
                        + " among them: a write after " + tookMs + " ms, " + stood + " stood at once");
                assertTrue(stood <= 1, "stood without waiting: " + stood);
                stoodAtAll += stood;
                assertNotEquals(leader.id(), cell.leader().id());
                assertAllThere(survivor, acknowledged);
                victims.forEach(CellProcess::start);
                cell.awaitServing();
            }
            for (CellProcess replica : cell.replicas()) {
                assertAllThere(replica, acknowledged);
            }
            // On a busy machine a timeout may pass first now and then.
            assertTrue(stoodAtAll > 0, "nobody ever stood without waiting");
        }
    }

    @Test
    void shouldLeaveASilentLeaderToTheTimeouts() throws IOException {
        try (Cell cell = Cell.start(3)) {
            CellProcess leader = cell.leader();
            CellProcess survivor = cell.follower();
            write(survivor, "/before");
            leader.freeze();
            long frozenAt = System.nanoTime();
            write(survivor, "/after");
            System.out.println("leader stopped: a write after "
                    + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - frozenAt) + " ms");
            assertEquals(0, countStands(cell));
            leader.thaw();
            cell.awaitServing();
            assertAllThere(leader, List.of("/before", "/after"));
        }
    }

    /** Creates a node in a session of its own, again until it is there; returns its path. */
    private static String write(CellProcess replica, String path) {
        Await.until("created " + path, LIMIT, () -> {
            try (RawClient client = RawClient.connect(replica.clientPort(), TIMEOUT_MS)) {
                int err = client.call(OpCode.create, createNode(path, "", 0)).err();
                client.closeSession();
                return err == 0 || err == NODE_EXISTS;
            }
        });
        return path;
    }

    private static void assertAllThere(CellProcess replica, List<String> paths) {
        Await.until("all is there", LIMIT, () -> {
            try (RawClient client = RawClient.connect(replica.clientPort(), TIMEOUT_MS)) {
                for (String path : paths) {
                    assertEquals(
                            0, client.call(OpCode.exists, exists(path, false)).err(), path);
                }
                client.closeSession();
                return true;
            }
        });
    }

    private static int countStands(Cell cell) throws IOException {
        int count = 0;
        for (CellProcess replica : cell.replicas()) {
            try (Stream<String> lines = Files.lines(replica.log())) {
                count += (int) lines.filter(line -> line.contains(STANDS)).count();
            }
        }
        return count;
    }
}
