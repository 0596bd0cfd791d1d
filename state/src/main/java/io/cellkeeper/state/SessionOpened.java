package io.cellkeeper.state;

import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;

/**
 * What a session create or attach returns.
 *
 * @param session the session's id
 * @param generation its generation now
 * @param lastNumber the last request number applied: the proxy goes on from the next
 * @param timeoutMs the negotiated timeout, in milliseconds
 */
public record SessionOpened(long session, int generation, long lastNumber, int timeoutMs) {
    public void write(WireWriter out) {
        out.writeLong(session).writeInt(generation).writeLong(lastNumber).writeInt(timeoutMs);
    }

    public static SessionOpened read(WireReader in) {
        return new SessionOpened(in.readLong(), in.readInt(), in.readLong(), in.readInt());
    }
}
