package io.cellkeeper.proxy;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AuthFailuresTest {
    @Test
    void shouldTellOnceASecond() {
        AuthFailures failures = new AuthFailures();
        long now = Long.MAX_VALUE - 5;
        assertTrue(failures.add("kerberos", "10.0.0.1", now));
        assertFalse(failures.add("kerberos", "10.0.0.1", now + 999_999_999));
        assertTrue(failures.add("\n", "10.0.0.2", now + 1_000_000_000));
    }
}
