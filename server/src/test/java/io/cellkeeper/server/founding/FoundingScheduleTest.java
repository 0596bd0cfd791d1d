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

    @Property(tries = 2_000)
    void shouldNotLetAWipedVoterBackInWhileTheCellItBelongedToLives(
            @ForAll long seed, @ForAll @IntRange(min = 2, max = 4) int servers) {
        SimulatedFounding cell = SimulatedFounding.complete(servers, new Random(seed));
        for (int i = 0; i < ACTIONS; i++) {
            cell.act(true);
            cell.checkNoWipedVoterIsBack();
        }
    }

    @Property(tries = 500)
    void shouldFoundInTheEndWhateverCrashedOnTheWay(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int servers) {
        SimulatedFounding cell = SimulatedFounding.complete(servers, new Random(seed));
        for (int i = 0; i < ACTIONS / 2; i++) {
            cell.act(false);
        }
        cell.settle();
        assertEquals(servers, cell.founded());
        assertEquals(1, cell.cells().size());
    }

    @Property(tries = 500)
    void shouldFoundOneCellUnderTheOverrideAndRefuseWhoComesTooLate(
            @ForAll long seed, @ForAll @IntRange(min = 0, max = 1) int missing) {
        SimulatedFounding cell = SimulatedFounding.overridden(5, 4 - missing, new Random(seed));
        for (int i = 0; i < 2 * ACTIONS; i++) {
            cell.act(false);
        }
        cell.settle();
        assertTrue(cell.founded() >= 3, "a majority");
        assertEquals(1, cell.cells().size());
        assertTrue(CellId.isSalted(cell.cells().iterator().next()));
        int before = cell.founded();
        cell.start(4);
        cell.exchange();
        assertEquals(before, cell.founded());
        assertEquals(5 - before - missing, cell.refused());
    }
}
