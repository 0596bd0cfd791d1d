package io.cellkeeper.server.words;

import java.util.List;

/** A line per connection, short for {@code stat}, long for {@code cons} (rules 15.6, 15.7). */
final class ConnectionText {
    /** What the line has in brackets: interest in reading, which all connections have. */
    private static final String INTEREST = "[1]";

    private ConnectionText() {}

    static String detailed(List<ConnectionFigures> connections) {
        StringBuilder out = new StringBuilder(256 * connections.size() + 1);
        append(out, connections, true);
        return out.append('\n').toString();
    }

    static void append(StringBuilder out, List<ConnectionFigures> connections, boolean detailed) {
        for (ConnectionFigures connection : connections) {
            out.append(' ')
                    .append(connection.remote())
                    .append(INTEREST)
                    .append("(queued=")
                    .append(connection.queued())
                    .append(",recved=")
                    .append(connection.received())
                    .append(",sent=")
                    .append(connection.sent());
            if (detailed) {
                connection.session().ifPresent(session -> append(out, session));
            }
            out.append(")\n");
        }
    }

    private static void append(StringBuilder out, ConnectionFigures.Session session) {
        out.append(",sid=0x")
                .append(Long.toHexString(session.id()))
                .append(",lop=")
                .append(session.lastOperation())
                .append(",est=")
                .append(session.establishedMs())
                .append(",to=")
                .append(session.timeoutMs())
                .append(",lcxid=0x")
                .append(Long.toHexString(session.lastCxid()))
                .append(",lzxid=0x")
                .append(Long.toHexString(session.lastZxid()))
                .append(",lresp=")
                .append(session.lastResponseMs())
                .append(",llat=")
                .append(session.lastLatencyMs())
                .append(",minlat=")
                .append(session.minLatencyMs())
                .append(",avglat=")
                .append(session.avgLatencyMs())
                .append(",maxlat=")
                .append(session.maxLatencyMs());
    }
}
