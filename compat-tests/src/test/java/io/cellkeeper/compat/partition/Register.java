package io.cellkeeper.compat.partition;

import java.io.IOException;

/** A connection to a replica that keeps a register. One thread at a time. */
interface Register extends AutoCloseable {
    /** What a read shows: the value, and the number of writes before it. */
    record Content(long value, int version) {}

    /** Reads. Fails if the replica doesn't answer: then the connection is of no more use. */
    Content read() throws IOException;

    /** Writes, and returns the version that this made. If it fails, the write may happen yet, or have happened. */
    int write(long value) throws IOException;

    @Override
    void close();

    /** Connects to replicas. */
    interface Connector {
        /** A new connection to this replica, and never to another. */
        Register connect(String client, int replica) throws IOException;
    }
}
