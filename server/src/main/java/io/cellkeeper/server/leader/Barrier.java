package io.cellkeeper.server.leader;

import io.cellkeeper.consensus.Voters;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Proof of leadership (I14, I15; design: reads, barriers, caches). What needs one takes a number when it arrives and is
 * proven when a majority of the voters, asked after that, still had this reign's term, and the state has applied what
 * was committed then. Three things prove:
 *
 * <ul>
 *   <li>a round: begun at the end of a pass, one in flight, for all that arrived before it began;
 *   <li>a term report on the link of a voter's own proxy, for what arrived before it on that link, where that voter and
 *       this one are a majority;
 *   <li>the commit of a batch, for what had arrived when it was proposed.
 * </ul>
 */
final class Barrier {
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final long term;
    private final Terms terms;
    private final LeaderOut out;
    private final Proofs proofs = new Proofs();
    private final Set<String> reports = new HashSet<>();
    private long appliedIndex;
    private long arrivals;

    private long round;
    private boolean roundInFlight;
    private long roundCovers;
    private long roundIndex;
    private @Nullable Voters roundVoters;
    private long askedAt;
    private long newestWaiting;

    Barrier(long term, long appliedIndex, Terms terms, LeaderOut out) {
        this.term = term;
        this.appliedIndex = appliedIndex;
        this.terms = terms;
        this.out = out;
    }

    /** Numbers something that has arrived on a link and waits for proof. */
    long arrived(LeaderLink link) {
        link.newestWaiting = ++arrivals;
        newestWaiting = arrivals;
        return arrivals;
    }

    /** The newest arrival's number. */
    long arrivals() {
        return arrivals;
    }

    /** Whether leadership is proven for an arrival, and the state is as new as it has to be. */
    boolean isProven(LeaderLink link, long arrival) {
        return arrival <= proofs.proven() || arrival <= link.proofs.proven();
    }

    /** Rounds begun in this reign. */
    long rounds() {
        return round;
    }

    /** The log has committed, and this replica applies, a batch of this reign. */
    void batchCommitted(long arrivalsWhenProposed) {
        proofs.add(arrivalsWhenProposed, 0, appliedIndex);
    }

    /** The state has applied this index. */
    void applied(long index, Iterable<LeaderLink> links) {
        appliedIndex = Math.max(appliedIndex, index);
        proofs.applied(appliedIndex);
        for (LeaderLink link : links) {
            link.proofs.applied(appliedIndex);
        }
    }

    /**
     * A link's replica says its term, read after everything before it on the link was received from its clients.
     *
     * @return whether more is proven than before
     */
    boolean linkReport(LeaderLink link, long reported) {
        if (link.newestWaiting <= link.proofs.covered() || !isReport(reported) || !stillLeads()) {
            return false;
        }
        Voters voters = terms.voters();
        if (!voters.equals(link.votersAtHello) || !isMajority(voters, Set.of(link.proxy))) {
            return false;
        }
        link.proofs.add(arrivals, terms.lastCommittedIndex(), appliedIndex);
        return link.newestWaiting <= link.proofs.proven();
    }

    /**
     * A voter answers a round.
     *
     * @return whether more is proven than before
     */
    boolean report(String voter, long ofRound, long reported) {
        if (!roundInFlight || ofRound != round || !isReport(reported)) {
            return false;
        }
        reports.add(voter);
        return completeRound() && roundCovers <= proofs.proven();
    }

    /**
     * Begins a round for what is waiting, if none is in flight.
     *
     * @return the newest arrival that has waited so long that a logged no-op should be tried too, or 0
     */
    long endOfPass(long now, Iterable<LeaderLink> links) {
        if (roundInFlight && roundCovers <= proofs.proven()) {
            roundInFlight = false;
        }
        if (!roundInFlight && isNeeded(links)) {
            beginRound(now);
        }
        if (roundInFlight && now - askedAt > PATIENCE_NANOS) {
            askedAt = now;
            out.askTerms(round);
            return roundCovers;
        }
        return 0;
    }

    private void beginRound(long now) {
        if (!stillLeads()) {
            return;
        }
        round++;
        roundInFlight = true;
        roundCovers = roundBeginsAfter();
        roundIndex = terms.lastCommittedIndex();
        roundVoters = terms.voters();
        reports.clear();
        askedAt = now;
        if (!completeRound()) {
            out.askTerms(round);
        }
    }

    private boolean completeRound() {
        Voters voters = terms.voters();
        if (!voters.equals(roundVoters)) {
            roundInFlight = false;
            return false;
        }
        if (!isMajority(voters, reports)) {
            return false;
        }
        roundInFlight = false;
        if (stillLeads()) {
            proofs.add(roundCovers, roundIndex, appliedIndex);
        }
        return true;
    }

    private boolean isNeeded(Iterable<LeaderLink> links) {
        if (newestWaiting <= proofs.covered()) {
            return false;
        }
        for (LeaderLink link : links) {
            if (link.newestWaiting > proofs.covered() && link.newestWaiting > link.proofs.covered()) {
                return true;
            }
        }
        return false;
    }

    /** †I14: a round proves nothing for what arrives after it began. */
    private long roundBeginsAfter() {
        return arrivals;
    }

    /** †: only this reign's own term counts; 0 is none. */
    private boolean isReport(long reported) {
        return reported == term;
    }

    /** Of the current voters and of the previous: these, and this replica. */
    private boolean isMajority(Voters voters, Set<String> others) {
        Set<String> all = new HashSet<>(others);
        all.add(terms.selfId());
        return voters.hasMajority(all);
    }

    /** †: this replica's own term is read again, at the end as at the beginning. */
    private boolean stillLeads() {
        return terms.leads(term);
    }
}
