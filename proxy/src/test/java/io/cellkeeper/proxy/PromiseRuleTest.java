package io.cellkeeper.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** I9, with the numbers of decision 6. */
class PromiseRuleTest {
    private static final long MS = 1_000_000;

    @Test
    void shouldPromiseUntilAThirdOfTheTimeoutAndTheGraceLessItsMargins() {
        // 12 s / 3 + 2 s − 250 ms − (12 ms + 1 ms)
        PromiseRule rule = new PromiseRule(12_000, 2_000);
        long limit = (4_000 + 2_000 - 250 - 13) * MS;

        assertTrue(rule.mayPromise(77, 77 + limit));
        assertFalse(rule.mayPromise(77, 77 + limit + 1));
    }

    @Test
    void shouldTakeAQuarterOfASmallGraceAsDelta() {
        // 3 s / 3 + 400 ms − 100 ms − (3 ms + 1 ms)
        PromiseRule rule = new PromiseRule(3_000, 400);
        long limit = (1_000 + 400 - 100 - 4) * MS;

        assertTrue(rule.mayPromise(0, limit));
        assertFalse(rule.mayPromise(0, limit + 1));
    }

    @Test
    void shouldCloseAfterTwoThirdsOfTheTimeoutAndTheGrace() {
        PromiseRule rule = new PromiseRule(12_000, 2_000);

        assertFalse(rule.mustClose(0, 10_000 * MS));
        assertTrue(rule.mustClose(0, 10_000 * MS + 1));
    }

    @Test
    void shouldWorkAcrossTheOverflowOfTheClock() {
        PromiseRule rule = new PromiseRule(12_000, 2_000);

        assertTrue(rule.mayPromise(Long.MAX_VALUE - 5, Long.MIN_VALUE + 5));
        assertFalse(rule.mayPromise(Long.MAX_VALUE - 5, Long.MIN_VALUE + 6_000 * MS));
    }

    /** What it is for: a client that gives up two thirds of its timeout after the receipt does so before its lease ends. */
    @Property
    void shouldNeverLetAClientOutliveItsLease(
            @ForAll @IntRange(min = 100, max = 600_000) int timeoutMs,
            @ForAll @IntRange(min = 10, max = 30_000) int graceMs,
            @ForAll @LongRange(min = 0, max = 1_000_000 * MS) long sentAfter) {
        PromiseRule rule = new PromiseRule(timeoutMs, graceMs);
        if (rule.mayPromise(0, sentAfter)) {
            long receipt = sentAfter + Math.min(250 * MS, graceMs * MS / 4);
            long clientGivesUp = receipt + 2L * timeoutMs * MS / 3;
            assertTrue(clientGivesUp < (timeoutMs + graceMs) * MS);
            assertEquals(false, rule.mustClose(0, sentAfter));
        }
    }
}
