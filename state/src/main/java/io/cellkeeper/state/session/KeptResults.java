package io.cellkeeper.state.session;

import org.jspecify.annotations.Nullable;

/** A session's kept results: of consecutive request numbers, forgotten from the oldest on. A ring. */
final class KeptResults {
    private static final int SMALLEST = 4;
    private static final @Nullable KeptResult[] NONE = new @Nullable KeptResult[0];

    private @Nullable KeptResult[] ring = NONE;
    /** The number of the oldest kept, if there is one. */
    private long first;

    private int size;

    int size() {
        return size;
    }

    /** The result of a number, or null if it is not kept. */
    @Nullable
    KeptResult get(long number) {
        return number < first || number >= first + size ? null : ring[slot(number)];
    }

    /** Keeps a result; its number follows the last one's. */
    void add(KeptResult result) {
        if (size == 0) {
            first = result.number();
        }
        if (size == ring.length) {
            grow();
        }
        ring[slot(result.number())] = result;
        size++;
    }

    /** The oldest one kept, or null. */
    @Nullable
    KeptResult oldest() {
        return size == 0 ? null : ring[slot(first)];
    }

    /** Forgets the oldest one. */
    void removeOldest() {
        ring[slot(first)] = null;
        first++;
        size--;
        if (size == 0 && ring.length > SMALLEST) {
            ring = NONE;
        }
    }

    private int slot(long number) {
        return (int) number & (ring.length - 1);
    }

    private void grow() {
        @Nullable KeptResult[] old = ring;
        ring = new @Nullable KeptResult[Math.max(SMALLEST, old.length * 2)];
        for (KeptResult result : old) {
            if (result != null) {
                ring[slot(result.number())] = result;
            }
        }
    }
}
