package io.cellkeeper.proxy.net;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition that another thread brings about. */
final class Await {
    private static final long LIMIT_NANOS = 10_000_000_000L;

    private Await() {}

    static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LIMIT_NANOS;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - end < 0, () -> "never: " + what);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
