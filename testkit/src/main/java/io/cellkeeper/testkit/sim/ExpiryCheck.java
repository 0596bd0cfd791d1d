package io.cellkeeper.testkit.sim;

import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.testkit.truth.SessionLedger;
import io.cellkeeper.testkit.truth.Violation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When a session may expire at the earliest. T + G after every touch that any leader has acknowledged (I14). And, by the
 * leader that expires it, T + G after its take-over, the session's attach and the last touch that it received, with its own
 * pauses since left out (I8).
 */
final class ExpiryCheck {
    private static final long MS = 1_000_000;
    /** What the lease clock may advance over one pause. */
    private static final long STEP_NANOS = 100 * MS;

    /** A touch's age is in whole milliseconds, on a clock that drifts. */
    private static final long TOUCH_TOLERANCE_NANOS = 6 * MS;

    private final Cell cell;
    private final Map<Long, Reign> reigns = new HashMap<>();
    private final Map<Long, Touched> sessions = new HashMap<>();
    private final IdentityHashMap<SimConnection, Link> links = new IdentityHashMap<>();

    /** A moment in a leader's life: when, and how much it had been paused before. */
    private record Moment(SimReplica leader, long at, long pausedNanos, int pauses) {
        static Moment of(SimReplica leader, long at) {
            return new Moment(leader, at, leader.pausedNanos(), leader.pauses());
        }
    }

    /** A reign, and when its newest batch was formed: only the pauses before count for what is in it. */
    private static final class Reign {
        final Moment began;
        Moment formed;

        @Nullable
        Proposal newest;

        Reign(Moment began) {
            this.began = began;
            formed = began;
        }
    }

    private record Asked(LinkMessage.KeepAlive keepAlive, long at) {}

    /** What a proxy has asked for on one link, and when it sent that: the touch is no later. */
    private static final class Link {
        final Deque<Asked> keepAlives = new ArrayDeque<>();
        final Map<Long, Long> reads = new HashMap<>();
        final Map<List<Long>, Long> commands = new HashMap<>();
    }

    /** What is known of a session's touches. */
    private static final class Touched {
        int generation;
        /** The newest touch that was acknowledged, by the time of the client's packet or a little later. */
        long acknowledged;

        @Nullable
        Moment last;
    }

    ExpiryCheck(Cell cell) {
        this.cell = cell;
    }

    void reignBegan(SimReplica leader, long term) {
        reigns.put(term, new Reign(Moment.of(leader, cell.agenda().now())));
    }

    /** A leader proposes a batch, or the same once more. At most one of a reign is under way. */
    void proposed(SimReplica leader, Proposal proposal) {
        Reign reign = reigns.get(proposal.term());
        if (reign != null && reign.newest != proposal) {
            reign.newest = proposal;
            reign.formed = Moment.of(leader, cell.agenda().now());
        }
    }

    /** A proxy sends a message. */
    void sent(SimConnection connection, LinkMessage message) {
        Link link = links.computeIfAbsent(connection, key -> new Link());
        long now = cell.agenda().now();
        if (message instanceof LinkMessage.KeepAlive keepAlive) {
            link.keepAlives.add(new Asked(keepAlive, now));
            for (LinkMessage.Touch touch : keepAlive.touches()) {
                if (touch.ageMs() >= 0) {
                    byItsClient(touch.session(), now - touch.ageMs() * MS);
                }
            }
        } else if (message instanceof LinkMessage.Command command) {
            byItsClient(command.session(), now - command.ageMs() * MS);
            link.commands.put(List.of(command.session(), command.number()), now - command.ageMs() * MS);
        } else if (message instanceof LinkMessage.Read read) {
            byItsClient(read.session(), now - read.ageMs() * MS);
            link.reads.put(read.read(), now - read.ageMs() * MS);
        }
    }

    /** A message has arrived at a leader. */
    void arrived(SimReplica leader, LinkMessage message) {
        long now = cell.agenda().now();
        if (message instanceof LinkMessage.KeepAlive keepAlive) {
            for (LinkMessage.Touch touch : keepAlive.touches()) {
                if (touch.ageMs() >= 0) {
                    touched(leader, touch.session(), touch.generation(), now - touch.ageMs() * MS);
                }
            }
        } else if (message instanceof LinkMessage.Command command) {
            touched(leader, command.session(), command.generation(), now - command.ageMs() * MS);
        } else if (message instanceof LinkMessage.Read read) {
            touched(leader, read.session(), read.generation(), now - read.ageMs() * MS);
        }
    }

    /** A message leaves a leader. */
    void leaves(SimConnection connection, LinkMessage message) {
        Link link = links.computeIfAbsent(connection, key -> new Link());
        if (message instanceof LinkMessage.KeepAliveAnswer answer) {
            Deque<Asked> asked = link.keepAlives;
            while (!asked.isEmpty() && asked.element().keepAlive().id() <= answer.id()) {
                Asked first = asked.remove();
                for (LinkMessage.Touch touch : first.keepAlive().touches()) {
                    if (touch.ageMs() >= 0) {
                        acknowledged(touch.session(), touch.generation(), first.at() - touch.ageMs() * MS);
                    }
                }
            }
        } else if (message instanceof LinkMessage.Result result) {
            Long at = link.commands.remove(List.of(result.session(), result.number()));
            acknowledged(result.session(), result.generation(), at);
        } else if (message instanceof LinkMessage.ReadAnswer answer) {
            acknowledged(answer.session(), answer.generation(), link.reads.remove(answer.read()));
        }
    }

    /**
     * A session has expired.
     *
     * @param term that of the log's entry
     */
    void expired(long id, int generation, long term) {
        SessionLedger.Entry session = cell.truth().sessions().find(id);
        if (session == null) {
            return;
        }
        long now = cell.agenda().now();
        long least = least(session);
        Touched touched = of(id, generation);
        if (now - touched.acknowledged < least) {
            throw broken(id, "a touch was acknowledged", touched.acknowledged, now, least);
        }
        Reign reign = reigns.get(term);
        if (reign == null) {
            throw new Violation(
                    "premature expiry",
                    "session 0x" + Long.toHexString(id) + " expires in term " + term + ", which has no reign");
        }
        hold(id, "the take-over", reign.began, reign.formed, now, least);
        if (now - session.openedAt() < least) {
            throw broken(id, "its attach", session.openedAt(), now, least);
        }
        Moment last = touched.last;
        if (last != null && last.leader == reign.began.leader && last.at >= reign.began.at) {
            hold(id, "a touch was received", last, reign.formed, now, least);
        }
    }

    /** A touch is the time of a packet of the session's client, not of anything that its proxy does. */
    private void byItsClient(long session, long at) {
        long heard = cell.leases().heardAt(session);
        if (heard > 0 && at > heard + TOUCH_TOLERANCE_NANOS) {
            throw new Violation(
                    "touch of its own",
                    "session 0x" + Long.toHexString(session) + " is touched " + (at - heard) / MS
                            + " ms after its client's last packet");
        }
    }

    private void hold(long session, String what, Moment since, Moment formed, long now, long lease) {
        long paused = formed.pausedNanos - since.pausedNanos;
        long steps = (long) (formed.pauses - since.pauses) * STEP_NANOS;
        long least = lease + Math.max(0, paused - steps);
        if (now - since.at < least) {
            throw broken(session, what, since.at, now, least);
        }
    }

    private static Violation broken(long session, String what, long since, long now, long least) {
        return new Violation(
                "premature expiry",
                "session 0x" + Long.toHexString(session) + " has expired " + (now - since) / MS + " ms after " + what
                        + ", at least " + least / MS + " are right");
    }

    /** One that comes when the lease may have ended already does not count: the end may be on its way. */
    private void touched(SimReplica leader, long session, int generation, long at) {
        SessionLedger.Entry entry = cell.truth().sessions().find(session);
        if (entry == null || entry.isOver() || entry.generation() != generation) {
            return;
        }
        Touched touched = of(session, generation);
        Moment last = touched.last;
        long since = Math.max(entry.openedAt(), leader.reignBegan());
        if (last != null && last.leader == leader) {
            since = Math.max(since, last.at);
        }
        boolean tooLate = cell.agenda().now() - since >= least(entry);
        if (!tooLate) {
            touched.last = Moment.of(leader, at);
        }
    }

    /** T + G, less what clocks may differ by. */
    private static long least(SessionLedger.Entry session) {
        long lease = (session.timeoutMs() + Cell.GRACE_MS) * MS;
        return lease - lease / 1000 - 2 * MS;
    }

    private void acknowledged(long session, int generation, @Nullable Long at) {
        if (at != null) {
            Touched touched = of(session, generation);
            touched.acknowledged = Math.max(touched.acknowledged, at);
        }
    }

    private Touched of(long session, int generation) {
        Touched touched = sessions.get(session);
        if (touched == null || touched.generation < generation) {
            touched = new Touched();
            touched.generation = generation;
            sessions.put(session, touched);
        }
        // What an older generation is told is no promise to the present one.
        return touched.generation == generation ? touched : new Touched();
    }
}
