package io.cellkeeper.compat.clients;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** What the client programs hold to be so. Stands on nothing but Java. */
final class Expect {
    /** How long anything may take, in seconds. */
    static final long LIMIT_S = 30;

    private Expect() {}

    static void that(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException("not so: " + what);
        }
    }

    /** Takes the next of what has come or still comes: it is this. */
    static <T> void next(BlockingQueue<T> queue, T wanted) throws InterruptedException {
        T found = queue.poll(LIMIT_S, TimeUnit.SECONDS);
        that(wanted.equals(found), wanted + " comes; found " + found);
    }
}
