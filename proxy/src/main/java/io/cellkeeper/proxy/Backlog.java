package io.cellkeeper.proxy;

/**
 * Bytes of all requests that a proxy's clients wait for, so that many clients together can't use up its memory (rule 14.2).
 * Above the limit those who wait for something are read no further; who waits for nothing is, so that it can still
 * show that it lives.
 */
final class Backlog {
    private final long limit;
    private long bytes;

    /** @param limit in bytes; 0 for none */
    Backlog(long limit) {
        this.limit = limit;
    }

    void add(long more) {
        bytes += more;
    }

    void remove(long less) {
        bytes -= less;
    }

    long bytes() {
        return bytes;
    }

    boolean isFull() {
        return limit > 0 && bytes >= limit;
    }
}
