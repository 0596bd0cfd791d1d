package io.cellkeeper.proxy;

/**
 * The request numbers of a session on this connection (I7): commands are numbered on from what the attach returned, and
 * results are acknowledged as far as they came without gap. Invariant: {@code acked <= last}.
 */
final class SessionNumbers {
    private long last;
    private long acked;

    /** @param lastNumber the session's last applied number, from the answer that opened it */
    SessionNumbers(long lastNumber) {
        last = lastNumber;
        acked = lastNumber;
    }

    /** Takes the next number, for a command about to be sent. */
    long next() {
        return ++last;
    }

    /** The number of the newest command sent; that of the attach if there was none. */
    long last() {
        return last;
    }

    /** Results up to this number have been received without gap. */
    long acked() {
        return acked;
    }

    /** † Counts a result as received, only if it is the next one; returns whether it was. */
    boolean ackWithoutGap(long number) {
        if (number != acked + 1) {
            return false;
        }
        acked = number;
        return true;
    }
}
