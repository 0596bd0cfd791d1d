package io.cellkeeper.consensus.ratis;

import java.util.concurrent.TimeUnit;
import org.apache.ratis.grpc.server.GrpcLogAppender;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.server.raftlog.RaftLogIOException;
import org.jspecify.annotations.Nullable;

/**
 * Sends a follower its entries, as Ratis' own appender does, and differs in three points:
 *
 * <ul>
 *   <li>Followers learn what is committed only from the next append or heartbeat, so an idle follower would apply up to
 *       150 ms late. This sends them the commit index by itself once nothing was sent for {@link #PUSH_AFTER_MS}: under
 *       load the next batch always carries it, and no message is spent.
 *   <li>While the pipeline is full Ratis sends heartbeats in a loop. A reply is on its way then, which tells as much:
 *       here only a heartbeat that is due is sent.
 *   <li>Ratis wakes this appender's thread for each reply and each commit, mostly to find nothing to send. Here it is
 *       woken only if there is something, which saves a quarter of all wake-ups that a commit costs.
 * </ul>
 *
 * Its own thread calls everything but the constructor; Ratis calls {@link #getHeartbeatWaitTimeMs} and {@link
 * #notifyLogAppender} from others too, whose races cost at most one superfluous or one late push, never a wrong one: an
 * append always carries what is committed when it is built.
 */
final class CommitPushingAppender extends GrpcLogAppender {
    /**
     * Longer than a commit takes when one follows another, so that the next append carries the index; nobody waits for a
     * follower's apply but the one who takes over after a fail-over.
     */
    private static final int PUSH_AFTER_MS = 20;

    private volatile long sentCommit = -1;
    private volatile long sentAtNanos = System.nanoTime();

    CommitPushingAppender(RaftServer.Division server, LeaderState state, FollowerInfo follower) {
        super(server, state, follower);
    }

    @Override
    public void notifyLogAppender() {
        if (hasAppendEntries() || super.shouldSendAppendEntries()) {
            super.notifyLogAppender();
        }
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
            sentAtNanos = System.nanoTime();
        }
        return request;
    }

    /**
     * Milliseconds until the commit index has to be sent by itself, or until to look again whether it has; the greatest
     * long if all there is was sent as committed.
     */
    private long pushWaitMs() {
        RaftLog log = getRaftLog();
        if (log.getLastCommittedIndex() > sentCommit && !hasPendingDataRequests()) {
            return Math.max(0, PUSH_AFTER_MS - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sentAtNanos));
        }
        return log.getNextIndex() - 1 > sentCommit ? PUSH_AFTER_MS : Long.MAX_VALUE;
    }
}
