package io.cellkeeper.consensus.ratis;

import io.cellkeeper.consensus.OrderingListener;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The first thing that broke, told once; nothing is told of what follows from a wanted close. Any thread. */
final class Fault {
    private static final Logger LOG = LoggerFactory.getLogger(Fault.class);

    private final OrderingListener listener;
    private final AtomicBoolean settled = new AtomicBoolean();

    Fault(OrderingListener listener) {
        this.listener = listener;
    }

    /** True if nothing was broken before and no close was wanted. */
    private boolean first(String reason, @Nullable Throwable cause) {
        if (!settled.compareAndSet(false, true)) {
            return false;
        }
        LOG.error("the log has failed: {}", reason, cause);
        return true;
    }

    /** From here on nothing is a fault. */
    void closing() {
        settled.set(true);
    }

    /** Whether the log has failed or is closing. */
    boolean settled() {
        return settled.get();
    }

    /** Ends this replica's leadership and tells the loop in order. */
    void raise(LoopQueue queue, Reigns reigns, String reason, @Nullable Throwable cause) {
        if (first(reason, cause)) {
            reigns.endAll();
            queue.add(() -> listener.failed(reason, cause));
        }
    }

    /** Like {@link #raise} once the queue has ended: tells on this thread, which is the loop's or finds it gone. */
    void raiseDirectly(String reason, Throwable cause) {
        if (first(reason, cause)) {
            listener.failed(reason, cause);
        }
    }
}
