package io.cellkeeper.consensus.ratis;

import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.util.CodeInjectionForTesting;
import org.jspecify.annotations.Nullable;

/** Loses calls between replicas in this process, as they arrive. Closing it heals everything. */
final class Cut implements AutoCloseable {
    private static final String APPENDS = "RaftServerImpl.appendEntries";
    private static final String VOTES = "RaftServerImpl.requestVote";

    private volatile boolean losingBatches;
    private volatile boolean lostABatch;
    private volatile @Nullable String isolated;

    Cut() {
        CodeInjectionForTesting.put(APPENDS, (local, remote, arguments) -> {
            if (isCut(local, remote) || (losingBatches && hasBatch((AppendEntriesRequestProto) arguments[1]))) {
                throw new IllegalStateException("cut");
            }
            return false;
        });
        CodeInjectionForTesting.put(VOTES, (local, remote, arguments) -> {
            if (isCut(local, remote)) {
                throw new IllegalStateException("cut");
            }
            return false;
        });
    }

    /** From here on appends with batches are lost, heartbeats aren't: the leader goes on leading. */
    void loseBatches() {
        losingBatches = true;
    }

    /** Whether a batch was lost, so was in the leader's log. */
    boolean hasLostABatch() {
        return lostABatch;
    }

    /** From here on nothing passes between this replica and the others. */
    void isolate(String raftId) {
        isolated = raftId;
        losingBatches = false;
    }

    private boolean isCut(Object local, @Nullable Object remote) {
        String alone = isolated;
        return alone != null
                && remote != null
                && local.toString().equals(alone) != remote.toString().equals(alone);
    }

    private boolean hasBatch(AppendEntriesRequestProto request) {
        if (request.getEntriesList().stream().anyMatch(LogEntryProto::hasStateMachineLogEntry)) {
            lostABatch = true;
            return true;
        }
        return false;
    }

    void heal() {
        CodeInjectionForTesting.remove(APPENDS);
        CodeInjectionForTesting.remove(VOTES);
    }

    @Override
    public void close() {
        heal();
    }
}
