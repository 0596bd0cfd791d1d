package io.cellkeeper.compat;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.Digests;
import io.cellkeeper.compat.cell.ServerUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
                Digests.assertSame(cell);
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
}
