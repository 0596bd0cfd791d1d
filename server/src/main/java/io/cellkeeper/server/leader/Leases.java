package io.cellkeeper.server.leader;

import io.cellkeeper.state.SessionView;
import io.netty.util.collection.LongObjectHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The live sessions and their leases: {@code lease end = last touch + T + G} on the {@link LeaseClock}.
 *
 * <p>Sessions are in buckets of lease time, a ring of lists. A touch only moves the end; when a bucket is due, those
 * of its sessions whose lease goes on are put in the bucket of its end. So a touch costs nothing and each session is
 * looked at about once per timeout. A session's bucket is never after its lease's end, and a lease never ends early:
 * only up to a bucket late, as ZooKeeper's rounding up to a tick.
 */
final class Leases {
    private static final int RING = 512;
    private static final int BUCKETS_PER_GRACE = 8;

    private final LongObjectHashMap<SessionSlot> sessions = new LongObjectHashMap<>();
    private final @Nullable SessionSlot[] ring = new @Nullable SessionSlot[RING];
    private final LeaseClock clock;
    private final long graceNanos;
    private final long bucketNanos;
    private long nextBucket;

    Leases(LeaseClock clock, long graceNanos) {
        this.clock = clock;
        this.graceNanos = graceNanos;
        bucketNanos = Math.max(1, graceNanos / BUCKETS_PER_GRACE);
    }

    /** A session that the state had when the reign began. */
    void takeOver(SessionView session, long now) {
        SessionSlot slot =
                new SessionSlot(session.id(), session.generation(), nanos(session.timeoutMs()), session.lastNumber());
        sessions.put(slot.id, slot);
        grantFullLease(slot, now);
    }

    /** A session was opened: its lease starts now, when that is applied. */
    SessionSlot opened(long id, int generation, int timeoutMs, long lastNumber, @Nullable LeaderLink link, long now) {
        SessionSlot slot = sessions.get(id);
        if (slot == null) {
            slot = new SessionSlot(id, generation, nanos(timeoutMs), lastNumber);
            sessions.put(id, slot);
        }
        slot.generation = generation;
        slot.timeoutNanos = nanos(timeoutMs);
        slot.lastNumber = lastNumber;
        slot.answered = lastNumber;
        slot.link = link;
        grantFullLease(slot, now);
        return slot;
    }

    /** The session is over. */
    void ended(SessionSlot slot) {
        unlink(slot);
        sessions.remove(slot.id);
        slot.ackedInLog = slot.acked;
    }

    @Nullable
    SessionSlot get(long session) {
        return sessions.get(session);
    }

    int size() {
        return sessions.size();
    }

    /** How much is left of a session's lease, in nanoseconds of the lease clock; 0 if nothing is, or there is none. */
    long leftNanos(long session, long now) {
        SessionSlot slot = sessions.get(session);
        return slot == null ? 0 : Math.max(0, slot.leaseEnd - clock.reading(now));
    }

    /**
     * A packet of the session's client was received some time ago. Older generations, and those that are being
     * expired, do not touch.
     *
     * @return whether it counts: false if the session lives, or ends, without this packet's sender
     */
    boolean touch(SessionSlot slot, LeaderLink from, int generation, long ageMs, long now) {
        if (!mayTouch(slot, generation)) {
            return false;
        }
        if (slot.link == null) {
            slot.link = from;
        }
        if (ageMs >= 0) {
            long end = clock.reading(now) - nanos(ageMs) + slot.timeoutNanos + graceNanos;
            slot.leaseEnd = Math.max(slot.leaseEnd, end);
        }
        return true;
    }

    /** Takes every session whose lease has ended out of the buckets; to be called after the pass's input was handled. */
    void due(long now, Consumer<SessionSlot> ended) {
        long time = clock.reading(now);
        while (nextBucket * bucketNanos <= time) {
            int at = (int) (nextBucket % RING);
            SessionSlot slot = ring[at];
            ring[at] = null;
            nextBucket++;
            while (slot != null) {
                SessionSlot following = slot.next;
                slot.bucket = -1;
                slot.previous = null;
                slot.next = null;
                if (slot.leaseEnd <= time) {
                    ended.accept(slot);
                } else {
                    link(slot);
                }
                slot = following;
            }
        }
    }

    /** †I8: a full lease, whatever was before. */
    private void grantFullLease(SessionSlot slot, long now) {
        unlink(slot);
        slot.leaseEnd = clock.reading(now) + slot.timeoutNanos + graceNanos;
        link(slot);
    }

    /** †: only the session's present owner touches it, and not once its end is on its way. */
    private static boolean mayTouch(SessionSlot slot, int generation) {
        return generation == slot.generation && !slot.isExpiring(generation);
    }

    private void link(SessionSlot slot) {
        long bucket = -Math.floorDiv(-slot.leaseEnd, bucketNanos);
        slot.bucket = Math.max(nextBucket, Math.min(bucket, nextBucket + RING - 1));
        int at = (int) (slot.bucket % RING);
        SessionSlot head = ring[at];
        slot.next = head;
        slot.previous = null;
        if (head != null) {
            head.previous = slot;
        }
        ring[at] = slot;
    }

    private void unlink(SessionSlot slot) {
        if (slot.bucket < 0) {
            return;
        }
        if (slot.previous != null) {
            slot.previous.next = slot.next;
        } else {
            ring[(int) (slot.bucket % RING)] = slot.next;
        }
        if (slot.next != null) {
            slot.next.previous = slot.previous;
        }
        slot.bucket = -1;
        slot.previous = null;
        slot.next = null;
    }

    private static long nanos(long ms) {
        return TimeUnit.MILLISECONDS.toNanos(ms);
    }
}
