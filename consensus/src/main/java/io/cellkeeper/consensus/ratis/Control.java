package io.cellkeeper.consensus.ratis;

import java.io.IOException;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.ratis.proto.RaftProtos.ServerRpcProto;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.rpc.CallId;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The control thread: gives leadership away, and looks now and then after what Ratis doesn't tell (decision 23). */
final class Control {
    private static final Logger LOG = LoggerFactory.getLogger(Control.class);
    private static final int LOOK_EVERY_MS = 100;
    private static final int STEP_DOWN_TIMEOUT_MS = 3_000;

    private final RaftServer server;
    private final RaftServer.Division division;
    private final ClientId client = ClientId.randomId();
    private final ScheduledThreadPoolExecutor thread;

    Control(RaftServer server, RaftServer.Division division) {
        this.server = server;
        this.division = division;
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, "control-" + server.getId());
            made.setDaemon(true);
            return made;
        });
    }

    void lookRegularly(Runnable look) {
        var unused = thread.scheduleWithFixedDelay(look, LOOK_EVERY_MS, LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
    }

    /** Returns at once. */
    void resign(String reason) {
        LOG.warn("{} resigns: {}", server.getId(), reason);
        try {
            var unused = transferTo(null, STEP_DOWN_TIMEOUT_MS)
                    .whenComplete((reply, failure) -> logOutcome("resigning", reply, failure));
        } catch (RejectedExecutionException e) {
            LOG.info("{} is closing, which ends its leadership too", server.getId());
        }
    }

    /** Waits until another leader is known, or for so long. */
    void transfer(long timeoutMs) throws InterruptedException {
        Optional<RaftPeerId> target = liveliestFollower();
        if (target.isEmpty()) {
            return;
        }
        try {
            RaftClientReply reply = transferTo(target.get(), timeoutMs).get(timeoutMs, TimeUnit.MILLISECONDS);
            logOutcome("transfer to " + target.get(), reply, null);
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            logOutcome("transfer to " + target.get(), null, e);
        }
    }

    void stop() {
        thread.shutdownNow();
    }

    /** To nobody in particular if null. Ratis refuses targets of less than the highest priority: all of ours have 0. */
    private CompletableFuture<RaftClientReply> transferTo(@Nullable RaftPeerId target, long timeoutMs) {
        TransferLeadershipRequest request = new TransferLeadershipRequest(
                client, server.getId(), division.getGroup().getGroupId(), CallId.getAndIncrement(), target, timeoutMs);
        CompletableFuture<RaftClientReply> outcome = new CompletableFuture<>();
        thread.execute(() -> {
            try {
                var unused = server.transferLeadershipAsync(request).whenComplete((reply, failure) -> {
                    if (failure == null) {
                        outcome.complete(reply);
                    } else {
                        outcome.completeExceptionally(failure);
                    }
                });
            } catch (IOException | RuntimeException e) {
                outcome.completeExceptionally(e);
            }
        });
        return outcome;
    }

    private Optional<RaftPeerId> liveliestFollower() {
        DivisionInfo info = division.getInfo();
        if (!info.isLeader()) {
            return Optional.empty();
        }
        return info.getRoleInfoProto().getLeaderInfo().getFollowerInfoList().stream()
                .min(Comparator.comparingLong(ServerRpcProto::getLastRpcElapsedTimeMs))
                .map(follower -> RaftPeerId.valueOf(follower.getId().getId()));
    }

    private void logOutcome(String what, @Nullable RaftClientReply reply, @Nullable Throwable failure) {
        if (reply != null && reply.isSuccess()) {
            LOG.info("{}: {} done", server.getId(), what);
        } else {
            LOG.warn(
                    "{}: {} failed",
                    server.getId(),
                    what,
                    failure != null || reply == null ? failure : reply.getException());
        }
    }
}
