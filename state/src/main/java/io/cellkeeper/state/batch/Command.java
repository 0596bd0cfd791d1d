package io.cellkeeper.state.batch;

import io.cellkeeper.protocol.ByteRange;

/**
 * One command of a batch.
 *
 * @param kind what it is
 * @param session the session it belongs to, 0 for none
 * @param generation the session's generation its sender knew
 * @param number the session's request number, from 1, for numbered kinds; else 0
 * @param acked results up to this number have reached the proxy and can be forgotten
 * @param op the client's operation code, for {@link CommandKind#CLIENT}
 * @param body what it says; of a batch that was read, a range of its bytes
 */
public record Command(CommandKind kind, long session, int generation, long number, long acked, int op, ByteRange body) {

    /** A command of the leader's own, which has no number and acknowledges nothing. */
    public static Command unnumbered(CommandKind kind, long session, int generation, ByteRange body) {
        return new Command(kind, session, generation, 0, 0, 0, body);
    }
}
