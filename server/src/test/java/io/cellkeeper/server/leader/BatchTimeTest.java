package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BatchTimeTest {
    private static final long MS = 1_000_000;

    private final BatchTime time = new BatchTime(3, 9, 5000, 700, 0);

    @Test
    void shouldBeTheWallClockWhileThatIsAhead() {
        assertEquals(6000, time.header(0, 6000).timeMs());
        assertEquals(6001, time.header(5 * MS, 6001).timeMs());
    }

    @Test
    void shouldGoOnAtHalfSpeedUntilTheWallClockHasCaughtUp() {
        assertEquals(5000, time.header(0, 1000).timeMs());
        assertEquals(5500, time.header(1000 * MS, 2000).timeMs());
        assertEquals(6500, time.header(3000 * MS, 4000).timeMs());
        assertEquals(7000, time.header(4000 * MS, 7000).timeMs());
        assertEquals(7500, time.header(5000 * MS, 6000).timeMs());
    }

    @Test
    void shouldCountCellTimeOnTheMonotonicClockOverReigns() {
        assertEquals(700, time.header(0, 1).cellTimeMs());
        assertEquals(1700, time.header(1000 * MS, 99_999_999).cellTimeMs());
    }

    @Test
    void shouldCarryTermAndSettings() {
        assertEquals(3, time.header(0, 1).term());
        assertEquals(9, time.header(0, 1).settings());
    }
}
