package io.cellkeeper.compat.partition;

import java.util.concurrent.TimeUnit;

/**
 * A time for which a client believed that it holds the lock: from the answer to its create until it asked for the node's
 * removal, saw its connection end, or had heard nothing for two thirds of its timeout.
 *
 * @param czxid the node's, the fencing token
 */
record Holding(String client, int replica, long czxid, long fromNanos, long untilNanos) {
    @Override
    public String toString() {
        return client + " at replica " + replica + " held the lock of 0x" + Long.toHexString(czxid) + " from "
                + TimeUnit.NANOSECONDS.toMillis(fromNanos) + " to " + TimeUnit.NANOSECONDS.toMillis(untilNanos) + " ms";
    }
}
