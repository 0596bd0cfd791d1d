package io.cellkeeper.server.election;

import io.cellkeeper.consensus.KnownLeader;
import io.cellkeeper.consensus.LogPosition;
import io.cellkeeper.consensus.Voters;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Decides when this replica stands for election at once, instead of waiting for its timeout (design §7).
 *
 * <p>A follower whose connections with its leader's process were ended by the other side reports the leader as lost, with
 * its newest log entry. When a majority of the voters, itself among them, report the same leader of the same term, the
 * one whose log is best (of equals, the lowest id) stands; the others' timers run on. So one voter's broken connections
 * elect nobody, and a silent leader is left to the timers.
 *
 * <p>A report counts for {@link #REPORT_NANOS}, and less if it is taken back: when the leader is heard again in that term.
 * It is told again now and then, for a message may be lost with its connection, and whenever it changes: what the leader
 * sent last may still be on its way into the log. So nobody stands before all has been unchanged for {@link
 * #SETTLE_NANOS}: without the votes of better logs the election would fail, and a term has one prompt election only.
 *
 * <p>Elections are safe whenever somebody stands. All times are of one monotonic clock, in nanoseconds.
 */
public final class PromptElection {
    /** How long everything must have been unchanged: more than a message between two processes takes. */
    public static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** How long a report counts: by then the timers have elected somebody. */
    public static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** What the leader sent before it was lost may be handled this much later, and is not a sign of its being back. */
    private static final long HANDLED_LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long TELL_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Log log;
    private final Out out;

    /** The newest report of each other voter that has lost its leader. */
    private final Map<String, Heard> heard = new HashMap<>();

    private @Nullable KnownLeader lost;
    private long lostAt;
    private @Nullable LogPosition newest;
    private long toldAt;

    /** When anything that the decision hangs on changed last. */
    private long changedAt;

    /** The newest term whose leader this replica has stood in for. */
    private long stoodIn;

    private record Heard(LossReport report, long at) {}

    /** What is read of the log. */
    public interface Log {
        /** Whom this replica knows as leader of its current term. */
        Optional<KnownLeader> leader();

        /** The voters of the configuration in force. */
        Voters voters();

        /** This replica's Raft id. */
        String selfId();
    }

    /** What the core asks for. */
    public interface Out {
        /** Wants the end of the log, to be given to {@link #logEnd}. */
        void readLogEnd();

        /** This replica's report, for all others. */
        void tell(LossReport report);

        /** This replica is to stand at once. */
        void standInsteadOf(KnownLeader lost);
    }

    public PromptElection(Log log, Out out) {
        this.log = log;
        this.out = out;
    }

    /** Whether a report of this replica's stands: then {@link #tick} is to be called after {@link #untilTick}. */
    public boolean isPending() {
        return lost != null;
    }

    /** How long until there may be something to decide, in nanoseconds; never long, since the log may change by itself. */
    public long untilTick(long now) {
        long untilSettled = changedAt + SETTLE_NANOS - now;
        return untilSettled > 0 ? Math.min(LOOK_NANOS, untilSettled) : LOOK_NANOS;
    }

    /** The process of this server is gone: all connections with it were ended by the other side. */
    public void gone(int server, long now) {
        Optional<KnownLeader> leader = log.leader();
        if (leader.isEmpty()
                || leader.get().equals(lost)
                || isSelf(leader.get())
                || !isOf(server, leader.get().raftId())) {
            return;
        }
        lost = leader.get();
        lostAt = now;
        newest = null;
        out.readLogEnd();
    }

    /** A connection with this server is up again. */
    public void back(int server, long now) {
        if (lost != null && isOf(server, lost.raftId())) {
            takeBack();
        }
    }

    /** The connection on which this server reports is gone: what it said may no longer hold. */
    public void forget(int server, long now) {
        if (heard.keySet().removeIf(voter -> isOf(server, voter))) {
            changedAt = now;
            decide(now);
        }
    }

    /** Another voter has lost its leader, or has it again. */
    public void heard(LossReport report, long now) {
        String voter = report.voter();
        Heard before = heard.get(voter);
        if (!report.lost()) {
            heard.remove(voter);
        } else if (before != null && before.report().equals(report)) {
            // Told again: as old as it was.
            return;
        } else if (isVoter(voter)) {
            heard.put(voter, new Heard(report, now));
        }
        changedAt = now;
        decide(now);
    }

    /** Looks whether anything has changed, and asks for the end of the log. */
    public void tick(long now) {
        KnownLeader leader = lost;
        if (leader == null || isOver(leader)) {
            return;
        }
        if (now - lostAt > REPORT_NANOS) {
            takeBack();
        } else {
            out.readLogEnd();
        }
    }

    /**
     * The answer to {@link Out#readLogEnd}.
     *
     * @param leaderSilentNanos how long ago the leader's newest message was handled
     */
    public void logEnd(LogPosition end, long leaderSilentNanos, long now) {
        KnownLeader leader = lost;
        if (leader == null || isOver(leader)) {
            return;
        }
        if (now - leaderSilentNanos - lostAt > HANDLED_LATE_NANOS) {
            takeBack();
            return;
        }
        boolean changed = !end.equals(newest);
        if (changed || now - toldAt >= TELL_AGAIN_NANOS) {
            toldAt = now;
            out.tell(new LossReport(log.selfId(), leader, true, end));
        }
        if (changed) {
            newest = end;
            changedAt = now;
        }
        decide(now);
    }

    /**
     * Somebody has been elected, or stands: the loss is past. It isn't taken back: the others would think that this
     * replica doesn't stand, when it has just begun to.
     */
    private boolean isOver(KnownLeader leader) {
        if (log.leader().equals(Optional.of(leader))) {
            return false;
        }
        lost = null;
        newest = null;
        return true;
    }

    private void decide(long now) {
        KnownLeader leader = lost;
        LogPosition own = newest;
        if (leader == null || own == null || isOver(leader)) {
            return;
        }
        dropOld(now);
        if (mayStandIn(leader.term())
                && isLostByMajority(leader)
                && now - changedAt >= SETTLE_NANOS
                && isBest(leader, own)) {
            stoodIn = leader.term();
            out.standInsteadOf(leader);
        }
    }

    /** Once a term: whoever has failed leaves it to the timers. */
    private boolean mayStandIn(long term) {
        return term > stoodIn;
    }

    /** One voter's loss may be its own connection's fault; a majority of the voters would elect another anyway. */
    private boolean isLostByMajority(KnownLeader leader) {
        Set<String> voters = new HashSet<>();
        voters.add(log.selfId());
        heard.forEach((voter, said) -> {
            if (said.report().leader().equals(leader)) {
                voters.add(voter);
            }
        });
        return isVoter(log.selfId()) && log.voters().hasMajority(voters);
    }

    /** Nobody with a better log, or an equal one and a lower id, has lost this leader: that one stands. */
    private boolean isBest(KnownLeader leader, LogPosition own) {
        for (Heard said : heard.values()) {
            LossReport other = said.report();
            int better = other.newest().compareTo(own);
            if (other.leader().equals(leader)
                    && (better > 0 || (better == 0 && myid(other.voter()) < myid(log.selfId())))) {
                return false;
            }
        }
        return true;
    }

    private void takeBack() {
        KnownLeader leader = lost;
        LogPosition told = newest;
        lost = null;
        newest = null;
        if (leader != null && told != null) {
            out.tell(new LossReport(log.selfId(), leader, false, told));
        }
    }

    private void dropOld(long now) {
        for (Iterator<Heard> each = heard.values().iterator(); each.hasNext(); ) {
            if (now - each.next().at() > REPORT_NANOS) {
                each.remove();
            }
        }
    }

    private boolean isVoter(String raftId) {
        Voters voters = log.voters();
        return voters.current().contains(raftId) || voters.previous().contains(raftId);
    }

    private boolean isSelf(KnownLeader leader) {
        return leader.raftId().equals(log.selfId());
    }

    private static boolean isOf(int server, String raftId) {
        return raftId.startsWith(server + "-");
    }

    /** Raft ids are {@code <myid>-<incarnation>}. */
    private static int myid(String raftId) {
        return Integer.parseInt(raftId.substring(0, raftId.indexOf('-')));
    }
}
