package io.cellkeeper.testkit.mutation;

import static org.junit.jupiter.api.Assertions.fail;

import io.cellkeeper.testkit.sim.Simulation;
import io.cellkeeper.testkit.sim.SimulationFailure;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulation notices each rule that is missing: otherwise a run without a violation would say nothing. */
class MutationTest {
    private static final int MAX_SEEDS = 10_000;

    static List<Mutation> mutations() {
        return Mutations.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutations")
    void shouldNoticeThatARuleIsMissing(Mutation mutation) throws ClassNotFoundException {
        try (Mutation.Applied mutated = mutation.apply()) {
            System.out.printf("%-60s ", mutated.what());
            for (int seed = 1; seed <= MAX_SEEDS; seed++) {
                try {
                    Simulation.run(seed);
                } catch (SimulationFailure noticed) {
                    System.out.printf("seed %4d: %s%n", seed, noticed.rule());
                    return;
                }
            }
        }
        fail(MAX_SEEDS + " seeds without a violation: " + mutation);
    }
}
