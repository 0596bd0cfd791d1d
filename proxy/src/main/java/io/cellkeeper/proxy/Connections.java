package io.cellkeeper.proxy;

import io.netty.util.collection.LongObjectHashMap;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All client connections of a proxy: which is whose session's, which have something to send, and how they end. A closed
 * connection stays known by its session while the leader still owes it answers that end registrations of interests.
 */
final class Connections {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);

    /** How long a closing connection may take to send the rest. */
    private static final long CLOSING_NANOS = 10_000_000_000L;

    private final Set<ClientConnection> all = new LinkedHashSet<>();
    private final Map<String, Integer> byAddress = new HashMap<>();
    private final LongObjectHashMap<ClientConnection> bySession = new LongObjectHashMap<>();
    private final Map<CloseReason, Long> closed = new EnumMap<>(CloseReason.class);
    private final WatchTable watches;
    private final ConnectionStats total;
    private final Backlog backlog;
    private long ordinals;
    private List<ClientConnection> ready = new ArrayList<>();
    private List<ClientConnection> taken = new ArrayList<>();

    /**
     * No connections yet.
     *
     * @param total the statistics of all connections together
     * @param backlog the requests of all connections together
     */
    Connections(WatchTable watches, ConnectionStats total, Backlog backlog) {
        this.watches = watches;
        this.total = total;
        this.backlog = backlog;
    }

    Backlog backlog() {
        return backlog;
    }

    /** Adds a connection; returns whether its address, and the proxy, may have another (rule 14.1). A limit of 0 is none. */
    boolean admit(ClientConnection connection, int maxPerAddress, int max) {
        int before = byAddress.getOrDefault(connection.ip(), 0);
        if ((maxPerAddress > 0 && before >= maxPerAddress) || (max > 0 && all.size() >= max)) {
            connection.state = ClientConnection.State.CLOSED;
            count(CloseReason.TOO_MANY_CONNECTIONS);
            connection.out.reset();
            return false;
        }
        all.add(connection);
        byAddress.put(connection.ip(), before + 1);
        return true;
    }

    /** A copy, so that connections may end during a walk. */
    List<ClientConnection> snapshot() {
        return new ArrayList<>(all);
    }

    int size() {
        return all.size();
    }

    /** How connections ended, by reason. */
    Map<CloseReason, Long> closedByReason() {
        return new EnumMap<>(closed);
    }

    /** The connection of a session, open or gone, if it has it in this generation. */
    @Nullable
    ClientConnection find(long session, int generation) {
        ClientConnection connection = bySession.get(session);
        SessionAttachment attached = connection == null ? null : connection.session();
        return attached != null && attached.generation == generation ? connection : null;
    }

    /** The connection that has a session now, if there is one. */
    @Nullable
    ClientConnection find(long session) {
        return bySession.get(session);
    }

    /** A connection has its session. */
    void attached(ClientConnection connection, SessionAttachment session) {
        connection.attach(session);
        bySession.put(session.id, connection);
    }

    /** Removes a connection that is gone from its session, if it still has it: no answers are awaited for it any more. */
    void forget(ClientConnection connection) {
        connection.queue().clear();
        SessionAttachment session = connection.session();
        if (session != null && bySession.get(session.id) == connection) {
            bySession.remove(session.id);
        }
    }

    /** Every connection known by a session; a copy. */
    List<ClientConnection> attached() {
        return new ArrayList<>(bySession.values());
    }

    /** The number of a new connection. */
    long nextOrdinal() {
        return ++ordinals;
    }

    /** There is another link: no answers come for connections that have ended. */
    void forgetEnded() {
        for (ClientConnection connection : attached()) {
            if (!connection.isOpen()) {
                forget(connection);
            }
        }
    }

    /** Queues a packet for a client, to leave with the next flush. */
    void send(ClientConnection connection, Packet packet) {
        if (connection.state != ClientConnection.State.CLOSED) {
            connection.outbox().add(packet);
            connection.stats.sent++;
            total.sent++;
            markReady(connection);
        }
    }

    /** Lists a connection as having something to flush, or to handle. */
    void markReady(ClientConnection connection) {
        if (!connection.ready) {
            connection.ready = true;
            ready.add(connection);
        }
    }

    /** Takes the connections that have something to flush. The list is good until the next call. */
    List<ClientConnection> takeReady() {
        List<ClientConnection> spare = taken;
        spare.clear();
        taken = ready;
        ready = spare;
        for (ClientConnection connection : taken) {
            connection.ready = false;
        }
        return taken;
    }

    /** Ends a connection in order: what is queued for it still leaves. */
    void close(ClientConnection connection, CloseReason reason, long nowNanos) {
        if (connection.state.compareTo(ClientConnection.State.CLOSING) >= 0) {
            return;
        }
        LOG.debug("closing {}: {}", connection, reason);
        count(reason);
        connection.state = ClientConnection.State.CLOSING;
        connection.deadlineNanos = nowNanos + CLOSING_NANOS;
        depart(connection);
        connection.updateReading();
        markReady(connection);
    }

    /** Ends a connection at once. */
    void reset(ClientConnection connection, CloseReason reason) {
        if (connection.state == ClientConnection.State.CLOSED) {
            return;
        }
        LOG.debug("resetting {}: {}", connection, reason);
        if (connection.state != ClientConnection.State.CLOSING) {
            count(reason);
        }
        end(connection);
        connection.out.reset();
    }

    /** The socket of a connection is gone. */
    void disconnected(ClientConnection connection) {
        if (connection.state == ClientConnection.State.CLOSED) {
            return;
        }
        if (connection.state != ClientConnection.State.CLOSING) {
            count(CloseReason.CLIENT_GONE);
        }
        end(connection);
    }

    private void end(ClientConnection connection) {
        boolean departed = connection.state == ClientConnection.State.CLOSING;
        connection.state = ClientConnection.State.CLOSED;
        if (!departed) {
            depart(connection);
        }
        connection.outbox().clear();
        all.remove(connection);
        byAddress.computeIfPresent(connection.ip(), (ip, count) -> count == 1 ? null : count - 1);
    }

    /** Frees what a connection has: at once, whatever its socket does (rules 3.14, 10.26). */
    private void depart(ClientConnection connection) {
        connection.dropInput();
        watches.removeAll(connection.watcher);
        connection.queue().dropLocal();
        if (!connection.queue().awaitsRegistration()) {
            forget(connection);
        }
    }

    private void count(CloseReason reason) {
        closed.merge(reason, 1L, Long::sum);
    }
}
