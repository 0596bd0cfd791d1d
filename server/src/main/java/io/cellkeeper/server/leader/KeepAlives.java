package io.cellkeeper.server.leader;

import io.cellkeeper.proxy.link.LinkMessage;

/**
 * KeepAlives (I14): their touches are in the leases when they arrive, but the answer, which is a promise, waits for a
 * barrier begun after the arrival. It also waits until no expire command is in flight that was on its way before a
 * touch it names: those sessions are over for their proxy first.
 */
final class KeepAlives {
    /** A KeepAlive not answered yet. */
    record Waiting(long id, long arrival, long expiresBefore) {}

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
        for (LinkMessage.Touch touch : message.touches()) {
            SessionSlot slot = leases.get(touch.session());
            if (slot == null || slot.isHeldElsewhere(link, touch.generation())) {
                continue;
            }
            if (leases.touch(slot, link, touch.generation(), touch.ageMs(), now)) {
                acks.acked(slot, touch.acked(), now);
            } else if (slot.isExpiring(touch.generation())) {
                expiresBefore = expiries.proposed();
            }
        }
        link.keepAlives.add(new Waiting(message.id(), barrier.arrived(link), expiresBefore));
    }

    /** Answers what is proven. */
    void settle(Iterable<LeaderLink> links) {
        for (LeaderLink link : links) {
            Waiting first = link.keepAlives.peek();
            while (first != null && isProven(link, first) && expiresAreSettled(first)) {
                link.keepAlives.remove();
                link.send(new LinkMessage.KeepAliveAnswer(first.id()));
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
