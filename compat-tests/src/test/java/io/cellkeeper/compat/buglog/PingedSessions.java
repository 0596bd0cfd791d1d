package io.cellkeeper.compat.buglog;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.wire.Frame;
import io.cellkeeper.compat.wire.RawClient;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.ZooDefs.OpCode;

/** Sessions that a thread of its own keeps alive; from {@link #add} on nobody else may use their clients. */
final class PingedSessions implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final List<RawClient> clients = new CopyOnWriteArrayList<>();
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Future<?> pinging = thread.submit(this::pingAll);
    private volatile boolean over;

    private Void pingAll() throws IOException {
        while (!over) {
            for (RawClient client : clients) {
                client.pipeline(RawClient.request(-2, OpCode.ping));
                Frame.ok(client.read());
            }
            Await.pass(PERIOD);
        }
        return null;
    }

    void add(RawClient client) {
        clients.add(client);
    }

    /** Closes the sessions; fails if one of them was disconnected. */
    void closeSessions() throws Exception {
        over = true;
        pinging.get(PERIOD.toSeconds() * 20, TimeUnit.SECONDS);
        for (RawClient client : clients) {
            client.closeSession();
        }
    }

    @Override
    public void close() throws IOException {
        over = true;
        thread.shutdownNow();
        for (RawClient client : clients) {
            client.close();
        }
    }
}
