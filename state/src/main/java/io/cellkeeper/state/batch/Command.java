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
 * @param body a range of the batch
 */
public record Command(
        CommandKind kind, long session, int generation, long number, long acked, int op, ByteRange body) {}
