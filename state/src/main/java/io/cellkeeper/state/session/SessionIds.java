package io.cellkeeper.state.session;

/**
 * How a session's id is made (design: sessions): 12 bits of the cell's number, 11 of the epoch, 40 of a count. So an id
 * is never negative and, as counts begin at 1, never 0; and no cell gives an id twice.
 */
final class SessionIds {
    static final int EPOCH_BITS = 11;
    static final int COUNT_BITS = 40;
    static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

    private SessionIds() {}

    static long of(int cellNumber, int epoch, long count) {
        long epochPart = epoch & ((1 << EPOCH_BITS) - 1);
        return ((long) cellNumber << (EPOCH_BITS + COUNT_BITS)) | (epochPart << COUNT_BITS) | (count & COUNT_MASK);
    }
}
