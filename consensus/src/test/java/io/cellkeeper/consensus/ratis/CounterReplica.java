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
    record Result(int inFlight, long operations, long batches, double seconds, long[] latenciesNanos, long forces) {
        double perSecond() {
            return operations / seconds;
        }

        double percentileMs(double percentile) {
            long[] sorted = latenciesNanos.clone();
            Arrays.sort(sorted);
            return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, sorted.length * percentile)] / 1e6;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%5d in flight: %8.0f/s  p50 %6.2f ms  p99 %6.2f ms  %5.1f a batch  %5.0f batches/s  %5.0f forces/s",
                    inFlight,
                    perSecond(),
                    percentileMs(0.5),
                    percentileMs(0.99),
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
            for (int i = 0; i < inFlight; i++) {
                cell.add();
            }
            cell.flush();
        });
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, loop).execute(() -> {
            loading = false;
            double seconds = (System.nanoTime() - started) / 1e9;
            result.complete(new Result(
                    inFlight,
                    completed,
                    cell.batches() - batchesBefore,
                    seconds,
                    Arrays.copyOf(samples, Math.min(completed, MAX_SAMPLES)),
                    log.logFigures().forces() - before.forces()));
        });
        return result.get(millis + 30_000, TimeUnit.MILLISECONDS);
    }

    private void completed(long startedNanos) {
        if (!loading) {
            return;
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
