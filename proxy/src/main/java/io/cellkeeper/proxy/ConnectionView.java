package io.cellkeeper.proxy;

import java.net.InetSocketAddress;

/**
 * A client's connection as tools see it (rule 15.7).
 *
 * @param session 0 before the handshake is done
 * @param timeoutMs the negotiated session timeout
 * @param queued requests not answered yet
 * @param received packets from the client
 * @param sent packets to the client
 * @param lastOp name of the operation answered last, {@code NA} if there was none
 * @param ageMs how long the connection exists
 * @param lastXid the xid answered last
 * @param lastZxid the zxid in that answer
 * @param lastAnswerAgeMs how long ago that was, −1 if never
 * @param lastLatencyMs from receipt to answer
 */
public record ConnectionView(
        InetSocketAddress remote,
        long session,
        int timeoutMs,
        int queued,
        long received,
        long sent,
        String lastOp,
        long ageMs,
        int lastXid,
        long lastZxid,
        long lastAnswerAgeMs,
        long lastLatencyMs,
        long minLatencyMs,
        long avgLatencyMs,
        long maxLatencyMs) {}
