package io.cellkeeper.server.words;

import io.cellkeeper.server.words.ServerFigures.LeaderFigures;
import io.cellkeeper.server.words.ServerFigures.Traffic;

/** {@code srvr} and {@code stat} (rules 15.5, 15.6). */
final class StatText {
    private StatText() {}

    static String srvr(ServerFigures figures, Version version) {
        StringBuilder out = new StringBuilder(512);
        appendVersion(out, version);
        appendStats(out, figures);
        return out.toString();
    }

    static String stat(ServerFigures figures, Version version) {
        StringBuilder out = new StringBuilder(4_096);
        appendVersion(out, version);
        out.append("Clients:\n");
        ConnectionText.append(out, figures.connections(), false);
        out.append('\n');
        appendStats(out, figures);
        return out.toString();
    }

    private static void appendVersion(StringBuilder out, Version version) {
        out.append("Zookeeper version: ").append(version.full()).append('\n');
    }

    private static void appendStats(StringBuilder out, ServerFigures figures) {
        Traffic traffic = figures.traffic();
        out.append("Latency min/avg/max: ")
                .append(traffic.minLatencyMs())
                .append('/')
                .append(Decimal.text(traffic.avgLatencyMs()))
                .append('/')
                .append(traffic.maxLatencyMs())
                .append("\nReceived: ")
                .append(traffic.packetsReceived())
                .append("\nSent: ")
                .append(traffic.packetsSent())
                .append("\nConnections: ")
                .append(traffic.connections())
                .append("\nOutstanding: ")
                .append(traffic.outstanding())
                .append("\nZxid: 0x")
                .append(Long.toHexString(figures.zxid()))
                .append("\nMode: ")
                .append(figures.mode().text())
                .append("\nNode count: ")
                .append(figures.contents().nodes())
                .append('\n');
        figures.leader().ifPresent(leader -> appendProposals(out, leader));
    }

    private static void appendProposals(StringBuilder out, LeaderFigures leader) {
        out.append("Proposal sizes last/min/max: ")
                .append(leader.lastProposalBytes())
                .append('/')
                .append(leader.minProposalBytes())
                .append('/')
                .append(leader.maxProposalBytes())
                .append('\n');
    }
}
