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
    /** Where it is in {@link ManagedNodes}. */
    int slot;

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

    /**
     * Whether the cell should remove it now: it has no children, and has had one (a container), has outlived its time
     * (a node with a time to live), or was never used for too long (a container, rules 12.3, 12.4).
     *
     * @param maxNeverUsedMs how long a container that never had a child is kept; 0 for ever
     */
    public boolean isDue(long cellTimeMs, long maxNeverUsedMs) {
        if (numChildren() > 0) {
            return false;
        }
        long unchangedMs = cellTimeMs - changedCellTimeMs;
        if (ttlMs != CONTAINER) {
            return unchangedMs > ttlMs;
        }
        return creations() > 0 || (maxNeverUsedMs > 0 && unchangedMs > maxNeverUsedMs);
    }

    @Override
    long removalHash() {
        return Hash64.step(Hash64.step(1, ttlMs), changedCellTimeMs);
    }
}
