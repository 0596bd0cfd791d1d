package io.cellkeeper.testkit.sim;

import io.cellkeeper.consensus.OrderingListener;
import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.consensus.Voters;
import io.cellkeeper.server.leader.Terms;
import io.cellkeeper.testkit.raft.RaftEntry;
import io.cellkeeper.testkit.raft.RaftNode;
import io.cellkeeper.testkit.raft.RaftPort;
import io.cellkeeper.testkit.time.Dice;
import io.cellkeeper.testkit.truth.Violation;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The ordering port of one replica over the small Raft, with Ratis' habits: entries and role changes reach the loop in one
 * order and late; a proposal waits on its way, so that it may be refused, or appended by a leader that has lost and won
 * again meanwhile; the loss of the role is visible at once.
 */
final class SimOrdering implements Terms, RaftPort {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;

    private final SimReplica replica;
    private final Cell cell;
    private final Dice dice;
    private final OrderingListener listener;
    private final RaftNode raft;
    private final Voters voters;
    /** How many of a thousand entries that are late let all after them wait. */
    private final int lateEntries;

    /** How many of a thousand proposals are told to have failed that were appended all the same. */
    private final int failures;

    private int delivered;
    private long wonTerm;
    private long lostTerm;
    private long readyTerm;
    private long endedTerm;
    private int leaderTold = -1;
    private long toldInTerm;
    private long lastDelivery;
    private long lastSubmission;
    private @Nullable Proposal newest;

    SimOrdering(SimReplica replica, Cell cell, Dice dice, OrderingListener listener) {
        this.replica = replica;
        this.cell = cell;
        this.dice = dice;
        this.listener = listener;
        long timeoutMs = cell.isPatient() ? dice.between(700, 1100) : 150;
        long stepDownMs = cell.isPatient() ? 3000 : dice.between(600, 2000);
        raft = new RaftNode(replica.id, cell.size(), timeoutMs * MS, stepDownMs * MS, this);
        Set<String> ids = new TreeSet<>();
        for (int i = 0; i < cell.size(); i++) {
            ids.add(SimReplica.raftId(i));
        }
        voters = new Voters(1, ids, Set.of());
        lateEntries = dice.between(0, 40);
        failures = dice.between(0, 60);
    }

    RaftNode raft() {
        return raft;
    }

    /** The process has begun. */
    void start() {
        delivered = 0;
        wonTerm = 0;
        lostTerm = raft.term();
        readyTerm = 0;
        endedTerm = raft.term();
        leaderTold = -1;
        lastDelivery = 0;
        lastSubmission = 0;
        newest = null;
        raft.start();
    }

    void tick() {
        raft.tick();
    }

    /** Lets what is proposed next wait this long before it gets to the log. */
    void stallProposer(long nanos) {
        lastSubmission = Math.max(lastSubmission, replica.agenda.now() + nanos);
    }

    /** Lets the loop hear nothing for this long. */
    void stallLoop(long nanos) {
        lastDelivery = Math.max(lastDelivery, replica.agenda.now() + nanos);
    }

    void propose(Proposal proposal) {
        if (proposal == newest && raft.term() != proposal.term()) {
            throw new Violation(
                    "proposed again",
                    replica.name + " proposes a batch of term " + proposal.term() + " again in term " + raft.term());
        }
        newest = proposal;
        long longest = dice.perMille(20) ? 400 * MS : 2 * MS;
        lastSubmission = Math.max(lastSubmission, replica.agenda.now()) + dice.between(20 * US, longest);
        int life = replica.incarnation();
        replica.agenda.at(lastSubmission, () -> {
            if (life == replica.incarnation()) {
                replica.run(() -> submit(proposal));
            }
        });
    }

    void resign() {
        raft.stepDown();
    }

    @Override
    public long currentTerm() {
        return replica.isUp() ? raft.term() : 0;
    }

    @Override
    public boolean leads(long term) {
        return readyTerm == term && lostTerm < term && raft.term() == term && raft.isLeader();
    }

    @Override
    public long lastCommittedIndex() {
        return raft.commitIndex();
    }

    @Override
    public Voters voters() {
        return voters;
    }

    @Override
    public String selfId() {
        return SimReplica.raftId(replica.id);
    }

    @Override
    public void send(int to, Consumer<RaftNode> message) {
        SimReplica target = cell.replica(to);
        cell.network().raft(replica, target, () -> {
            if (target.isUp()) {
                message.accept(target.ordering().raft());
            }
        });
    }

    @Override
    public long now() {
        return replica.now();
    }

    @Override
    public long chance(long least, long most) {
        return dice.between(least, most);
    }

    @Override
    public void won(long term) {
        wonTerm = term;
        cell.trace().say(replica.name, () -> "has won term " + term);
    }

    @Override
    public void lost(long term) {
        lostTerm = Math.max(lostTerm, term);
        cell.trace().say(replica.name, () -> "no longer leads in term " + term);
        deliver(() -> {
            endedTerm = Math.max(endedTerm, term);
            listener.notLeading(term);
        });
    }

    @Override
    public void leaderIs(int leader) {
        long term = raft.term();
        if (leader != leaderTold || term != toldInTerm) {
            leaderTold = leader;
            toldInTerm = term;
            deliver(() -> listener.leaderChanged(Optional.of(SimReplica.raftId(leader)), term));
        }
    }

    @Override
    public void committed() {
        while (delivered < raft.commitIndex()) {
            int index = ++delivered;
            RaftEntry entry = raft.entry(index);
            Proposal proposal = entry.proposal();
            if (proposal == null) {
                noOp(entry, index);
            } else {
                deliver(() -> listener.applied(entry.term(), index, proposal.bytes(), own(entry, proposal)));
            }
        }
    }

    private void noOp(RaftEntry entry, int index) {
        long term = entry.term();
        deliver(() -> listener.advanced(term, index));
        if (entry.proposer() == replica.id && wonTerm == term && lostTerm < term) {
            deliver(() -> {
                if (lostTerm < term) {
                    readyTerm = term;
                    listener.leading(term, index);
                }
            });
        }
    }

    /** The proposal, if this process appended it and has led without a break since. */
    private @Nullable Proposal own(RaftEntry entry, Proposal proposal) {
        boolean here = entry.proposer() == replica.id && entry.incarnation() == replica.incarnation();
        return here && proposal.term() > endedTerm ? proposal : null;
    }

    private void submit(Proposal proposal) {
        boolean passesFence = raft.term() == proposal.term() || !cell.hasFence();
        boolean appended = raft.isLeader() && passesFence && !dice.perMille(cell.refusals());
        boolean failed = !appended || dice.perMille(failures);
        if (failed && isKnownNotAppended(appended)) {
            cell.coverage().count(Coverage.Kind.REFUSED_BATCH);
            deliver(() -> listener.notAppended(proposal, "refused"));
        }
        if (!appended) {
            return;
        }
        if (raft.term() != proposal.term()) {
            cell.coverage().count(Coverage.Kind.LATE_APPEND);
        }
        raft.append(new RaftEntry(raft.term(), proposal, replica.id, replica.incarnation()));
    }

    /** Decision 21, as the submission to Ratis: what was appended may be committed yet, whatever its future says. */
    private static boolean isKnownNotAppended(boolean appended) {
        return !appended;
    }

    /** To the loop, after everything before. */
    private void deliver(Runnable delivery) {
        long lag = dice.perMille(lateEntries) ? dice.between(MS, 300 * MS) : dice.between(10 * US, 300 * US);
        lastDelivery = Math.max(lastDelivery + 1, replica.agenda.now() + lag);
        int life = replica.incarnation();
        replica.agenda.at(lastDelivery, () -> {
            if (life == replica.incarnation()) {
                replica.run(delivery);
            }
        });
    }
}
