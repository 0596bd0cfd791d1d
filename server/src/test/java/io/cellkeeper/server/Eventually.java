package io.cellkeeper.server;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits in tests for what other threads do. */
public final class Eventually {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

    private Eventually() {}

    /**
     * Returns once the condition holds.
     *
     * @throws AssertionError if it doesn't for 20 s
     */
    public static void eventually(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("not within 20 s: " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
    }
}
