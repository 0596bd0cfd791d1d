package io.cellkeeper.bench.load;

import java.nio.ByteBuffer;

/**
 * One connection's requests and the checks of their answers. A connection has as many lanes as it keeps operations in
 * flight; a lane sends its next request when its last was answered. Bodies come without the reply's header, as a buffer
 * that ends where the frame ends, and must be read to their end. A wrong one is a {@link LoadException}.
 */
interface Workload {
    /** Writes the request that must succeed before the load begins. */
    void writePreparation(ByteBuffer out, int xid);

    void checkPreparation(ByteBuffer body);

    /** Writes a lane's first request. */
    void writeFirst(int lane, ByteBuffer out, int xid);

    /** Checks the answer to a lane's last request and, if there is {@code more} to do, writes its next one. */
    void answer(int lane, ByteBuffer body, boolean more, ByteBuffer out, int xid);
}
