package io.cellkeeper.server.founding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Founding under random schedules of starts, crashes, wipes, and of reports sent, held and lost. */
class FoundingScheduleTest {
    private static final int ACTIONS = 250;

    @Property(tries = 3_000)
    void shouldNotLetAWipedVoterBackInWhileTheCellItBelongedToLives(
            @ForAll long seed, @ForAll @IntRange(min = 2, max = 4) int servers) {
        SimulatedFounding cell = new SimulatedFounding(servers, new Random(seed));
        for (int i = 0; i < ACTIONS; i++) {
            cell.act(true, false);
            cell.checkNoWipedVoterIsBack();
        }
        assertTrue(cell.cellsWithAMajority().size() <= 1, "one list of servers makes one cell");
    }

    @Property(tries = 3_000)
    void shouldNotFoundTwoCellsEvenWithTheOverride(@ForAll long seed, @ForAll @IntRange(min = 2, max = 5) int servers) {
        SimulatedFounding cell = new SimulatedFounding(servers, new Random(seed));
        for (int i = 0; i < ACTIONS; i++) {
            cell.act(false, true);
            assertTrue(cell.cellsWithAMajority().size() <= 1, "two cells: " + cell.cellsWithAMajority());
        }
    }

    @Property(tries = 500)
    void shouldFoundInTheEndWhateverCrashedOnTheWay(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int servers) {
        SimulatedFounding cell = new SimulatedFounding(servers, new Random(seed));
        for (int i = 0; i < ACTIONS / 2; i++) {
            cell.act(false, false);
        }
        cell.settle();
        assertEquals(servers, cell.founded());
    }
}
