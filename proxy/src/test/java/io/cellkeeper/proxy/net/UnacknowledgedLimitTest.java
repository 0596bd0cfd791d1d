package io.cellkeeper.proxy.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class UnacknowledgedLimitTest {
    private static final int DELTA_MS = 250;
    private static final int PROGRESS_MS = 4_000;
    private static final int RTO_MS = 201;
    private static final long MS = 1_000_000;
    private static final int LITTLE = UnacknowledgedLimit.MAX_LITTLE;

    private final UnacknowledgedLimit limit = new UnacknowledgedLimit(DELTA_MS, PROGRESS_MS);
    private long now = Long.MAX_VALUE - 1_000 * MS;

    @Test
    void shouldAllowLittleOutputTwoRetransmissionTimeoutsOrDelta() {
        assertEquals(2 * RTO_MS, limit.userTimeoutMs(RTO_MS));
        assertEquals(DELTA_MS, limit.userTimeoutMs(100));
        assertFalse(sends(20));
        assertEquals(2 * RTO_MS, limit.userTimeoutMs(RTO_MS));
    }

    @Test
    void shouldNotBeMisledByARetransmissionThatIsGoingOn() {
        assertEquals(2_000, limit.userTimeoutMs(120_000));
    }

    @Test
    void shouldAllowMuchOutputNoProgressForAThirdOfTheTimeout() {
        assertTrue(sends(LITTLE + 1));
        assertEquals(PROGRESS_MS, limit.userTimeoutMs(RTO_MS));
        assertFalse(sends(20), "it is much already");
    }

    @Test
    void shouldNeverAllowMuchLessThanLittle() {
        UnacknowledgedLimit brief = new UnacknowledgedLimit(25, 66);
        brief.sends(LITTLE + 1, now);
        assertEquals(2 * RTO_MS, brief.userTimeoutMs(RTO_MS));
    }

    @Test
    void shouldAddUpWhatIsSentInOnePeriod() {
        assertFalse(sends(LITTLE / 2));
        after(PROGRESS_MS - 1);
        assertFalse(sends(LITTLE / 2));
        assertTrue(sends(1));
    }

    @Test
    void shouldStartAnewInTheNextPeriod() {
        assertFalse(sends(LITTLE));
        after(PROGRESS_MS);
        assertFalse(sends(LITTLE));
    }

    @Test
    void shouldTakeMuchForAcknowledgedOnlyAfterAWholePeriod() {
        sends(20);
        after(PROGRESS_MS - 1);
        assertTrue(sends(LITTLE + 1));
        after(1);
        assertFalse(sends(20), "the much may still be on its way");
        assertEquals(PROGRESS_MS, limit.userTimeoutMs(RTO_MS));
        after(PROGRESS_MS);
        assertTrue(sends(20));
        assertEquals(2 * RTO_MS, limit.userTimeoutMs(RTO_MS));
    }

    @Test
    void shouldTakeMuchForAcknowledgedAfterALongSilence() {
        sends(LITTLE + 1);
        after(2 * PROGRESS_MS);
        assertTrue(sends(20));
        assertEquals(2 * RTO_MS, limit.userTimeoutMs(RTO_MS));
    }

    private boolean sends(int bytes) {
        return limit.sends(bytes, now);
    }

    private void after(long ms) {
        now += ms * MS;
    }
}
