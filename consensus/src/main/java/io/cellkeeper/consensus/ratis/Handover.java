package io.cellkeeper.consensus.ratis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
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

/** Gives leadership away: to the follower with the best log, or to whoever wins. */
final class Handover {
    private static final Logger LOG = LoggerFactory.getLogger(Handover.class);
    private static final int STEP_DOWN_TIMEOUT_MS = 3_000;

    private final RaftServer server;
    private final RaftServer.Division division;
    private final Control control;
    private final long livelyMs;
    private final ClientId client = ClientId.randomId();

    /** The transfer that {@link #transfer} waits for. Guarded by this. */
    private @Nullable Transfer waitedFor;

    private record Transfer(RaftPeerId target, CompletableFuture<RaftClientReply> outcome) {}

    private record Follower(RaftPeerId id, long match, long silentMs) {}

    /** @param livelyMs a follower that has answered within this time, in milliseconds, is taken to be able to lead */
    Handover(RaftServer server, RaftServer.Division division, Control control, long livelyMs) {
        this.server = server;
        this.division = division;
        this.control = control;
        this.livelyMs = livelyMs;
    }

    /**
     * Returns at once. A leader that just stepped down might win the next election too: so it tries first to make a
     * lively follower its successor, for as long as an election may take, and steps down if that fails.
     */
    void resign(String reason) {
        LOG.warn("{} resigns: {}", server.getId(), reason);
        Optional<RaftPeerId> successor = best(follower -> follower.silentMs() <= livelyMs);
        if (successor.isEmpty()) {
            stepDown();
            return;
        }
        String what = "resigning in favour of " + successor.get();
        var unused = transferTo(successor.get(), 2 * livelyMs).whenComplete((reply, failure) -> {
            logOutcome(what, reply, failure);
            if (reply == null || !reply.isSuccess()) {
                stepDown();
            }
        });
    }

    private void stepDown() {
        var unused = transferTo(null, STEP_DOWN_TIMEOUT_MS)
                .whenComplete((reply, failure) -> logOutcome("resigning", reply, failure));
    }

    /**
     * Waits until another leader is known, or for so long, or until it is known to be in vain.
     *
     * @param candidates Raft ids of the followers that may be chosen
     * @return whether one of them leads now in this replica's place
     */
    boolean transfer(Set<String> candidates, long timeoutMs) throws InterruptedException {
        Optional<RaftPeerId> target =
                best(follower -> candidates.contains(follower.id().toString()));
        if (target.isEmpty()) {
            return false;
        }
        Transfer transfer = new Transfer(target.get(), transferTo(target.get(), timeoutMs));
        setWaitedFor(transfer);
        String what = "transfer to " + target.get();
        try {
            RaftClientReply reply = transfer.outcome().get(timeoutMs, TimeUnit.MILLISECONDS);
            logOutcome(what, reply, null);
            return reply.isSuccess();
        } catch (ExecutionException | TimeoutException e) {
            logOutcome(what, null, e);
            return false;
        } finally {
            setWaitedFor(null);
        }
    }

    /** This replica's process is gone: if leadership was on its way there, nobody need wait for it any more. Any thread. */
    synchronized void targetGone(String raftId) {
        if (waitedFor != null && waitedFor.target().toString().equals(raftId)) {
            waitedFor.outcome().completeExceptionally(new IOException(raftId + " is gone"));
        }
    }

    private synchronized void setWaitedFor(@Nullable Transfer transfer) {
        waitedFor = transfer;
    }

    /** To nobody in particular if null. Ratis refuses targets of less than the highest priority: all of ours have 0. */
    private CompletableFuture<RaftClientReply> transferTo(@Nullable RaftPeerId target, long timeoutMs) {
        TransferLeadershipRequest request = new TransferLeadershipRequest(
                client, server.getId(), division.getGroup().getGroupId(), CallId.getAndIncrement(), target, timeoutMs);
        CompletableFuture<RaftClientReply> outcome = new CompletableFuture<>();
        control.run(() -> {
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

    /** Of the followers that may be chosen, the one with most of the log; of several, the one that answered last. */
    private Optional<RaftPeerId> best(Predicate<Follower> mayBeChosen) {
        return followers().stream()
                .filter(mayBeChosen)
                .max(Comparator.comparingLong(Follower::match)
                        .thenComparing(
                                Comparator.comparingLong(Follower::silentMs).reversed()))
                .map(Follower::id);
    }

    /** Empty unless this replica leads. Ratis gives both lists in the order of its appenders. */
    private List<Follower> followers() {
        DivisionInfo info = division.getInfo();
        List<ServerRpcProto> rpcs = info.getRoleInfoProto().getLeaderInfo().getFollowerInfoList();
        long[] matches = info.getFollowerMatchIndices();
        List<Follower> followers = new ArrayList<>();
        for (int i = 0; matches != null && i < rpcs.size() && i < matches.length; i++) {
            ServerRpcProto rpc = rpcs.get(i);
            followers.add(
                    new Follower(RaftPeerId.valueOf(rpc.getId().getId()), matches[i], rpc.getLastRpcElapsedTimeMs()));
        }
        return followers;
    }

    private void logOutcome(String what, @Nullable RaftClientReply reply, @Nullable Throwable failure) {
        if (reply != null && reply.isSuccess()) {
            LOG.info("{}: {} done", server.getId(), what);
        } else {
            LOG.warn(
                    "{}: {} failed: {}",
                    server.getId(),
                    what,
                    String.valueOf(failure != null || reply == null ? failure : reply.getException()));
        }
    }
}
