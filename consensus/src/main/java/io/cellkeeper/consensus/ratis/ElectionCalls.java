package io.cellkeeper.consensus.ratis;

import io.cellkeeper.consensus.ElectionPort.LogEndListener;
import io.cellkeeper.consensus.KnownLeader;
import io.cellkeeper.consensus.LogPosition;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.proto.RaftProtos.RaftClientRequestProto;
import org.apache.ratis.proto.RaftProtos.RaftGroupIdProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.ReadIndexRequestProto;
import org.apache.ratis.proto.RaftProtos.ReadRequestTypeProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.apache.ratis.thirdparty.io.grpc.StatusRuntimeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What prompt elections ask of Ratis: any thread asks, the control thread calls Ratis where that may wait. */
final class ElectionCalls {
    private static final Logger LOG = LoggerFactory.getLogger(ElectionCalls.class);

    private final RaftServer server;
    private final RaftServer.Division division;
    private final Control control;
    private final LoopQueue queue;
    private final ClientId client = ClientId.randomId();

    ElectionCalls(RaftServer server, RaftServer.Division division, Control control, LoopQueue queue) {
        this.server = server;
        this.division = division;
        this.control = control;
        this.queue = queue;
    }

    /** The leader of the current term. Reads the term twice: the two are kept apart by Ratis. */
    Optional<KnownLeader> leader() {
        DivisionInfo info = division.getInfo();
        long term = info.getCurrentTerm();
        RaftPeerId leader = info.getLeaderId();
        return leader != null && info.getCurrentTerm() == term
                ? Optional.of(new KnownLeader(leader.toString(), term))
                : Optional.empty();
    }

    void readLogEnd(LogEndListener listener) {
        control.run(() -> readLogEndNow(listener));
    }

    private void readLogEndNow(LogEndListener listener) {
        if (!division.getRaftLog().isOpened()) {
            return;
        }
        // Takes the log's lock, so it may wait for an append.
        TermIndex last = division.getRaftLog().getLastEntryTermIndex();
        if (last != null) {
            LogPosition newest = new LogPosition(last.getTerm(), last.getIndex());
            long readAt = System.nanoTime();
            long silentMs = leaderSilentMs();
            queue.add(() ->
                    listener.logEnd(newest, silentMs + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - readAt)));
        }
    }

    private long leaderSilentMs() {
        return division.getInfo()
                .getRoleInfoProto()
                .getFollowerInfo()
                .getLeaderInfo()
                .getLastRpcElapsedTimeMs();
    }

    /**
     * Sends this server, in the lost leader's name, what a leader sends its successor. Ratis refuses it unless this
     * replica follows, knows no other leader, and its newest entry is of the current term.
     */
    void standInsteadOf(KnownLeader lost) {
        control.run(() -> stand(lost));
    }

    private void stand(KnownLeader lost) {
        TermIndex last =
                division.getRaftLog().isOpened() ? division.getRaftLog().getLastEntryTermIndex() : null;
        if (last == null || !leader().equals(Optional.of(lost))) {
            LOG.info("{} doesn't stand in place of {}: it knows {} by now", server.getId(), lost, leader());
            return;
        }
        StartLeaderElectionRequestProto request = StartLeaderElectionRequestProto.newBuilder()
                .setServerRequest(request(RaftPeerId.valueOf(lost.raftId()).toByteString(), server.getId()))
                .setLeaderLastEntry(last.toProto())
                .build();
        try {
            boolean standing =
                    server.startLeaderElection(request).getServerReply().getSuccess();
            LOG.info(
                    "{} {} in place of {} with newest entry {}",
                    server.getId(),
                    standing ? "stands" : "can't stand",
                    lost,
                    last);
        } catch (IOException e) {
            LOG.warn("{} can't stand in place of {}", server.getId(), lost, e);
        }
    }

    /**
     * Between followers nothing is said until a vote is asked for, and connecting then takes as long as the vote itself.
     * So followers ask each other for a read index, which is answered "not leader" and changes nothing. A leader has its
     * channels, and a follower's to its leader are not needed to replace it.
     */
    void keepVoteChannelsOpen(Set<String> others) {
        control.run(() -> callFollowers(others));
    }

    private void callFollowers(Set<String> others) {
        DivisionInfo info = division.getInfo();
        if (!info.isFollower()) {
            return;
        }
        String leader = String.valueOf(info.getLeaderId());
        for (String other : others) {
            if (!other.equals(leader)) {
                call(RaftPeerId.valueOf(other), true);
            }
        }
    }

    private void call(RaftPeerId other, boolean mayReopen) {
        ReadIndexRequestProto question = ReadIndexRequestProto.newBuilder()
                .setServerRequest(request(server.getId().toByteString(), other))
                .setClientRequest(RaftClientRequestProto.newBuilder()
                        .setRpcRequest(request(client.toByteString(), other))
                        .setRead(ReadRequestTypeProto.getDefaultInstance()))
                .build();
        try {
            var unused = server.getServerRpc().async().readIndexAsync(question).whenComplete((answer, failure) -> {
                if (mayReopen && isUnconnected(failure)) {
                    control.run(() -> reopen(other));
                }
            });
        } catch (IOException | RuntimeException e) {
            LOG.debug("no channel from {} to {}", server.getId(), other, e);
        }
    }

    private static boolean isUnconnected(@Nullable Throwable failure) {
        return failure instanceof StatusRuntimeException refused
                && refused.getStatus().getCode() == Status.Code.UNAVAILABLE;
    }

    /**
     * A channel that failed while the other process was away tries again ever more seldom, up to minutes apart: a new one
     * tries at once. Closing the old one waits for calls on it, and an unconnected one has none.
     */
    private void reopen(RaftPeerId other) {
        if (division.getInfo().isFollower()) {
            LOG.debug("opening the channel from {} to {} anew", server.getId(), other);
            server.getServerRpc().handleException(other, new IOException("unconnected"), true);
            call(other, false);
        }
    }

    /**
     * What a silent network lost is sent again ever more seldom by TCP: after half a minute of silence it took as long again
     * until appends and votes came through. A new channel connects at once. Closing the old one waits some seconds for the
     * calls that are stuck on it, so not on the control thread.
     */
    void reopenStuck(RaftPeerId other) {
        Thread closer = new Thread(
                () -> {
                    LOG.info("{} is back: opening the channel from {} to it anew", other, server.getId());
                    server.getServerRpc().handleException(other, new IOException("was out of reach"), true);
                },
                "reopen-" + other);
        closer.setDaemon(true);
        closer.start();
    }

    private RaftRpcRequestProto.Builder request(ByteString requestor, RaftPeerId target) {
        return RaftRpcRequestProto.newBuilder()
                .setRequestorId(requestor)
                .setReplyId(target.toByteString())
                .setRaftGroupId(RaftGroupIdProto.newBuilder()
                        .setId(division.getGroup().getGroupId().toByteString()));
    }
}
