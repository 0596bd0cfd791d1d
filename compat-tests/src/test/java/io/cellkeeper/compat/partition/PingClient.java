package io.cellkeeper.compat.partition;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.wire.RawSession;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * An idle client of one replica: it only pings, every third of its timeout, and has no timer of its own for silence, so that it
 * is the server's to end what its lease doesn't cover.
 */
final class PingClient implements Load.Client {
    private static final Duration WAIT = Duration.ofSeconds(40);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(100);

    private final String name;
    private final int replica;
    private final int timeoutMs;
    private final FaultyCell cell;
    private final History history;
    private @Nullable TimedClient client;
    private long nextPingNanos;

    PingClient(String name, int replica, int timeoutMs, FaultyCell cell, History history) {
        this.name = name;
        this.replica = replica;
        this.timeoutMs = timeoutMs;
        this.cell = cell;
        this.history = history;
    }

    @Override
    public void step() {
        try {
            TimedClient connected = client;
            if (connected == null) {
                connected =
                        TimedClient.connect(name, replica, cell.address(replica), RawSession.NEW, timeoutMs, history);
                client = connected;
                nextPingNanos = history.now();
            }
            if (history.now() >= nextPingNanos) {
                nextPingNanos = history.now() + TimeUnit.MILLISECONDS.toNanos(timeoutMs / 3);
                connected.call(WAIT.toNanos(), OpCode.ping);
            }
            Await.pass(AFTER_FAILURE);
        } catch (IOException e) {
            end();
            Await.pass(AFTER_FAILURE);
        }
    }

    @Override
    public void end() {
        if (client != null) {
            client.close();
            client = null;
        }
    }
}
