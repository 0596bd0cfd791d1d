package io.cellkeeper.consensus.ratis;

import io.cellkeeper.consensus.OrderingListener;
import io.cellkeeper.consensus.Proposal;
import org.jspecify.annotations.Nullable;

/**
 * The terms in which this replica leads. A loss is visible to every thread at once, past the queue (decision 22), and is
 * told to the loop at its place in the order.
 *
 * <p>Ratis tells gains and losses from different threads, and a term's gain even after its loss: so a term once lost is
 * never led, in either view. {@code gained} and {@code lost} only grow, written under this monitor; {@code ended}, the
 * newest term whose loss the loop was told, and {@code ready} are written by the loop alone.
 */
final class Reigns {
    private final LoopQueue queue;
    private final OrderingListener listener;
    private long gained;
    private volatile long lost;
    private volatile long ready;
    private long ended;

    Reigns(LoopQueue queue, OrderingListener listener) {
        this.queue = queue;
        this.listener = listener;
    }

    /** Whether the loop was told that it leads in this term and nobody has heard of its loss. Any thread. */
    boolean leadsIn(long term) {
        return ready == term && lost < term;
    }

    /** This replica won this term, ready or not. With the lock held. */
    synchronized void won(long term) {
        gained = Math.max(gained, term);
    }

    /** All before this term's no-op is in the queue, and the no-op is applied. On the updater. */
    void ready(long term, long index) {
        won(term);
        queue.add(() -> {
            if (lost < term) {
                ready = term;
                listener.leading(term, index);
            }
        });
    }

    /** This replica no longer leads in the term it won last. With the lock held. */
    synchronized void lost() {
        if (lost < gained) {
            lost = gained;
            tellLost(gained);
        }
    }

    /** This replica leads never again: the log has failed or is closed. */
    synchronized void endAll() {
        boolean leading = lost < gained;
        lost = Long.MAX_VALUE;
        if (leading) {
            tellLost(gained);
        }
    }

    /** Whose batch this entry is, if that is this replica's and it has led without a break since. On the loop. */
    @Nullable
    Proposal ownUnlessOver(@Nullable Proposal proposal) {
        return proposal == null || proposal.term() <= ended ? null : proposal;
    }

    private void tellLost(long term) {
        queue.add(() -> {
            ended = Math.max(ended, term);
            listener.notLeading(term);
        });
    }
}
