package io.cellkeeper.state.tree;

import io.cellkeeper.state.digest.Hash64;

/**
 * A container or a node with a time to live: one that the cell may remove when it has no children (rules 12.3, 12.4).
 */
public final class ManagedNode extends InnerNode {
    /** The time to live of a container: none. */
    public static final long CONTAINER = 0;

    private final long ttlMs;
    long changedCellTimeMs;

    /**
     * A new one.
     *
     * @param ttlMs in milliseconds from 1, or {@link #CONTAINER}
     */
    public ManagedNode(long ttlMs) {
        this.ttlMs = ttlMs;
    }

    /** Its time to live in milliseconds, or {@link #CONTAINER}. */
    public long ttlMs() {
        return ttlMs;
    }

    /** The cell's time when it was created or its data last set: time to live is counted from here (decision 25). */
    public long changedCellTimeMs() {
        return changedCellTimeMs;
    }

    @Override
    long removalHash() {
        return Hash64.step(Hash64.step(1, ttlMs), changedCellTimeMs);
    }
}
