package io.cellkeeper.consensus.ratis;

import io.cellkeeper.consensus.OrderingListener;
import io.cellkeeper.consensus.Proposal;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientAsynchronousProtocol;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeerId;
import org.jspecify.annotations.Nullable;

/**
 * Hands proposals to Ratis on a thread of its own, because that may wait: for the lock behind a force, or for room in
 * the log's queue. It holds at most one proposal of the present reign, and what an earlier one left.
 */
final class Proposer {
    private static final Proposal STOP = new Proposal(0, new byte[0]);

    private final RaftClientAsynchronousProtocol division;
    private final RaftPeerId self;
    private final RaftGroupId group;
    private final LoopQueue queue;
    private final OrderingListener listener;
    private final ClientId client = ClientId.randomId();
    private final BlockingQueue<Proposal> inbox = new LinkedBlockingQueue<>();
    private final Thread thread;
    private long callId;

    Proposer(
            RaftClientAsynchronousProtocol division,
            RaftPeerId self,
            RaftGroupId group,
            LoopQueue queue,
            OrderingListener listener) {
        this.division = division;
        this.self = self;
        this.group = group;
        this.queue = queue;
        this.listener = listener;
        thread = new Thread(this::run, "proposer-" + self);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Returns at once. Any thread. */
    void propose(Proposal proposal) {
        inbox.add(proposal);
    }

    /** Ends the thread once what it is handing over has returned, without interrupting it: Ratis' files would close. */
    void stop(long timeoutMs) throws InterruptedException {
        inbox.add(STOP);
        thread.join(timeoutMs);
    }

    private void run() {
        try {
            for (Proposal next = inbox.take(); next != STOP; next = inbox.take()) {
                submit(next);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void submit(Proposal proposal) {
        int size = proposal.bytes().length;
        if (size > RaftSettings.MAX_BATCH_BYTES) {
            // Ratis would refuse it too, but step down as well
            tellNotAppended(proposal, size + " bytes are more than " + RaftSettings.MAX_BATCH_BYTES);
            return;
        }
        Submission submission = new Submission(proposal);
        try {
            var unused = send(submission).whenComplete((reply, failure) -> returned(submission, reply, failure));
        } catch (IOException | RuntimeException e) {
            failed(submission, e);
        }
    }

    private CompletableFuture<RaftClientReply> send(Submission submission) throws IOException {
        return division.submitClientRequestAsync(RaftClientRequest.newBuilder()
                .setClientId(client)
                .setServerId(self)
                .setGroupId(group)
                .setCallId(++callId)
                .setMessage(submission)
                .setType(RaftClientRequest.writeRequestType())
                .build());
    }

    /** Ratis' future is complete: possibly with the lock held. */
    private void returned(Submission submission, @Nullable RaftClientReply reply, @Nullable Throwable failure) {
        if (failure != null) {
            failed(submission, failure);
        } else if (reply != null && !reply.isSuccess()) {
            failed(submission, reply.getException());
        }
    }

    private void failed(Submission submission, @Nullable Throwable cause) {
        if (submission.knownNotAppended()) {
            tellNotAppended(
                    submission.proposal(),
                    Optional.ofNullable(cause).map(Throwable::toString).orElse("no reason given"));
        }
    }

    private void tellNotAppended(Proposal proposal, String reason) {
        queue.add(() -> listener.notAppended(proposal, reason));
    }
}
