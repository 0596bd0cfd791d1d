package io.cellkeeper.consensus;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the cell loop hears from the log. All methods are called on the loop, by the executor that the port was given,
 * in one order: entries in log order, {@link #leading} after every entry before the reign's first.
 */
public interface OrderingListener {
    /**
     * A committed entry.
     *
     * @param term the entry's term
     * @param index the entry's log index
     * @param batch the entry's bytes, not to be changed
     * @param own the proposal it came from, if this replica proposed it and has led without a break since; else null
     */
    void applied(long term, long index, byte[] batch, @Nullable Proposal own);

    /**
     * The log's entries up to this index are handled, where the newest is none of ours (a leader's no-op, a change of
     * the voters). Whoever waits for an index counts it as applied.
     */
    default void advanced(long term, long index) {}

    /** This replica leads in this term, everything before is applied. */
    void leading(long term, long index);

    /** This replica no longer leads in this term. May come for a term that never got as far as {@link #leading}. */
    void notLeading(long term);

    /** The log knows this leader now, or none. */
    void leaderChanged(Optional<String> leaderId, long term);

    /** The proposal is known never to have been appended (decision 21): it may be proposed again in the same term. */
    void notAppended(Proposal proposal, String reason);

    /** The log is broken or has closed itself: the process has to end, saying why. */
    void failed(String reason, @Nullable Throwable cause);
}
