package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class GatheringTest {
    private static final long FLIGHT = 2_000_000;
    private static final long WINDOW = FLIGHT / 2;
    private static final int CYCLES = 50;

    private final Gathering gathering = new Gathering();
    private long now = 1_000_000_000;

    @Test
    void shouldJoinTwoGroupsOfClientsThatWaitForTheirAnswers() {
        for (int i = 0; i < CYCLES; i++) {
            // eight are answered while eight wait; the eight are back at once
            gathering.applied(8, 8, FLIGHT, now);
            arrive(8, now + WINDOW / 4);
            now += FLIGHT;
            gathering.endOfPass(now);
        }
        gathering.applied(8, 8, FLIGHT, now);
        assertTrue(gathering.waits(8, now));
        assertTrue(gathering.waits(15, now + WINDOW / 4));
        assertFalse(gathering.waits(16, now + WINDOW / 4), "all are here");
    }

    @Test
    void shouldKeepOneGroupTogether() {
        for (int i = 0; i < CYCLES; i++) {
            gathering.applied(16, 0, FLIGHT, now);
            arrive(16, now + WINDOW / 4);
            now += WINDOW / 4 + FLIGHT;
        }
        gathering.applied(16, 0, FLIGHT, now);
        assertTrue(gathering.waits(1, now + WINDOW / 8), "the first one back waits for the others");
        assertFalse(gathering.waits(16, now + WINDOW / 8));
    }

    @Test
    void shouldEndTheWaitAfterHalfAFlight() {
        shouldJoinTwoGroupsOfClientsThatWaitForTheirAnswers();
        assertEquals(now + WINDOW, gathering.ends());
        assertTrue(gathering.waits(8, now + WINDOW - 1));
        assertFalse(gathering.waits(8, now + WINDOW));
    }

    @Test
    void shouldNotWaitLongOnASlowLog() {
        gathering.applied(8, 8, 1_000_000_000, now);
        assertEquals(now + Gathering.MAX_NANOS, gathering.ends());
    }

    @Test
    void shouldNeverHoldUpAClientThatIsAlone() {
        for (int i = 0; i < CYCLES; i++) {
            gathering.applied(1, 0, FLIGHT, now);
            arrive(1, now + WINDOW / 4);
            assertFalse(gathering.waits(1, now + WINDOW / 4));
            now += WINDOW / 4 + FLIGHT;
        }
    }

    @Test
    void shouldNotHoldUpCommandsThatComeAtARateOfTheirOwn() {
        for (int i = 0; i < CYCLES; i++) {
            gathering.applied(8, 0, FLIGHT, now);
            for (int part = 1; part <= 8; part++) {
                arrive(1, now + part * FLIGHT / 8);
                assertFalse(gathering.waits(part, now + part * FLIGHT / 8), "command " + part + " of batch " + i);
            }
            now += FLIGHT + FLIGHT / 100;
        }
    }

    @Test
    void shouldStopWaitingForClientsThatNoLongerComeBack() {
        shouldJoinTwoGroupsOfClientsThatWaitForTheirAnswers();
        for (int i = 0; i < CYCLES; i++) {
            now += FLIGHT;
            gathering.endOfPass(now);
            gathering.applied(8, 8, FLIGHT, now);
        }
        assertFalse(gathering.waits(8, now));
    }

    @Test
    void shouldNotHoldUpABatchThatIsLargeAlready() {
        for (int i = 0; i < CYCLES; i++) {
            gathering.applied(100, 100, FLIGHT, now);
            arrive(100, now + WINDOW / 4);
            now += FLIGHT;
        }
        gathering.applied(100, 100, FLIGHT, now);
        assertFalse(gathering.waits(100, now));
        assertFalse(gathering.waits(Gathering.ENOUGH, now));
    }

    private void arrive(int commands, long at) {
        for (int i = 0; i < commands; i++) {
            gathering.arrived();
        }
        gathering.endOfPass(at);
    }
}
