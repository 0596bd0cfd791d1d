package io.cellkeeper.testkit.sim;

import io.cellkeeper.server.leader.LeaderCore;
import io.cellkeeper.server.leader.LeaderNumbers;
import io.cellkeeper.testkit.truth.SessionLedger;
import io.cellkeeper.testkit.truth.Violation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Both sides of a lease. No session expires while its client has reason to believe in it. And none outlasts T + G after the
 * latest of its client's last packet, its attach's apply and the take-over, plus pauses and what a command takes.
 */
final class LeaseCheck {
    private static final long MS = 1_000_000;
    private static final long INTERVAL_NANOS = 100 * MS;
    /** A bucket of the leases, a pass, and a command's way through log and loop. */
    private static final long SLACK_NANOS = 600 * MS;

    private static final long STUCK_NANOS = 120 * MS;

    private final Cell cell;
    private final Map<Long, Long> heardAt = new HashMap<>();
    private final Set<Long> expired = new HashSet<>();
    private long hinderedUntil;

    LeaseCheck(Cell cell) {
        this.cell = cell;
    }

    void start() {
        look();
    }

    /** A proxy has received a packet of this session's client. */
    void heard(long session) {
        heardAt.put(session, cell.agenda().now());
    }

    /** When a proxy has last received a packet of this session's client, 0 if never. */
    long heardAt(long session) {
        return heardAt.getOrDefault(session, 0L);
    }

    /** A packet has reached a client that is connected: it believes in its session from now on (I9). */
    void promised(SimClient client) {
        if (expired.contains(client.session())) {
            throw new Violation(
                    "promise after expiry",
                    client.name + " was sent a packet, though its session 0x" + Long.toHexString(client.session())
                            + " had expired");
        }
    }

    /** A session has expired. */
    void expired(long session) {
        expired.add(session);
        for (SimClient client : cell.clients()) {
            if (client.session() == session && client.believes()) {
                throw new Violation(
                        "premature expiry",
                        client.name + " has reason to believe in its session 0x" + Long.toHexString(session)
                                + ", which has expired");
            }
        }
    }

    private void look() {
        SimReplica leader = effectiveLeader();
        long now = cell.agenda().now();
        if (leader == null || isHindered(leader)) {
            hinderedUntil = now;
        } else {
            long since = Math.max(hinderedUntil, leader.reignBegan());
            LeaderCore core = leader.leader();
            long lost = core == null ? 0 : core.numbers(leader.now()).lostNanos();
            for (SessionLedger.Entry session : cell.truth().sessions().live()) {
                check(session, since, lost, now);
            }
        }
        cell.agenda().after(INTERVAL_NANOS, this::look);
    }

    private void check(SessionLedger.Entry session, long since, long lost, long now) {
        long last = Math.max(Math.max(heardAt.getOrDefault(session.id(), 0L), session.openedAt()), since);
        long latest = last + (session.timeoutMs() + Cell.GRACE_MS) * MS + SLACK_NANOS + lost;
        if (now > latest) {
            throw new Violation(
                    "outlasting lease",
                    "session 0x" + Long.toHexString(session.id()) + " of "
                            + session.timeoutMs() + " ms lives at " + now / MS + " ms, last packet "
                            + heardAt.getOrDefault(session.id(), 0L) / MS + ", attach " + session.openedAt() / MS
                            + ", leader unhindered since " + since / MS);
        }
    }

    /** The leader that can do its work: it is ready, not paused, and what it proposes is applied. */
    private @Nullable SimReplica effectiveLeader() {
        for (SimReplica replica : cell.replicas()) {
            LeaderCore core = replica.leader();
            if (replica.isUp() && core != null && replica.ordering().leads(core.term())) {
                return replica;
            }
        }
        return null;
    }

    private boolean isHindered(SimReplica leader) {
        LeaderCore core = leader.leader();
        if (core == null || leader.isPaused() || cell.isTroubled()) {
            return true;
        }
        LeaderNumbers numbers = core.numbers(leader.now());
        return numbers.oldestBatchNanos() > STUCK_NANOS;
    }
}
