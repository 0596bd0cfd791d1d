package io.cellkeeper.testkit.sim;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Runs many seeds on a few threads and adds up what they met. */
final class SeedRun {
    private final long first;
    private final long count;
    private final AtomicLong next;
    private final Map<Coverage.Kind, Long> seedsThatMet = new EnumMap<>(Coverage.Kind.class);
    private final List<SimulationFailure> failures = new ArrayList<>();
    private long done;
    private long events;
    private long operations;
    private long undecided;

    private SeedRun(long first, long count) {
        this.first = first;
        this.count = count;
        next = new AtomicLong(first);
    }

    /** Runs so many seeds; ends early when one has failed. */
    static SeedRun of(long first, long count, int threads) throws InterruptedException {
        SeedRun run = new SeedRun(first, count);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                workers.add(executor.submit(run::work));
            }
            for (Future<?> worker : workers) {
                worker.get();
            }
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } finally {
            executor.shutdownNow();
        }
        return run;
    }

    @Nullable
    SimulationFailure failure() {
        return failures.isEmpty() ? null : failures.get(0);
    }

    long seedsThatMet(Coverage.Kind kind) {
        return seedsThatMet.getOrDefault(kind, 0L);
    }

    long done() {
        return done;
    }

    String report() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%d seeds, %d operations and %d events a seed, %d histories undecided; seeds that met",
                done,
                operations / Math.max(1, done),
                events / Math.max(1, done),
                undecided));
        for (Coverage.Kind kind : Coverage.Kind.values()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%n  %-14s %5.1f %%",
                    kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    100.0 * seedsThatMet(kind) / Math.max(1, done)));
        }
        return text.toString();
    }

    private void work() {
        for (long seed = next.getAndIncrement(); seed < first + count; seed = next.getAndIncrement()) {
            try {
                add(Simulation.run(seed));
            } catch (SimulationFailure e) {
                next.set(first + count);
                fail(e);
            }
        }
    }

    private synchronized void fail(SimulationFailure failure) {
        failures.add(failure);
    }

    private synchronized void add(Simulation.Result result) {
        done++;
        events += result.events();
        operations += result.coverage().of(Coverage.Kind.OPERATION);
        undecided += result.undecided();
        for (Coverage.Kind kind : Coverage.Kind.values()) {
            if (result.coverage().of(kind) > 0) {
                seedsThatMet.merge(kind, 1L, Long::sum);
            }
        }
    }
}
