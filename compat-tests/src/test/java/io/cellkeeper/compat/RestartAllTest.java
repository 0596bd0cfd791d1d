package io.cellkeeper.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.CellProcess;
import io.cellkeeper.compat.cell.FourLetterWord;
import io.cellkeeper.compat.cell.ServerUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every replica killed with -9 at once, under load, five times: what was acknowledged is there, and sessions live on. */
class RestartAllTest {
    private static final int WRITERS = 8;
    private static final int RESTARTS = 5;
    private static final int WRITES_BETWEEN = 200;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @ParameterizedTest
    @ValueSource(ints = {3, 1})
    void shouldLoseNothingAcknowledgedAndKeepSessionsAndEphemerals(int replicas) throws Exception {
        List<RestartWriter> writers = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        try (Cell cell = Cell.start(replicas, Map.of("tickTime", "2000"))) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                RestartWriter writer = new RestartWriter("writer-" + i, cell.connectString());
                writers.add(writer);
                running.add(threads.submit(writer));
            }
            for (int restart = 0; restart < RESTARTS; restart++) {
                awaitWrites(writers, running);
                cell.killAll();
                cell.startAll();
                cell.awaitServing();
            }
            awaitWrites(writers, running);
            writers.forEach(RestartWriter::end);
            for (Future<?> writer : running) {
                writer.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            }
            for (RestartWriter writer : writers) {
                writer.assertNothingLost();
            }
            if (ServerUnderTest.isOurs()) {
                awaitSameDigest(cell);
            }
        } finally {
            writers.forEach(RestartWriter::close);
            threads.shutdownNow();
        }
    }

    private static void awaitWrites(List<RestartWriter> writers, List<Future<?>> running) throws Exception {
        int goal = acknowledged(writers) + WRITES_BETWEEN;
        Await.until(
                "writes go on",
                LIMIT,
                () -> acknowledged(writers) >= goal || running.stream().anyMatch(Future::isDone),
                () -> acknowledged(writers) + " of " + goal + " acknowledged");
        for (Future<?> writer : running) {
            if (writer.isDone()) {
                writer.get();
                throw new AssertionError("a writer has ended early");
            }
        }
    }

    private static int acknowledged(List<RestartWriter> writers) {
        return writers.stream().mapToInt(RestartWriter::acknowledged).sum();
    }

    /** At the same index all replicas have the same digest (I6). */
    private static void awaitSameDigest(Cell cell) {
        Set<String> digests = Await.value("all replicas have applied as far as each other", LIMIT, () -> {
            Set<String> indexes = new HashSet<>();
            Set<String> found = new HashSet<>();
            for (CellProcess replica : cell.replicas()) {
                Map<String, String> figures = FourLetterWord.monitor(replica.clientPort());
                String index = figures.get("zk_cellkeeper_digest_index");
                String digest = figures.get("zk_cellkeeper_digest");
                if (index == null || digest == null) {
                    throw new AssertionError(
                            "mntr lacks zk_cellkeeper_digest or zk_cellkeeper_digest_index: " + figures);
                }
                indexes.add(index);
                found.add(digest);
            }
            return indexes.size() == 1 ? java.util.Optional.of(found) : java.util.Optional.empty();
        });
        assertEquals(1, digests.size(), () -> "digests differ at one index: " + digests);
        assertTrue(!digests.contains(""));
    }
}
