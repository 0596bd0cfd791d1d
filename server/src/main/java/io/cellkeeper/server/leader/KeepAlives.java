package io.cellkeeper.server.leader;

import io.cellkeeper.proxy.link.LinkMessage;

/**
 * KeepAlives (I14): their touches are in the leases when they arrive, but the answer, which is a promise, waits for a
 * barrier begun after the arrival. It also waits until no expire command is in flight that was on its way before a
 * touch it names: those sessions are over for their proxy first.
 */
final class KeepAlives {
    /**
     * A KeepAlive not answered yet.
     *
     * @param refused whether a touch in it was refused: the end of that session is told before the answer counts
     */
    record Waiting(long id, long arrival, long expiresBefore, boolean refused) {}

    private final Leases leases;
    private final PendingAcks acks;
    private final Barrier barrier;
    private final Expiries expiries;

    KeepAlives(Leases leases, PendingAcks acks, Barrier barrier, Expiries expiries) {
        this.leases = leases;
        this.acks = acks;
        this.barrier = barrier;
        this.expiries = expiries;
    }

    void arrived(LeaderLink link, LinkMessage.KeepAlive message, long now) {
        long expiresBefore = 0;
        boolean refused = false;
        for (LinkMessage.Touch touch : message.touches()) {
            SessionSlot slot = leases.get(touch.session());
            if (slot == null || slot.isHeldElsewhere(link, touch.generation())) {
                refused = true;
            } else if (leases.touch(slot, link, touch.generation(), touch.ageMs(), now)) {
                acks.acked(slot, touch.acked(), now);
            } else {
                refused = true;
                if (slot.isExpiring(touch.generation())) {
                    expiresBefore = expiries.proposed();
                }
            }
        }
        link.keepAlives.add(new Waiting(message.id(), barrier.arrived(link), expiresBefore, refused));
    }

    /** Answers what is proven. */
    void settle(Iterable<LeaderLink> links) {
        for (LeaderLink link : links) {
            Waiting first = link.keepAlives.peek();
            while (first != null && isProven(link, first) && expiresAreSettled(first)) {
                link.keepAlives.remove();
                link.answer(first.id(), first.refused());
                first = link.keepAlives.peek();
            }
        }
    }

    /** †I14: not without proof begun after the arrival. */
    private boolean isProven(LeaderLink link, Waiting waiting) {
        return barrier.isProven(link, waiting.arrival());
    }

    /** †: touches of a session that is being expired are not acknowledged. */
    private boolean expiresAreSettled(Waiting waiting) {
        return expiries.settled() >= waiting.expiresBefore();
    }
}
