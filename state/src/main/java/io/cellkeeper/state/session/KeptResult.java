package io.cellkeeper.state.session;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.state.digest.Hash64;

/**
 * What a command came to, kept until the proxy has it (I7).
 *
 * @param number the command's request number
 * @param zxid the one it had when it was applied
 * @param error its operation's error
 * @param body its reply record
 * @param hash what it adds to the digest
 */
public record KeptResult(long number, long zxid, ErrorCode error, ByteRange body, long hash) {
    static KeptResult of(long session, long number, long zxid, ErrorCode error, ByteRange body) {
        long hash = Hash64.step(session, number);
        hash = Hash64.step(hash, zxid);
        hash = Hash64.step(hash, error.code());
        hash = Hash64.bytes(hash, body.array(), body.offset(), body.length());
        return new KeptResult(number, zxid, error, body, Hash64.finish(hash));
    }
}
