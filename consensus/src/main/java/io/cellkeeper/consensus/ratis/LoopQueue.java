package io.cellkeeper.consensus.ratis;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one ordered way from Ratis' threads to the cell loop. Entries wait for room, everything else enters at once
 * (decision 22). One task on the loop handles many deliveries, then gives the loop to others.
 *
 * <p>A delivery that throws, or a loop that takes no more tasks, ends the queue: whatever it holds, and all that comes
 * later, is abandoned. The lock guards all fields; it is held for no longer than it takes to move one delivery.
 */
final class LoopQueue {
    static final int MAX_BATCHES = 64;
    static final long MAX_BYTES = 16L << 20;

    /** Deliveries in one task on the loop: a replica that replays its log must not keep the loop from its clients. */
    static final int DELIVERIES_PER_TASK = 32;

    /** One thing to tell the loop. */
    interface Delivery {
        void run();

        /** Instead of {@link #run}, on any thread, once the queue has ended. */
        default void abandoned() {}

        /** Bytes that it keeps from the room for entries; -1 for what takes no room. */
        default int batchBytes() {
            return -1;
        }
    }

    private final Executor loop;
    private final Consumer<Throwable> onEnd;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Delivery> deliveries = new ArrayDeque<>();
    private int batches;
    private long bytes;
    private boolean scheduled;
    private boolean ended;

    /** @param onEnd told once, on the thread that found out, why the queue has ended by itself */
    LoopQueue(Executor loop, Consumer<Throwable> onEnd) {
        this.loop = loop;
        this.onEnd = onEnd;
    }

    /** Adds a delivery; one with bytes waits until there is room for it. */
    void add(Delivery delivery) {
        boolean accepted;
        boolean schedule = false;
        lock.lock();
        try {
            while (!ended && !hasRoomFor(delivery)) {
                changed.awaitUninterruptibly();
            }
            accepted = !ended;
            if (accepted) {
                occupy(delivery);
                deliveries.add(delivery);
                schedule = !scheduled;
                scheduled = true;
            }
        } finally {
            lock.unlock();
        }
        if (!accepted) {
            delivery.abandoned();
        } else if (schedule) {
            schedule();
        }
    }

    /** Drops what is queued and refuses the rest. */
    void end() {
        ArrayDeque<Delivery> rest;
        lock.lock();
        try {
            ended = true;
            rest = new ArrayDeque<>(deliveries);
            deliveries.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        rest.forEach(Delivery::abandoned);
    }

    /** Waits until everything so far was delivered or the queue has ended. False if that took too long. */
    boolean awaitDrained(long timeoutMs) throws InterruptedException {
        long nanos = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        lock.lock();
        try {
            while (!ended && scheduled) {
                if (nanos <= 0) {
                    return false;
                }
                nanos = changed.awaitNanos(nanos);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean hasRoomFor(Delivery delivery) {
        int size = delivery.batchBytes();
        return size < 0 || batches == 0 || (batches < MAX_BATCHES && bytes + size <= MAX_BYTES);
    }

    private void occupy(Delivery delivery) {
        if (delivery.batchBytes() >= 0) {
            batches++;
            bytes += delivery.batchBytes();
        }
    }

    private void schedule() {
        try {
            loop.execute(this::drain);
        } catch (RejectedExecutionException e) {
            endBecause(e);
        }
    }

    /** On the loop. */
    private void drain() {
        Delivery handled = null;
        for (int i = 0; i < DELIVERIES_PER_TASK; i++) {
            Delivery next = next(handled);
            if (next == null) {
                return;
            }
            try {
                next.run();
            } catch (RuntimeException | Error e) {
                next.abandoned();
                endBecause(e);
                return;
            }
            handled = next;
        }
        release(handled);
        schedule();
    }

    private @Nullable Delivery next(@Nullable Delivery handled) {
        lock.lock();
        try {
            free(handled);
            Delivery next = deliveries.poll();
            if (next == null) {
                scheduled = false;
                changed.signalAll();
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    private void release(@Nullable Delivery handled) {
        lock.lock();
        try {
            free(handled);
        } finally {
            lock.unlock();
        }
    }

    private void free(@Nullable Delivery handled) {
        if (handled != null && handled.batchBytes() >= 0) {
            batches--;
            bytes -= handled.batchBytes();
            changed.signalAll();
        }
    }

    private void endBecause(Throwable cause) {
        end();
        onEnd.accept(cause);
    }
}
