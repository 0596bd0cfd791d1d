package io.cellkeeper.state.batch;

import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;

/**
 * The body of a command that removes a container or a node with a time to live.
 *
 * @param path the node's
 * @param maxNeverUsedMs how long a container that never had a child is kept, in milliseconds; 0 for ever
 */
public record RemovalBody(String path, long maxNeverUsedMs) {
    /** Writes this body. */
    public void write(WireWriter out) {
        out.writeString(path).writeLong(maxNeverUsedMs);
    }

    /**
     * Reads a body.
     *
     * @throws MalformedRecordException if the bytes are no such body
     */
    public static RemovalBody read(WireReader in) {
        return new RemovalBody(in.readString(), in.readLong());
    }
}
