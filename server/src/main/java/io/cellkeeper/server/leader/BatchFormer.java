package io.cellkeeper.server.leader;

import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.state.batch.Command;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Forms batches and sees them through (I2, I16, decisions 19 to 21). While one is in flight, commands gather; at the
 * end of a pass with none in flight the oldest closes and is proposed. At most one is in flight: until it is applied,
 * its outcome is unknown; if it is known not to have been appended it is proposed again, before any other.
 */
final class BatchFormer {
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long NOT_APPENDED_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long UNAPPLIED_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final long term;
    private final Terms terms;
    private final LeaderOut out;
    private final BatchTime time;
    private final LongSupplier wallClockMs;
    private final PendingAcks acks;

    private FormedBatch forming = new FormedBatch();
    /** Closed for being full, older than the one being formed. */
    private final ArrayDeque<FormedBatch> full = new ArrayDeque<>();

    private @Nullable FormedBatch spare;
    private final Gathering gathering = new Gathering();
    private boolean noOpAsked;

    private @Nullable FormedBatch inFlight;
    private @Nullable Proposal proposal;
    private long arrivalsProposed;
    private long proposedAt;
    private boolean notAppended;
    private long retryAt;
    /** When the proposal in flight was first known not to be appended, and whether it still was too long after. */
    private long refusedSince;

    private boolean refusedOnce;
    private boolean refusedTooLong;

    BatchFormer(long term, Terms terms, LeaderOut out, BatchTime time, LongSupplier wallClockMs, PendingAcks acks) {
        this.term = term;
        this.terms = terms;
        this.out = out;
        this.time = time;
        this.wallClockMs = wallClockMs;
        this.acks = acks;
    }

    /** Adds a command that the leader itself asks for; its body is copied. */
    void add(Command command) {
        add(command, null, 0);
    }

    /**
     * Adds a command; its body is copied.
     *
     * @param asker the link to tell of its outcome, or null
     * @param request the asker's number for it, where the command has none itself
     */
    void add(Command command, @Nullable LeaderLink asker, long request) {
        if (!forming.hasRoom(command.body().length())) {
            full.add(forming);
            forming = fresh();
        }
        forming.add(command, asker, request);
        gathering.arrived();
    }

    /** Asks for a batch even if it has no command: its commit proves leadership (decision 17). */
    void askNoOp() {
        noOpAsked = true;
    }

    /**
     * Closes and proposes a batch if there is one to propose and none in flight.
     *
     * @param arrivals the number of the newest arrival: this batch's commit proves those and no later ones
     */
    void endOfPass(long now, long arrivals) {
        if (notAppended && now - retryAt >= 0 && mayProposeAgain()) {
            notAppended = false;
            propose(now);
        }
        gathering.endOfPass(now);
        if (inFlight == null && mayCloseBatch(now)) {
            FormedBatch batch = full.isEmpty() ? forming : full.remove();
            if (batch == forming) {
                forming = fresh();
            }
            acks.drainTo(batch.writer, now);
            noOpAsked = false;
            inFlight = batch;
            arrivalsProposed = arrivals;
            refusedOnce = false;
            refusedTooLong = false;
            proposal = new Proposal(term, batch.writer.finish(time.header(now, wallClockMs.getAsLong())));
            propose(now);
        }
    }

    /** The proposal is known not to be in the log: the same will be proposed again. */
    void notAppended(Proposal refused, long now) {
        if (refused != proposal || notAppended) {
            return;
        }
        notAppended = true;
        if (!refusedOnce) {
            refusedOnce = true;
            refusedSince = now;
        }
        refusedTooLong = now - refusedSince > NOT_APPENDED_LIMIT_NANOS;
        retryAt = now + RETRY_NANOS;
    }

    /** The batch in flight, if this is it: it is being applied, nothing is in flight any more. */
    @Nullable
    FormedBatch takeApplied(@Nullable Proposal applied, long now) {
        if (applied == null || applied != proposal || inFlight == null) {
            return null;
        }
        FormedBatch batch = inFlight;
        gathering.applied(batch.count(), forming.count(), now - proposedAt, now);
        inFlight = null;
        proposal = null;
        notAppended = false;
        return batch;
    }

    /** A batch taken as applied is no longer needed. */
    void recycle(FormedBatch batch) {
        batch.clear();
        spare = batch;
    }

    /** †I15: what the commit of the batch just taken proves: what had arrived when it was proposed, not since. */
    long arrivalsProposed() {
        return arrivalsProposed;
    }

    /** Whether the batch in flight, once committed, proves this arrival. */
    boolean willProve(long arrival) {
        return inFlight != null && arrivalsProposed >= arrival;
    }

    /** Why this leader should go, or null: its batch can't be appended, or isn't applied. */
    @Nullable
    String reasonToResign(long now, boolean transferring) {
        if (proposal == null) {
            return null;
        }
        if (refusedTooLong && !transferring) {
            return "a batch could not be appended for 1 s";
        }
        if (!notAppended && now - proposedAt > UNAPPLIED_LIMIT_NANOS) {
            return "a batch is not applied after 2 s";
        }
        return null;
    }

    /** How long the batch in flight has been on its way, 0 if there is none. */
    long ageNanos(long now) {
        return inFlight == null ? 0 : now - proposedAt;
    }

    /** †I16: the same bytes once more, but only in the reign's own term. */
    private boolean mayProposeAgain() {
        return terms.currentTerm() == term;
    }

    private void propose(long now) {
        proposedAt = now;
        if (proposal != null) {
            out.propose(proposal);
        }
    }

    /** Whether there is a batch to propose, and it doesn't wait for clients just answered: nothing else is held up for them. */
    private boolean mayCloseBatch(long now) {
        if (!full.isEmpty() || noOpAsked || acks.needBatch(now)) {
            return true;
        }
        if (forming.count() > 0 && gathering.waits(forming.count(), now)) {
            out.passBy(gathering.ends());
            return false;
        }
        return forming.count() > 0;
    }

    private FormedBatch fresh() {
        FormedBatch batch = spare;
        spare = null;
        return batch != null ? batch : new FormedBatch();
    }
}
