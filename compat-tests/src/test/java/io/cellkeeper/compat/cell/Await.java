package io.cellkeeper.compat.cell;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waiting for a condition with a deadline; the only place of these tests that lets time pass. */
public final class Await {
    private static final long POLL_NANOS = Duration.ofMillis(20).toNanos();

    private Await() {}

    /** Returns when the condition holds; fails, naming it, when it doesn't within the limit. Exceptions of the condition count as false. */
    public static void until(String what, Duration limit, Callable<Boolean> condition) {
        value(what, limit, () -> condition.call() ? Optional.of(true) : Optional.empty());
    }

    /** As {@link #until}, with a state to print when it fails. */
    public static void until(String what, Duration limit, Callable<Boolean> condition, Supplier<?> state) {
        try {
            until(what, limit, condition);
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "; state: " + state.get(), e);
        }
    }

    /** Lets time pass: the pace of a load, or the length of a fault. Ends early if the thread is interrupted. */
    public static void pass(Duration time) {
        long endNanos = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos();
                left > 0 && !Thread.currentThread().isInterrupted();
                left = endNanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Returns the first value that the probe finds within the limit, else fails. */
    public static <T> T value(String what, Duration limit, Callable<Optional<T>> probe) {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        Exception last = null;
        while (true) {
            try {
                Optional<T> found = probe.call();
                if (found.isPresent()) {
                    return found.get();
                }
                last = null;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted while waiting for " + what, e);
            } catch (Exception e) {
                last = e;
            }
            if (System.nanoTime() - deadlineNanos >= 0) {
                throw new AssertionError("not within " + limit + ": " + what, last);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
