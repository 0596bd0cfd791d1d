package io.cellkeeper.testkit.raft;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * A replica of the log by Raft's rules, without snapshots and changes of members. What Ratis does to the cell loop comes of
 * itself: entries that are lost, or committed long after their leader was deposed, leaders that don't know that they are
 * none any more. Term, vote and log outlive a crash; the rest does not.
 */
public final class RaftNode {
    private static final long MS = 1_000_000;
    private static final long HEARTBEAT_NANOS = 50 * MS;
    private static final int NOBODY = -1;

    private enum Role {
        FOLLOWER,
        CANDIDATE,
        LEADER
    }

    private final int id;
    private final int size;
    private final long minTimeoutNanos;
    private final long stepDownNanos;
    private final RaftPort port;

    private long term;
    private int votedFor = NOBODY;
    private final List<RaftEntry> log = new ArrayList<>();

    private Role role = Role.FOLLOWER;
    private int commit;
    private long electionAt;
    private int votes;
    private final int[] next;
    private final int[] match;
    private final long[] heardAt;
    private long heartbeatAt;

    /**
     * @param size the number of replicas, all voters
     * @param minTimeoutNanos the shortest time without a leader after which it stands; the longest is twice that
     * @param stepDownNanos how long a leader goes on without hearing from a majority
     */
    public RaftNode(int id, int size, long minTimeoutNanos, long stepDownNanos, RaftPort port) {
        this.id = id;
        this.size = size;
        this.minTimeoutNanos = minTimeoutNanos;
        this.stepDownNanos = stepDownNanos;
        this.port = port;
        next = new int[size];
        match = new int[size];
        heardAt = new long[size];
    }

    public long term() {
        return term;
    }

    public boolean isLeader() {
        return role == Role.LEADER;
    }

    /** The newest index known to be committed. */
    public int commitIndex() {
        return commit;
    }

    /** The entry of an index, from 1. */
    public RaftEntry entry(int index) {
        return log.get(index - 1);
    }

    /** The process begins, or begins again: term, vote and log are there. */
    public void start() {
        role = Role.FOLLOWER;
        commit = 0;
        resetElectionTimer();
    }

    /** Time has passed. */
    public void tick() {
        long now = port.now();
        if (role == Role.LEADER) {
            if (!heardFromMajoritySince(now - stepDownNanos)) {
                stepDown();
            } else if (now - heartbeatAt >= 0) {
                replicate();
            }
        } else if (now - electionAt >= 0) {
            stand();
        }
    }

    /** Stands for election now. */
    public void stand() {
        if (role == Role.LEADER) {
            return;
        }
        term++;
        votedFor = id;
        role = Role.CANDIDATE;
        votes = 1 << id;
        resetElectionTimer();
        if (isMajority(votes)) {
            win();
            return;
        }
        long askedTerm = term;
        int lastIndex = log.size();
        long lastTerm = lastTerm();
        forOthers(other -> port.send(other, node -> node.voteAsked(id, askedTerm, lastIndex, lastTerm)));
    }

    /** Leads no more, in the same term; it stands again only after the others had their chance. */
    public void stepDown() {
        follow();
        electionAt = port.now() + 4 * minTimeoutNanos;
    }

    /** Appends an entry as the leader. */
    public void append(RaftEntry entry) {
        if (role != Role.LEADER) {
            throw new IllegalStateException("replica " + id + " does not lead");
        }
        log.add(entry);
        match[id] = log.size();
        replicate();
        advance();
    }

    private void voteAsked(int candidate, long itsTerm, int lastIndex, long lastTerm) {
        newerTerm(itsTerm);
        boolean upToDate = lastTerm > lastTerm() || (lastTerm == lastTerm() && lastIndex >= log.size());
        boolean granted =
                itsTerm == term && role == Role.FOLLOWER && (votedFor == NOBODY || votedFor == candidate) && upToDate;
        if (granted) {
            votedFor = candidate;
            resetElectionTimer();
        }
        long answerTerm = term;
        port.send(candidate, node -> node.voted(id, answerTerm, granted));
    }

    private void voted(int voter, long itsTerm, boolean granted) {
        newerTerm(itsTerm);
        if (granted && role == Role.CANDIDATE && itsTerm == term) {
            votes |= 1 << voter;
            if (isMajority(votes)) {
                win();
            }
        }
    }

    private void win() {
        role = Role.LEADER;
        Arrays.fill(next, log.size() + 1);
        Arrays.fill(match, 0);
        Arrays.fill(heardAt, port.now());
        port.won(term);
        port.leaderIs(id);
        append(new RaftEntry(term, null, id, 0));
    }

    private void replicate() {
        heartbeatAt = port.now() + HEARTBEAT_NANOS;
        forOthers(this::replicateTo);
    }

    private void replicateTo(int other) {
        int previous = next[other] - 1;
        long previousTerm = previous == 0 ? 0 : entry(previous).term();
        List<RaftEntry> entries = List.copyOf(log.subList(previous, log.size()));
        long itsTerm = term;
        int itsCommit = commit;
        port.send(other, node -> node.appendAsked(id, itsTerm, previous, previousTerm, entries, itsCommit));
        // As Ratis does, without waiting for the answer.
        next[other] = log.size() + 1;
    }

    private void appendAsked(
            int leader, long itsTerm, int previous, long previousTerm, List<RaftEntry> entries, int itsCommit) {
        newerTerm(itsTerm);
        if (itsTerm < term) {
            long answerTerm = term;
            port.send(leader, node -> node.appended(id, answerTerm, false, 0));
            return;
        }
        role = Role.FOLLOWER;
        port.leaderIs(leader);
        resetElectionTimer();
        boolean fits =
                previous <= log.size() && (previous == 0 || entry(previous).term() == previousTerm);
        int known = fits ? take(previous, entries) : Math.min(previous - 1, log.size());
        if (fits && Math.min(itsCommit, known) > commit) {
            commit = Math.min(itsCommit, known);
            port.committed();
        }
        long answerTerm = term;
        port.send(leader, node -> node.appended(id, answerTerm, fits, known));
    }

    /** Takes what is new, and takes back what a deposed leader had appended here. */
    private int take(int previous, List<RaftEntry> entries) {
        int at = previous;
        for (RaftEntry entry : entries) {
            at++;
            if (at <= log.size() && entry(at).term() != entry.term()) {
                if (at <= commit) {
                    throw new IllegalStateException("replica " + id + " would lose the committed entry " + at);
                }
                log.subList(at - 1, log.size()).clear();
            }
            if (at > log.size()) {
                log.add(entry);
            }
        }
        return at;
    }

    private void appended(int follower, long itsTerm, boolean fits, int known) {
        newerTerm(itsTerm);
        if (role != Role.LEADER || itsTerm != term) {
            return;
        }
        heardAt[follower] = port.now();
        if (fits) {
            match[follower] = Math.max(match[follower], known);
            next[follower] = Math.max(next[follower], match[follower] + 1);
            advance();
        } else {
            next[follower] = Math.max(match[follower], known) + 1;
            replicateTo(follower);
        }
    }

    private void advance() {
        int[] sorted = match.clone();
        Arrays.sort(sorted);
        int majority = sorted[(size - 1) / 2];
        if (majority > commit && entry(majority).term() == term) {
            commit = majority;
            port.committed();
        }
    }

    private void newerTerm(long other) {
        if (other > term) {
            follow();
            term = other;
            votedFor = NOBODY;
        }
    }

    private void follow() {
        boolean led = role == Role.LEADER;
        role = Role.FOLLOWER;
        if (led) {
            // Only then: a candidate that can't win would else keep those from standing who can.
            resetElectionTimer();
            port.lost(term);
        }
    }

    private boolean heardFromMajoritySince(long time) {
        int heard = 1 << id;
        for (int other = 0; other < size; other++) {
            if (other != id && heardAt[other] - time >= 0) {
                heard |= 1 << other;
            }
        }
        return isMajority(heard);
    }

    private boolean isMajority(int replicas) {
        return Integer.bitCount(replicas) > size / 2;
    }

    private long lastTerm() {
        return log.isEmpty() ? 0 : log.get(log.size() - 1).term();
    }

    private void resetElectionTimer() {
        electionAt = port.now() + port.chance(minTimeoutNanos, 2 * minTimeoutNanos);
    }

    private void forOthers(IntConsumer action) {
        for (int other = 0; other < size; other++) {
            if (other != id) {
                action.accept(other);
            }
        }
    }
}
