package io.cellkeeper.consensus.ratis;

import io.cellkeeper.consensus.OrderingListener;
import java.util.Optional;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.DivisionInfo;

/**
 * Tells the loop which leader the log knows. Ratis calls back for a new leader only, so that none is known is found by
 * looking. The monitor keeps the two in order: a leader that appears while we look is told after the none.
 */
final class LeaderHint {
    private final LoopQueue queue;
    private final OrderingListener listener;
    private boolean known;

    LeaderHint(LoopQueue queue, OrderingListener listener) {
        this.queue = queue;
        this.listener = listener;
    }

    /** With the lock held. */
    synchronized void isNow(RaftPeerId leader, long term) {
        known = true;
        queue.add(() -> listener.leaderChanged(Optional.of(leader.toString()), term));
    }

    /** Now and then, on the control thread. */
    synchronized void look(DivisionInfo info) {
        if (known && info.getLeaderId() == null) {
            known = false;
            long term = info.getCurrentTerm();
            queue.add(() -> listener.leaderChanged(Optional.empty(), term));
        }
    }
}
