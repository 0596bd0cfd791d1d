package io.cellkeeper.consensus;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for conditions that other threads bring about. */
public final class Await {
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(20);

    private Await() {}

    /** @throws AssertionError if it doesn't hold within 20 s */
    public static void until(String what, BooleanSupplier holds) {
        until(() -> what, holds);
    }

    /**
     * @param what said at the end of the wait, with what was there then
     * @throws AssertionError if it doesn't hold within 20 s
     */
    public static void until(Supplier<String> what, BooleanSupplier holds) {
        long end = System.nanoTime() + TIMEOUT_NANOS;
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("in vain for 20 s: " + what.get());
            }
            LockSupport.parkNanos(2_000_000);
        }
    }
}
