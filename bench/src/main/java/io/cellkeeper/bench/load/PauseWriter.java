package io.cellkeeper.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Writes through one server again and again, one write at a time, and comes back with its session whenever the server
 * ends the connection. Remembers when each write began and was acknowledged. A thread of its own.
 */
final class PauseWriter implements Runnable {
    private static final long BETWEEN_WRITES_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long BEFORE_RECONNECT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** An acknowledged write: when it was sent, and when the answer came. */
    record Write(long begun, long acknowledged) {}

    private final InetSocketAddress server;
    private final String path;
    private final int sessionTimeoutMs;
    private final int patienceMs;
    private final byte[] data = new byte[100];

    /** Guarded by this. */
    private final List<Write> writes = new ArrayList<>();

    private int reconnects;
    private int sessionsLost;

    /** Set by the run's thread, seen by this writer's before the next write. */
    private volatile boolean stopped;

    private PlainSession.Ticket ticket = PlainSession.Ticket.NEW;

    PauseWriter(InetSocketAddress server, String path, int sessionTimeoutMs, int patienceMs) {
        this.server = server;
        this.path = path;
        this.sessionTimeoutMs = sessionTimeoutMs;
        this.patienceMs = patienceMs;
    }

    @Override
    public void run() {
        PlainSession session = null;
        while (!stopped) {
            try {
                if (session == null) {
                    session = connect();
                }
                long begun = System.nanoTime();
                session.set(path, data);
                add(new Write(begun, System.nanoTime()));
                LockSupport.parkNanos(BETWEEN_WRITES_NANOS);
            } catch (IOException | LoadException lost) {
                disconnect(session);
                session = null;
                LockSupport.parkNanos(BEFORE_RECONNECT_NANOS);
            }
        }
        disconnect(session);
    }

    private PlainSession connect() throws IOException {
        PlainSession session;
        try {
            session = new PlainSession(server, ticket, sessionTimeoutMs, patienceMs);
        } catch (LoadException refused) {
            // The server answered: it doesn't know the session any more.
            countLostSession();
            ticket = PlainSession.Ticket.NEW;
            throw refused;
        }
        if (ticket.session() != 0) {
            countReconnect();
        }
        ticket = session.ticket();
        return session;
    }

    private static void disconnect(@Nullable PlainSession session) {
        if (session != null) {
            try {
                session.disconnect();
            } catch (IOException unimportant) {
                // It is over either way.
            }
        }
    }

    synchronized void add(Write write) {
        writes.add(write);
    }

    private synchronized void countReconnect() {
        reconnects++;
    }

    private synchronized void countLostSession() {
        sessionsLost++;
    }

    void stop() {
        stopped = true;
    }

    /** All writes so far, in order. */
    synchronized List<Write> writes() {
        return List.copyOf(writes);
    }

    /** How often it came back to its session. */
    synchronized int reconnects() {
        return reconnects;
    }

    synchronized int sessionsLost() {
        return sessionsLost;
    }
}
