package io.cellkeeper.server.replica;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Keeps tasks back, in order, until it is opened. The log calls its listener as soon as it runs, which may be before
 * whoever started it has its port in hand.
 */
final class GatedExecutor implements Executor {
    private final Executor executor;
    private final List<Runnable> held = new ArrayList<>();
    private boolean open;

    GatedExecutor(Executor executor) {
        this.executor = executor;
    }

    @Override
    public synchronized void execute(Runnable task) {
        if (open) {
            executor.execute(task);
        } else {
            held.add(task);
        }
    }

    /** From now on tasks run: first this one, then those kept back. */
    synchronized void open(Runnable first) {
        executor.execute(first);
        held.forEach(executor::execute);
        held.clear();
        open = true;
    }
}
