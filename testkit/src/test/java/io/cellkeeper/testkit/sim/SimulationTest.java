package io.cellkeeper.testkit.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Many seeds without a violation. {@code -Dtestkit.seeds=} says how many, {@code -Dtestkit.seed=} runs one and writes its
 * trace to {@code target/trace-<seed>.txt}.
 */
class SimulationTest {
    private static final List<Coverage.Kind> NEVER_BELOW_ONE_PERCENT = List.of(
            Coverage.Kind.RESEND, Coverage.Kind.ATTACH_RACE, Coverage.Kind.EXPIRE_RACE, Coverage.Kind.REFUSED_BATCH);

    private static final int THREADS = 2;

    @Test
    void shouldHoldEveryInvariantWhateverGoesWrong() throws InterruptedException, IOException {
        String one = System.getProperty("testkit.seed", "");
        if (!one.isBlank()) {
            traced(Long.parseLong(one.trim()));
            return;
        }
        long seeds = Long.getLong("testkit.seeds", 2000);
        long began = System.nanoTime();
        SeedRun run = SeedRun.of(1, seeds, THREADS);
        SimulationFailure failure = run.failure();
        if (failure != null) {
            traced(failure.seed());
            throw failure;
        }
        System.out.println(run.report());
        System.out.printf("in %.1f s%n", (System.nanoTime() - began) / 1e9);
        for (Coverage.Kind kind : NEVER_BELOW_ONE_PERCENT) {
            assertTrue(
                    run.seedsThatMet(kind) * 100 >= run.done(),
                    () -> "only " + run.seedsThatMet(kind) + " of " + run.done() + " seeds met " + kind);
        }
    }

    @Test
    void shouldMakeTheSameRunOfTheSameSeed() {
        Simulation.Result first = Simulation.run(7);
        Simulation.Result second = Simulation.run(7);
        assertEquals(first.events(), second.events());
        assertEquals(first.coverage().toString(), second.coverage().toString());
    }

    private static void traced(long seed) throws IOException {
        Path file = Path.of("target", "trace-" + seed + ".txt");
        try {
            Simulation.trace(seed);
        } catch (SimulationFailure e) {
            Files.writeString(file, e.getMessage() + "\n" + e.trace() + "\n");
            System.out.println(tail(e.trace(), 120));
            System.out.println("all of it is in " + file.toAbsolutePath());
            throw e;
        }
    }

    private static String tail(String text, int lines) {
        List<String> all = text.lines().toList();
        return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
    }
}
