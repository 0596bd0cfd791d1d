package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LeaseClockTest {
    private static final long MS = 1_000_000;
    private static final long START = 77_000 * MS;

    private final LeaseClock clock = new LeaseClock(1000 * MS, START);
    private long now = START;

    @Test
    void shouldFollowTheMonotonicClockWhilePassesAreFrequent() {
        pass(50);
        assertEquals(80 * MS, clock.reading(now + 30 * MS));
        pass(50);
        assertEquals(100 * MS, clock.reading(now));
        assertEquals(0, clock.lostNanos());
    }

    @Test
    void shouldAdvanceByABoundedStepWhateverReallyPassed() {
        assertEquals(100 * MS, clock.reading(now + 5000 * MS));
        pass(5000);
        assertEquals(100 * MS, clock.reading(now));
        assertEquals(4900 * MS, clock.lostNanos());
    }

    @Test
    void shouldBoundTheStepByHalfTheGraceWhereThatIsLess() {
        LeaseClock quick = new LeaseClock(100 * MS, START);
        assertEquals(50 * MS, quick.reading(START + 1000 * MS));
    }

    @Test
    void shouldNotGoBackWithTheClockItReads() {
        pass(50);
        clock.advance(now - 20 * MS);
        assertEquals(50 * MS, clock.reading(now));
    }

    @Test
    void shouldTolerateSinglePausesOverASecond() {
        pass(9000);
        pass(9000);
        assertFalse(clock.losesTooMuch());
    }

    @Test
    void shouldFindThatItLosesOverAQuarterOfTenSeconds() {
        for (int i = 0; i < 6; i++) {
            pass(500);
        }
        assertFalse(clock.losesTooMuch());
        pass(500);
        assertTrue(clock.losesTooMuch());
    }

    @Test
    void shouldForgetWhatWasLostLongAgo() {
        for (int i = 0; i < 10; i++) {
            pass(500);
        }
        assertTrue(clock.losesTooMuch());
        for (int i = 0; i < 110; i++) {
            pass(100);
        }
        assertFalse(clock.losesTooMuch());
        assertEquals(4000 * MS, clock.lostNanos());
    }

    private void pass(long ms) {
        now += ms * MS;
        clock.advance(now);
    }
}
