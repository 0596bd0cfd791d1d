package io.cellkeeper.state;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.state.session.Session;
import org.jspecify.annotations.Nullable;

/**
 * What a command came to.
 *
 * @param zxid the command's; for a repeated one that of the first time
 * @param ended the session it ended, or null
 * @param hasExpired whether that session expired rather than being closed
 */
record Applied(
        Outcome outcome,
        long zxid,
        ErrorCode error,
        ByteRange body,
        @Nullable Session ended,
        boolean hasExpired) {
    static Applied now(long zxid, ErrorCode error, ByteRange body) {
        return new Applied(Outcome.APPLIED, zxid, error, body, null, false);
    }

    static Applied refused(Outcome outcome, long zxid) {
        return new Applied(outcome, zxid, ErrorCode.OK, ByteRange.EMPTY, null, false);
    }

    static Applied ended(long zxid, Session session, boolean hasExpired) {
        return new Applied(Outcome.APPLIED, zxid, ErrorCode.OK, ByteRange.EMPTY, session, hasExpired);
    }
}
