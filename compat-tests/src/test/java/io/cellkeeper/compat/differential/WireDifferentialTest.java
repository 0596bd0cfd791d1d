package io.cellkeeper.compat.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Random sequences of requests over TCP, to Apache ZooKeeper and to this server: every reply, every event and every closed
 * connection must be the same. System properties: {@code compat.differential.sequences}, {@code
 * compat.differential.first} (the first seed), {@code compat.differential.replicas} (of this server; with three the
 * requests go to a follower).
 */
class WireDifferentialTest {
    private static final int SEQUENCES = Integer.getInteger("compat.differential.sequences", 2_000);
    private static final int FIRST = Integer.getInteger("compat.differential.first", 0);
    private static final int REPLICAS = Integer.getInteger("compat.differential.replicas", 1);
    /** Fewer than this don't reach every error of every operation. */
    private static final int ENOUGH_TO_COVER = 2_000;

    private static final int REQUESTS = 50;
    private static final int WORKERS = 24;
    private static final int MOST_FAILURES = 3;

    private final AtomicLong next = new AtomicLong(FIRST);
    private final Map<Long, String> failures = new TreeMap<>();

    @Test
    void shouldAnswerAsZooKeeperDoes() throws Exception {
        Coverage coverage = new Coverage();
        long startNanos = System.nanoTime();
        try (Subject stock = Subject.stock();
                Subject ours = Subject.ours(REPLICAS)) {
            Comparison comparison = new Comparison(stock, ours, REQUESTS, coverage);
            playAll(comparison);
            if (!failures.isEmpty()) {
                fail(shrunk(comparison));
            }
        }
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
        System.out.println(SEQUENCES + " sequences in " + seconds + " s, replies by operation and error:\n" + coverage);
        if (SEQUENCES >= ENOUGH_TO_COVER) {
            assertEquals(Set.of(), coverage.missing(), "pairs of operation and error that were not met");
        }
    }

    private void playAll(Comparison comparison) throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < WORKERS; i++) {
                running.add(workers.submit(() -> {
                    work(comparison);
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } finally {
            workers.shutdownNow();
        }
    }

    private void work(Comparison comparison) throws IOException {
        for (long seed = next.getAndIncrement(); seed < FIRST + (long) SEQUENCES; seed = next.getAndIncrement()) {
            long played = seed;
            comparison.difference(seed, null).ifPresent(difference -> failed(played, difference));
            if (hasFailedEnough()) {
                return;
            }
        }
    }

    private synchronized void failed(long seed, String difference) {
        failures.put(seed, difference);
    }

    private synchronized boolean hasFailedEnough() {
        return failures.size() >= MOST_FAILURES;
    }

    private String shrunk(Comparison comparison) throws IOException {
        StringBuilder told = new StringBuilder("differences in " + failures.size() + " sequences");
        for (Map.Entry<Long, String> failure : failures.entrySet()) {
            told.append("\n\n").append(Shrinker.shrunk(comparison, failure.getKey(), failure.getValue()));
        }
        return told.toString();
    }
}
