package io.cellkeeper.compat.partition;

import io.cellkeeper.compat.wire.Frame;
import io.cellkeeper.compat.wire.RawClient;
import io.cellkeeper.compat.wire.RawSession;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.apache.jute.Record;

/**
 * A connection that keeps the times of its packets and believes in its session as stock clients do: until two thirds of the
 * timeout have passed since it last received anything. One thread at a time.
 */
final class TimedClient implements AutoCloseable {
    private static final int CONNECT_TIMEOUT_MS = 5_000;

    private final RawClient client;
    private final History history;
    private final PacketLog log;
    private long receivedNanos;

    private TimedClient(RawClient client, History history, PacketLog log) {
        this.client = client;
        this.history = history;
        this.log = log;
    }

    /**
     * Connects. Whether a session that was asked for is gone is for the caller to see in {@link #session}.
     *
     * @param session {@link RawSession#NEW} for a new one
     */
    static TimedClient connect(
            String name, int replica, InetSocketAddress address, RawSession session, int timeoutMs, History history)
            throws IOException {
        PacketLog log = new PacketLog(name, replica);
        TimedClient client = new TimedClient(RawClient.open(address, CONNECT_TIMEOUT_MS), history, log);
        try {
            log.sent(history.now());
            client.client.sendConnect(session, timeoutMs, 0, true);
            RawSession opened = client.client.readConnected();
            log.opened(opened.timeoutMs());
            client.received();
            if (opened.id() != 0) {
                history.add(log);
            }
            return client;
        } catch (IOException | RuntimeException e) {
            client.close();
            throw e;
        }
    }

    RawSession session() {
        return client.session();
    }

    /** When this client stops to believe in its session, if it receives nothing more. */
    long beliefNanos() {
        return receivedNanos + TimeUnit.MILLISECONDS.toNanos(2L * session().timeoutMs() / 3);
    }

    /** Sends a request and returns its reply; events before it are skipped. Waits as long as it believes in its session. */
    Frame call(int type, Record... record) throws IOException {
        return call(beliefNanos() - history.now(), type, record);
    }

    /** As {@link #call(int, Record...)}, waiting for each packet as long as is said. */
    Frame call(long waitNanos, int type, Record... record) throws IOException {
        send(type, record);
        Frame frame;
        do {
            client.setReadTimeout((int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(waitNanos)));
            frame = client.read();
            received();
        } while (frame.isEvent());
        return frame;
    }

    private void send(int type, Record... record) throws IOException {
        log.sent(history.now());
        client.pipeline(client.request(type, record));
    }

    private void received() {
        receivedNanos = history.now();
        log.received(receivedNanos);
    }

    /** Ends the connection, not the session. */
    @Override
    public void close() {
        log.closed(history.now());
        try {
            client.close();
        } catch (IOException e) {
            // It has ended.
        }
    }
}
