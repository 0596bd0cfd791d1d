package io.cellkeeper.server.words;

import io.cellkeeper.server.words.ServerFigures.Contents;
import io.cellkeeper.server.words.ServerFigures.LeaderFigures;
import io.cellkeeper.server.words.ServerFigures.Traffic;
import java.util.Map;
import java.util.TreeMap;

/** {@code mntr}: a key and a value a line, with a tab between them; tools know no other shape (rule 15.8). */
final class MonitorText {
    private static final String OWN_PREFIX = "cellkeeper_";

    private final StringBuilder out = new StringBuilder(2_048);

    private MonitorText() {}

    static String text(ServerFigures figures, Version version) {
        MonitorText text = new MonitorText();
        text.line("version", version.full());
        text.line("server_state", figures.mode().text());
        text.peerState(figures.mode());
        text.traffic(figures.traffic());
        text.contents(figures.contents());
        text.process(figures.uptimeMs());
        figures.leader().ifPresent(text::leader);
        QuotaText.write(figures.quotas(), text::line);
        for (Map.Entry<String, Number> own : new TreeMap<>(figures.own()).entrySet()) {
            text.number(OWN_PREFIX + own.getKey(), own.getValue());
        }
        return text.out.toString();
    }

    private void peerState(Mode mode) {
        switch (mode) {
            case LEADER -> line("peer_state", "leading - broadcast");
            case FOLLOWER -> line("peer_state", "following - broadcast");
            case OBSERVER -> line("peer_state", "observing - broadcast");
            case STANDALONE -> {
                // A stock stand-alone server has no such line.
            }
        }
    }

    private void traffic(Traffic traffic) {
        line("avg_latency", Decimal.text(traffic.avgLatencyMs()));
        line("max_latency", traffic.maxLatencyMs());
        line("min_latency", traffic.minLatencyMs());
        line("packets_received", traffic.packetsReceived());
        line("packets_sent", traffic.packetsSent());
        line("num_alive_connections", traffic.connections());
        line("outstanding_requests", traffic.outstanding());
        line("auth_failed_count", traffic.authFailures());
        line("connection_drop_probability", "0.0");
        line("last_client_response_size", traffic.lastReplyBytes());
        line("max_client_response_size", traffic.maxReplyBytes());
        line("min_client_response_size", traffic.minReplyBytes());
    }

    private void contents(Contents contents) {
        line("znode_count", contents.nodes());
        line("watch_count", contents.watches());
        line("ephemerals_count", contents.ephemerals());
        line("approximate_data_size", contents.dataBytes());
        line("global_sessions", contents.sessions());
        line("local_sessions", 0);
        line(OWN_PREFIX + "digest_index", contents.digestIndex());
        line(OWN_PREFIX + "digest", contents.digest());
    }

    private void process(long uptimeMs) {
        line("open_file_descriptor_count", FileDescriptors.open());
        line("max_file_descriptor_count", FileDescriptors.max());
        line("uptime", uptimeMs);
    }

    private void leader(LeaderFigures leader) {
        line("learners", leader.learners());
        line("synced_followers", leader.syncedFollowers());
        line("synced_non_voting_followers", 0);
        line("synced_observers", 0);
        line("pending_syncs", leader.pendingSyncs());
        line("leader_uptime", leader.uptimeMs());
        line("last_proposal_size", leader.lastProposalBytes());
        line("max_proposal_size", leader.maxProposalBytes());
        line("min_proposal_size", leader.minProposalBytes());
        line("quorum_size", leader.quorumSize());
    }

    private void number(String key, Number value) {
        boolean whole = value instanceof Long || value instanceof Integer;
        line(key, whole ? Long.toString(value.longValue()) : Decimal.text(value.doubleValue()));
    }

    private void line(String key, long value) {
        line(key, Long.toString(value));
    }

    private void line(String key, String value) {
        out.append("zk_").append(key).append('\t').append(value).append('\n');
    }
}
