package io.cellkeeper.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SessionNumbersTest {
    private final SessionNumbers numbers = new SessionNumbers(7);

    @Test
    void shouldGoOnFromTheNumberOfTheAttach() {
        assertEquals(7, numbers.last());
        assertEquals(7, numbers.acked());
        assertEquals(8, numbers.next());
        assertEquals(8, numbers.last());
    }

    @Test
    void shouldAcknowledgeOnlyWithoutGap() {
        for (int i = 0; i < 3; i++) {
            numbers.next();
        }
        assertFalse(numbers.ackWithoutGap(9));
        assertFalse(numbers.ackWithoutGap(7));
        assertEquals(7, numbers.acked());

        assertTrue(numbers.ackWithoutGap(8));
        assertTrue(numbers.ackWithoutGap(9));
        assertFalse(numbers.ackWithoutGap(9));
        assertEquals(9, numbers.acked());
    }
}
