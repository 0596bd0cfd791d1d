package io.cellkeeper.proxy;

import java.util.ArrayList;
import java.util.List;

/**
 * A proxy as tools see it (rules 15.5 to 15.8, 15.10).
 *
 * @param connections those with a socket
 * @param lastZxid the newest it can answer with
 * @param received packets from clients since the start, or since the statistics were reset
 * @param sent packets to clients, likewise
 * @param minLatencyMs of requests answered, from receipt to answer; likewise
 * @param lastReplyBytes the newest reply's size, −1 before the first; likewise
 * @param outstanding requests not answered yet
 * @param watches one for each connection, path and table
 * @param watchedPaths paths with a watch
 * @param watchingConnections connections with a watch
 */
public record ProxyView(
        List<ConnectionView> connections,
        long lastZxid,
        long received,
        long sent,
        long minLatencyMs,
        double avgLatencyMs,
        long maxLatencyMs,
        int lastReplyBytes,
        int minReplyBytes,
        int maxReplyBytes,
        int outstanding,
        int watches,
        int watchedPaths,
        int watchingConnections) {

    static ProxyView of(
            Connections connections, WatchTable watches, ConnectionStats total, long lastZxid, long nowNanos) {
        List<ConnectionView> views = new ArrayList<>(connections.size());
        int outstanding = 0;
        for (ClientConnection connection : connections.snapshot()) {
            views.add(connection.stats.view(connection, nowNanos));
            outstanding += connection.queue().size() + (connection.outbox().awaitsBody() ? 1 : 0);
        }
        return new ProxyView(
                List.copyOf(views),
                lastZxid,
                total.received,
                total.sent,
                total.minLatencyMs(),
                total.avgLatencyMs(),
                total.maxLatencyMs(),
                total.lastReplyBytes(),
                total.minReplyBytes(),
                total.maxReplyBytes(),
                outstanding,
                watches.count(),
                watches.pathCount(),
                watches.ownerCount());
    }
}
