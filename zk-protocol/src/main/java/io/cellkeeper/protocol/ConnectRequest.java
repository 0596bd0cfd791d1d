package io.cellkeeper.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The first record of a connection (rules 2.1, 2.2).
 *
 * @param protocolVersion any value is accepted
 * @param lastZxidSeen the newest zxid the client was ever shown
 * @param timeoutMs the session timeout asked for, in milliseconds
 * @param sessionId 0 for a new session
 * @param password null if it came null
 * @param readOnly null if the byte was absent: the answer then omits its own
 */
public record ConnectRequest(
        int protocolVersion,
        long lastZxidSeen,
        int timeoutMs,
        long sessionId,
        @Nullable ByteRange password,
        @Nullable Boolean readOnly) {}
