package io.cellkeeper.state.op;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Rule 5.9. */
class VersionsTest {
    @Test
    void shouldWrapAndLeaveOutMinusOne() {
        assertEquals(1, Versions.next(0));
        assertEquals(Integer.MIN_VALUE, Versions.next(Integer.MAX_VALUE));
        assertEquals(-2, Versions.next(-3));
        assertEquals(0, Versions.next(-2));
    }

    @Test
    void shouldTakeOnlyMinusOneForAny() {
        assertTrue(Versions.match(-1, 5));
        assertTrue(Versions.match(5, 5));
        assertFalse(Versions.match(-2, 5));
        assertTrue(Versions.match(-2, -2));
        assertFalse(Versions.match(Integer.MIN_VALUE, 0));
    }
}
