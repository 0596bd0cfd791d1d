package io.cellkeeper.compat.partition;

import io.cellkeeper.compat.cell.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Clients that go on until they are stopped, each on a thread of its own. */
final class Load implements AutoCloseable {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

    private final List<Thread> threads = new ArrayList<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private volatile boolean stopping;

    /** What a client does again and again. */
    interface Client {
        /** Does one thing, in bounded time, and waits for its pace. */
        void step();

        /** Called on the same thread, after the last step. */
        void end();
    }

    void start(String name, Client client) {
        Thread thread = new Thread(() -> run(client), name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void run(Client client) {
        try {
            while (!stopping) {
                client.step();
            }
        } catch (RuntimeException | Error e) {
            failures.add(e);
        } finally {
            client.end();
        }
    }

    /** Fails if a client has failed by other than what its server did. */
    void check() {
        Throwable failure = failures.peek();
        if (failure != null) {
            throw new AssertionError("a client failed", failure);
        }
    }

    /** Ends all clients, and waits for that. */
    void stop() {
        stopping = true;
        for (Thread thread : threads) {
            Await.until(thread.getName() + " ends", STOP_LIMIT, () -> !thread.isAlive());
        }
    }

    @Override
    public void close() {
        stop();
    }
}
