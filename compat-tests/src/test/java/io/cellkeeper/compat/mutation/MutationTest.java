package io.cellkeeper.compat.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.cellkeeper.compat.differential.Recording;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The comparison with Apache ZooKeeper notices each rule that is broken: otherwise a run without a difference would say
 * little. What ZooKeeper answers to some sequences is recorded once; a server of ours plays them, broken, until one differs,
 * and that one again when it is mended.
 */
@EnabledIfSystemProperty(named = "compat.server", matches = "ours")
class MutationTest {
    private static final int SEQUENCES = 250;
    private static final int WORKERS = 8;
    private static final int RULES = 60;

    private final ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
    private final List<String> unnoticed = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // by the test, which starts it anew when a broken rule has ended it
    private Mutant mutant;

    private record Noticed(Recording by, String difference) {}

    @Test
    void shouldBreakEnoughRules() {
        assertTrue(Mutations.all().stream().map(Mutation::rule).distinct().count() >= RULES);
    }

    @Test
    void shouldNoticeThatARuleIsBroken() throws Exception {
        List<Recording> recordings = Recording.of(SEQUENCES);
        mutant = new Mutant();
        try {
            assertEquals(Optional.empty(), firstDifference(recordings), "a difference while no rule is broken");
            List<Mutation> mutations = Mutations.all();
            for (int i = 0; i < mutations.size(); i++) {
                check(i, mutations.get(i), recordings);
            }
        } finally {
            mutant.close();
            workers.shutdownNow();
        }
        if (!unnoticed.isEmpty()) {
            fail(unnoticed.size() + " broken rules were not noticed:\n" + String.join("\n", unnoticed));
        }
    }

    private void check(int number, Mutation mutation, List<Recording> recordings) throws Exception {
        long startNanos = System.nanoTime();
        mutant.breakRule(number);
        Optional<Noticed> noticed = firstDifference(recordings);
        if (mutant.isRunning()) {
            mutant.mend(number);
        } else {
            mutant.close();
            mutant = new Mutant();
        }
        if (noticed.isEmpty()) {
            unnoticed.add(mutation.toString());
            return;
        }
        Recording by = noticed.get().by;
        long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
        System.out.printf("%-75s sequence %3d, %5d ms%n", mutation, by.seed(), ms);
        assertEquals(Optional.empty(), by.difference(mutant.port()), () -> "still different when mended: " + mutation);
    }

    /** The first difference that any sequence shows, whichever comes first. */
    private Optional<Noticed> firstDifference(List<Recording> recordings) throws Exception {
        AtomicInteger next = new AtomicInteger();
        AtomicReference<Noticed> found = new AtomicReference<>();
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            running.add(workers.submit(() -> {
                for (int at = next.getAndIncrement();
                        at < recordings.size() && found.get() == null;
                        at = next.getAndIncrement()) {
                    Recording recording = recordings.get(at);
                    recording
                            .difference(mutant.port())
                            .ifPresent(told -> found.compareAndSet(null, new Noticed(recording, told)));
                }
            }));
        }
        for (Future<?> one : running) {
            one.get();
        }
        return Optional.ofNullable(found.get());
    }
}
