package io.cellkeeper.consensus.ratis;

import io.cellkeeper.consensus.OrderingListener;
import io.cellkeeper.consensus.Proposal;
import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.exceptions.StateMachineException;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.jspecify.annotations.Nullable;

/**
 * What Ratis takes for its state machine: passes committed entries and role changes to the loop, in one order, and never
 * throws out of apply, which would close the division (I4). An entry counts as applied when the loop has handled it.
 */
final class LogStateMachine extends BaseStateMachine {
    private final LoopQueue queue;
    private final Reigns reigns;
    private final LeaderHint leaderHint;
    private final OrderingListener listener;
    private final BiConsumer<String, @Nullable Throwable> fault;

    /** Set before the server starts, so before any callback that reads it. */
    private volatile @Nullable DivisionInfo info;

    /** The newest configuration entry applied, which a new leader's no-op is. The updater alone uses both. */
    private long configurationTerm;

    private long configurationIndex;

    LogStateMachine(
            LoopQueue queue,
            Reigns reigns,
            LeaderHint leaderHint,
            OrderingListener listener,
            BiConsumer<String, @Nullable Throwable> fault) {
        this.queue = queue;
        this.reigns = reigns;
        this.leaderHint = leaderHint;
        this.listener = listener;
        this.fault = fault;
    }

    void attach(DivisionInfo divisionInfo) {
        info = divisionInfo;
    }

    /** On the proposer, without the lock. */
    @Override
    public TransactionContext startTransaction(RaftClientRequest request) {
        TransactionContext transaction = TransactionContext.newBuilder()
                .setStateMachine(this)
                .setClientRequest(request)
                .build();
        if (request.getMessage() instanceof Submission submission) {
            return transaction.setStateMachineContext(submission);
        }
        return transaction.setException(
                new StateMachineException("entries come from the leader's proposer alone", false));
    }

    /** On the proposer, with the lock and the log's lock held. */
    @Override
    public TransactionContext preAppendTransaction(TransactionContext transaction) throws IOException {
        if (!(transaction.getStateMachineContext() instanceof Submission submission)) {
            throw new StateMachineException("entries come from the leader's proposer alone", false);
        }
        submission.passFence(currentTerm());
        return transaction;
    }

    /** On the updater, without the lock: may wait for room. */
    @Override
    public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
        Applied applied = new Applied(transaction);
        queue.add(applied);
        return applied.done;
    }

    /** On the updater; with term 0, from gRPC threads, it isn't about the log. */
    @Override
    public void notifyConfigurationChanged(long term, long index, RaftConfigurationProto configuration) {
        if (term > 0) {
            configurationTerm = term;
            configurationIndex = index;
        }
    }

    /** On the updater, right after the no-op's {@link #notifyConfigurationChanged}; its term may be lost by now. */
    @Override
    public void notifyLeaderReady() {
        reigns.ready(configurationTerm, configurationIndex);
    }

    /** On the updater. */
    @Override
    public void notifyTermIndexUpdated(long term, long index) {
        queue.add(() -> {
            updateLastAppliedTermIndex(term, index);
            listener.advanced(term, index);
        });
    }

    /** With the lock held. */
    @Override
    public void notifyLeaderChanged(RaftGroupMemberId self, RaftPeerId leader) {
        long term = currentTerm();
        if (leader.equals(self.getPeerId())) {
            reigns.won(term);
        }
        leaderHint.isNow(leader, term);
    }

    /** With the lock held. */
    @Override
    public void notifyNotLeader(Collection<TransactionContext> pending) {
        reigns.lost();
    }

    /** On the log's thread. */
    @Override
    public void notifyLogFailed(Throwable cause, @Nullable LogEntryProto entry) {
        fault.accept("the log can't be written: " + cause, cause);
    }

    /** On the updater: the one callback that comes whenever a division closes itself. */
    @Override
    public void close() {
        fault.accept("Ratis has closed this replica's part in the group", null);
    }

    private long currentTerm() {
        DivisionInfo attached = info;
        if (attached == null) {
            throw new IllegalStateException("called back before the division was attached");
        }
        return attached.getCurrentTerm();
    }

    /** A committed entry on its way to the loop. */
    private final class Applied implements LoopQueue.Delivery {
        private final CompletableFuture<Message> done = new CompletableFuture<>();
        private final long term;
        private final long index;
        private final @Nullable Proposal proposal;
        private final byte[] batch;

        Applied(TransactionContext transaction) {
            LogEntryProto entry = transaction.getLogEntry();
            term = entry.getTerm();
            index = entry.getIndex();
            if (transaction.getStateMachineContext() instanceof Submission submission) {
                proposal = submission.proposal();
                batch = proposal.bytes();
            } else {
                proposal = null;
                batch = entry.getStateMachineLogEntry().getLogData().toByteArray();
            }
        }

        @Override
        public void run() {
            listener.applied(term, index, batch, reigns.ownUnlessOver(proposal));
            updateLastAppliedTermIndex(term, index);
            done.complete(Message.EMPTY);
        }

        @Override
        public void abandoned() {
            // so that Ratis can close, which waits for it
            done.complete(Message.EMPTY);
        }

        @Override
        public int batchBytes() {
            return batch.length;
        }
    }
}
