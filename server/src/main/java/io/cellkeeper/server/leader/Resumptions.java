package io.cellkeeper.server.leader;

import io.cellkeeper.protocol.EventType;
import io.cellkeeper.proxy.link.LinkMessage.CatchUp;
import io.cellkeeper.proxy.link.LinkMessage.HeldSession;
import io.cellkeeper.proxy.link.LinkMessage.Missed;
import io.cellkeeper.proxy.link.LinkMessage.ReplayEnd;
import io.cellkeeper.proxy.link.LinkMessage.Reregistration;
import io.cellkeeper.proxy.link.LinkMessage.Resume;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import io.cellkeeper.state.NodeView;
import io.cellkeeper.state.SessionView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes over what a proxy has kept from an earlier link: its sessions and its interests (design: fail-over). All of it in one
 * step, so that what was missed is told before anything newer: the interests are registered, the changes since the zxid
 * that the proxy has handled are told, and the sessions that are over or elsewhere. Nothing of it touches a lease.
 */
final class Resumptions {
    /** Characters of paths in one message. */
    private static final int MAX_CHARACTERS = 16 << 10;

    private final CellView cell;
    private final Leases leases;
    private final PendingAcks acks;
    private final Reads reads;
    private final Interests interests;

    Resumptions(CellView cell, Leases leases, PendingAcks acks, Reads reads, Interests interests) {
        this.cell = cell;
        this.leases = leases;
        this.acks = acks;
        this.reads = reads;
        this.interests = interests;
    }

    /**
     * A proxy tells what it has kept, or a part of it.
     *
     * @return why its link is to be closed, or null
     */
    @Nullable
    String arrived(LeaderLink link, Resume part, long now) {
        if (hasSeenMore(part)) {
            return "a zxid of 0x" + Long.toHexString(part.zxid()) + ", which this replica has not reached";
        }
        link.resuming.add(part);
        if (part.last()) {
            resume(link, now);
            link.resuming.clear();
        }
        return null;
    }

    private void resume(LeaderLink link, long now) {
        List<SessionGone> gone = new ArrayList<>();
        for (Resume part : link.resuming) {
            for (HeldSession held : part.sessions()) {
                SessionGone.Reason reason = takeOver(link, held, now);
                if (reason != null) {
                    gone.add(new SessionGone(held.session(), held.generation(), reason));
                }
            }
            for (Reregistration interest : part.interests()) {
                interests.register(link, part.registration(), interest);
            }
        }
        tellMissed(link, link.resuming.get(0).zxid());
        link.send(new ReplayEnd(cell.zxid()));
        gone.forEach(link::send);
    }

    /** The session goes on on this link. Returns why not, or null. */
    private SessionGone.@Nullable Reason takeOver(LeaderLink link, HeldSession held, long now) {
        SessionSlot slot = leases.get(held.session());
        if (slot == null) {
            return SessionGone.Reason.EXPIRED;
        }
        if (slot.generation != held.generation()) {
            return SessionGone.Reason.MOVED;
        }
        if (hasGoneOnSince(slot, link)) {
            return null;
        }
        // What was on its way on another link of this reign is sent again on this one.
        reads.drop(slot);
        slot.link = link;
        slot.goneGeneration = 0;
        slot.answered = held.acked();
        SessionView session = cell.session(held.session());
        if (session != null && session.keptResultCount() > 0) {
            acks.acked(slot, held.acked(), now);
        } else {
            acks.ackedElsewhere(slot, held.acked());
        }
        return null;
    }

    /** † Every change that the proxy has not handled and is interested in; or what stands for them. */
    private void tellMissed(LeaderLink link, long since) {
        if (cell.keepsChangesAfter(since)) {
            cell.forEachChangeAfter(since, change -> interests.replay(link, change));
        } else {
            catchUp(link, since);
        }
    }

    /** As for setWatches (rule 10.16), by what the proxy has seen of each path. */
    private void catchUp(LeaderLink link, long since) {
        List<Missed> missed = new ArrayList<>();
        int characters = 0;
        for (Resume part : link.resuming) {
            for (Reregistration interest : part.interests()) {
                judge(interest, since, missed);
                characters += interest.path().length();
                if (characters > MAX_CHARACTERS) {
                    link.send(new CatchUp(List.copyOf(missed)));
                    missed.clear();
                    characters = 0;
                }
            }
        }
        link.send(new CatchUp(List.copyOf(missed)));
    }

    private void judge(Reregistration interest, long since, List<Missed> missed) {
        int kinds = interest.kinds();
        boolean data = (kinds & Reregistration.DATA) != 0;
        boolean child = (kinds & Reregistration.CHILD) != 0;
        boolean wasAbsent = (kinds & Reregistration.ABSENT) != 0;
        String path = interest.path();
        NodeView node = cell.node(path);
        if (node == null) {
            if ((data && !wasAbsent) || child) {
                missed.add(new Missed(EventType.DELETED, path, null));
            }
            return;
        }
        if (data && wasAbsent) {
            missed.add(new Missed(EventType.CREATED, path, interests.filter(node.acl())));
        } else if (data && node.mzxid() > since) {
            missed.add(new Missed(EventType.DATA_CHANGED, path, interests.filter(node.acl())));
        }
        if (child && node.pzxid() > since) {
            missed.add(new Missed(EventType.CHILDREN_CHANGED, path, interests.filter(node.acl())));
        }
    }

    /**
     * † A link that has ended may still be read: its proxy has resumed the session on a newer one, which keeps it. Links are
     * numbered in the order of their hellos.
     */
    private static boolean hasGoneOnSince(SessionSlot slot, LeaderLink link) {
        return slot.link != null && slot.link.id > link.id;
    }

    /** † A proxy that has seen more than this state does not go back to it: this replica does not lead any more. */
    private boolean hasSeenMore(Resume part) {
        return part.zxid() > cell.zxid();
    }
}
