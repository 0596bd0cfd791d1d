package io.cellkeeper.consensus.ratis;

import java.util.concurrent.TimeUnit;
import org.apache.ratis.grpc.server.GrpcLogAppender;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.raftlog.RaftLogIOException;
import org.jspecify.annotations.Nullable;

/**
 * Sends a follower its entries, as Ratis' own appender does, and differs in two points:
 *
 * <ul>
 *   <li>Followers learn what is committed only from the next append or heartbeat, so an idle follower would apply up to
 *       150 ms late. This sends them the commit index by itself once nothing has carried it for {@link #PUSH_AFTER_MS}:
 *       under load the next batch always does, and no message is spent.
 *   <li>While the pipeline is full Ratis sends heartbeats in a loop. A reply is on its way then, which tells as much:
 *       here only a heartbeat that is due is sent.
 * </ul>
 *
 * Its own thread calls everything but the constructor; Ratis calls {@link #getHeartbeatWaitTimeMs} from others too,
 * whose races cost at most one superfluous or one late push, never a wrong one: an append always carries what is
 * committed when it is built.
 */
final class CommitPushingAppender extends GrpcLogAppender {
    /** Longer than a loaded leader needs to form its next batch, shorter than anyone waits for a follower. */
    private static final int PUSH_AFTER_MS = 2;

    private volatile long sentCommit = -1;
    private volatile long seenCommit = -1;
    private volatile long seenAtNanos;

    CommitPushingAppender(RaftServer.Division server, LeaderState state, FollowerInfo follower) {
        super(server, state, follower);
    }

    @Override
    public boolean shouldSendAppendEntries() {
        return pushWaitMs() == 0 || super.shouldSendAppendEntries();
    }

    @Override
    public long getHeartbeatWaitTimeMs() {
        return Math.min(pushWaitMs(), super.getHeartbeatWaitTimeMs());
    }

    @Override
    public @Nullable AppendEntriesRequestProto newAppendEntriesRequest(long callId, boolean heartbeat)
            throws RaftLogIOException {
        if (heartbeat && hasPendingDataRequests() && super.getHeartbeatWaitTimeMs() > 0) {
            return null;
        }
        long commit = getRaftLog().getLastCommittedIndex();
        AppendEntriesRequestProto request = super.newAppendEntriesRequest(callId, heartbeat);
        if (request != null) {
            sentCommit = Math.max(sentCommit, commit);
        }
        return request;
    }

    /** Milliseconds until the commit index has to be sent by itself; the greatest long if something else will carry it. */
    private long pushWaitMs() {
        long commit = getRaftLog().getLastCommittedIndex();
        if (commit <= sentCommit || hasAppendEntries() || hasPendingDataRequests()) {
            return Long.MAX_VALUE;
        }
        long now = System.nanoTime();
        if (commit != seenCommit) {
            seenCommit = commit;
            seenAtNanos = now;
            return PUSH_AFTER_MS;
        }
        return Math.max(0, PUSH_AFTER_MS - TimeUnit.NANOSECONDS.toMillis(now - seenAtNanos));
    }
}
