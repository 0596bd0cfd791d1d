package io.cellkeeper.server.words;

import java.util.Optional;

/**
 * One connection on the client port.
 *
 * @param remote where it comes from, {@code /address:port}
 * @param queued requests not answered yet
 * @param received packets received
 * @param sent packets sent
 * @param session what is known once the handshake is done
 */
public record ConnectionFigures(String remote, long queued, long received, long sent, Optional<Session> session) {
    /**
     * A connection's session.
     *
     * @param id the session's id
     * @param lastOperation ZooKeeper's short name of the last operation, such as {@code PING}; {@code NA} before the first
     * @param establishedMs wall clock time when the connection began
     * @param timeoutMs the negotiated timeout
     * @param lastCxid the last request's xid
     * @param lastZxid the last zxid sent
     * @param lastResponseMs wall clock time of the last reply
     */
    public record Session(
            long id,
            String lastOperation,
            long establishedMs,
            int timeoutMs,
            long lastCxid,
            long lastZxid,
            long lastResponseMs,
            long lastLatencyMs,
            long minLatencyMs,
            long avgLatencyMs,
            long maxLatencyMs) {}
}
