package io.cellkeeper.server.replica;

/** Sizes of the batches proposed, in bytes. On the loop. */
final class ProposalSizes {
    private long last = -1;
    private long min = -1;
    private long max = -1;

    void add(int bytes) {
        last = bytes;
        min = min < 0 ? bytes : Math.min(min, bytes);
        max = Math.max(max, bytes);
    }

    /** −1 before the first, as for the others. */
    long last() {
        return last;
    }

    long min() {
        return min;
    }

    long max() {
        return max;
    }
}
