package io.cellkeeper.consensus.ratis;

import io.cellkeeper.consensus.LogFigures;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A {@link CounterCell} on a loop and a log, with a load that keeps so many operations in flight. */
final class CounterReplica implements AutoCloseable {
    /** What one load came to. */
    record Result(
            int inFlight, long operations, long batches, double seconds, double p50Ms, double p99Ms, long forces) {
        double perSecond() {
            return operations / seconds;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%5d in flight: %8.0f/s  p50 %6.2f ms  p99 %6.2f ms  %5.1f a batch  %5.0f batches/s  %5.0f forces/s",
                    inFlight,
                    perSecond(),
                    p50Ms,
                    p99Ms,
                    batches == 0 ? 0.0 : (double) operations / batches,
                    batches / seconds,
                    forces / seconds);
        }
    }

    private static final int MAX_SAMPLES = 1 << 20;

    final RatisOrdering log;
    final CounterCell cell = new CounterCell(this::completed);
    private final ExecutorService loop;
    // the loop alone uses these
    private boolean loading;
    private long loadingSince;
    private long[] samples = new long[0];
    private int completed;

    CounterReplica(RaftSettings settings) throws IOException {
        loop = Executors.newSingleThreadExecutor(task -> new Thread(task, "cell-loop"));
        log = RatisOrdering.start(settings, loop, cell);
        loop.execute(() -> cell.use(log));
    }

    /** Keeps so many operations in flight for so long. Not from the loop. */
    Result load(int inFlight, long millis) throws Exception {
        CompletableFuture<Result> result = new CompletableFuture<>();
        LogFigures before = log.logFigures();
        long batchesBefore = cell.batches();
        long started = System.nanoTime();
        loop.execute(() -> {
            samples = new long[MAX_SAMPLES];
            completed = 0;
            loading = true;
            loadingSince = System.nanoTime();
            for (int i = 0; i < inFlight; i++) {
                cell.add();
            }
            cell.flush();
        });
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, loop).execute(() -> {
            loading = false;
            double seconds = (System.nanoTime() - started) / 1e9;
            long[] sorted = Arrays.copyOf(samples, Math.min(completed, MAX_SAMPLES));
            Arrays.sort(sorted);
            result.complete(new Result(
                    inFlight,
                    completed,
                    cell.batches() - batchesBefore,
                    seconds,
                    percentileMs(sorted, 0.5),
                    percentileMs(sorted, 0.99),
                    log.logFigures().forces() - before.forces()));
        });
        return result.get(millis + 30_000, TimeUnit.MILLISECONDS);
    }

    private static double percentileMs(long[] sorted, double part) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, sorted.length * part)] / 1e6;
    }

    private void completed(long startedNanos) {
        if (!loading || startedNanos - loadingSince < 0) {
            return; // the last load's
        }
        samples[completed++ & (MAX_SAMPLES - 1)] = System.nanoTime() - startedNanos;
        cell.add();
    }

    @Override
    public void close() {
        log.close();
        loop.shutdown();
    }
}
