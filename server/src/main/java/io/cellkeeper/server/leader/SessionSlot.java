package io.cellkeeper.server.leader;

import org.jspecify.annotations.Nullable;

/** A live session, as the leader of this reign knows it: its lease, where it is attached, what waits for it. */
final class SessionSlot {
    final long id;
    int generation;
    long timeoutNanos;
    /** The last request number applied. */
    long lastNumber;
    /** The last request number whose result its proxy has, or was sent on {@link #link}. */
    long answered;
    /** Where this generation was opened or resumed; null for one opened before this reign and not resumed. */
    @Nullable
    LeaderLink link;
    /** The generation whose connection has been told to close: nothing more is sent for it. */
    int goneGeneration;

    /** The lease ends when the lease clock shows this. */
    long leaseEnd;
    /** The generation named by the expire command in flight, 0 if there is none. */
    int expiring;

    /** The bucket of {@link Leases} this is in, −1 if in none; its neighbours there. */
    long bucket = -1;

    @Nullable
    SessionSlot previous;

    @Nullable
    SessionSlot next;

    /** Reads not answered yet, in order of arrival; all of the current generation. */
    Reads.@Nullable Waiting firstRead;

    Reads.@Nullable Waiting lastRead;
    boolean listedForReads;

    /** Results up to this number are acknowledged in the log, or on their way there. */
    long ackedInLog;
    /** Results up to this number are acknowledged. */
    long acked;
    /** The newest result that is too large to be kept for long. */
    long largeResult;

    SessionSlot(long id, int generation, long timeoutNanos, long lastNumber) {
        this.id = id;
        this.generation = generation;
        this.timeoutNanos = timeoutNanos;
        this.lastNumber = lastNumber;
        this.answered = lastNumber;
    }

    /**
     * † Whether this generation has gone on on another link: what still comes on the one before is not looked at, since its
     * proxy has sent it again.
     */
    boolean isHeldElsewhere(LeaderLink from, int ofGeneration) {
        return ofGeneration == generation && link != null && link != from;
    }

    /** Whether an expire command that names this generation, or a newer one, is in flight. */
    boolean isExpiring(int ofGeneration) {
        return ofGeneration <= expiring;
    }
}
