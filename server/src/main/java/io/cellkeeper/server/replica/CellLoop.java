package io.cellkeeper.server.replica;

import io.cellkeeper.consensus.OrderingListener;
import io.cellkeeper.consensus.OrderingPort;
import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.server.leader.LeaderConfig;
import io.cellkeeper.server.leader.LeaderCore;
import io.cellkeeper.server.leader.LeaderOut;
import io.cellkeeper.server.leader.StateView;
import io.cellkeeper.server.link.LinkServer;
import io.cellkeeper.state.ApplySink;
import io.cellkeeper.state.CellState;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens on a replica's loop between the log, the state and the leader core: applies what is committed, lets a
 * reign begin and end, and closes each pass. All methods are called on the loop.
 */
final class CellLoop implements OrderingListener, LeaderOut {
    private static final Logger LOG = LoggerFactory.getLogger(CellLoop.class);

    private final ScheduledExecutorService loop;
    private final UUID cell;
    private final LeaderConfig config;
    private final LinkServer links;
    private final LongConsumer askTerms;
    private final LeaderHints hints;
    private final FaultHandler faults;
    private final CellState state = new CellState();
    private final StateView view = new StateView(state);
    private final SecureRandom random = new SecureRandom();
    private final ProposalSizes proposals = new ProposalSizes();
    private final DigestHistory digests = new DigestHistory();
    private @Nullable OrderingPort port;
    private @Nullable LeaderCore leader;
    private long reignBegan;
    private boolean passScheduled;
    private boolean timerSet;

    /** Who leads, as the log tells it. */
    interface LeaderHints {
        /** Empty while nobody is known. */
        void leaderIs(Optional<String> raftId);

        /** This replica leads in this term and takes links. */
        void leadingHere(long term);
    }

    CellLoop(
            ScheduledExecutorService loop,
            UUID cell,
            LeaderConfig config,
            LinkServer links,
            LongConsumer askTerms,
            LeaderHints hints,
            FaultHandler faults) {
        this.loop = loop;
        this.cell = cell;
        this.config = config;
        this.links = links;
        this.askTerms = askTerms;
        this.hints = hints;
        this.faults = faults;
    }

    /** The log runs; called before it says anything. */
    void attach(OrderingPort log) {
        port = log;
    }

    CellState state() {
        return state;
    }

    DigestHistory digests() {
        return digests;
    }

    /** The leader core while this replica leads. */
    @Nullable
    LeaderCore leader() {
        return leader;
    }

    /** How long this reign lasts, nanoseconds; 0 without one. */
    long reignNanos() {
        return leader == null ? 0 : now() - reignBegan;
    }

    ProposalSizes proposals() {
        return proposals;
    }

    /** While leadership is handed over the log takes no batches. */
    void transferring() {
        if (leader != null) {
            leader.transferring(true);
        }
    }

    /** Asks for an end of pass: a task of the loop, so after everything that was readable (decision 19). */
    void passNeeded() {
        if (!passScheduled) {
            passScheduled = true;
            loop.execute(this::endPass);
        }
    }

    private void endPass() {
        passScheduled = false;
        try {
            if (leader != null) {
                leader.endOfPass(now());
            }
            links.flush();
        } catch (RuntimeException | Error e) {
            faults.broken("the leader core", e);
        }
    }

    /** A voter's answer to {@link #askTerms}. */
    void termReport(String voter, long round, long term) {
        if (leader != null) {
            leader.termReport(voter, round, term);
            passNeeded();
        }
    }

    @Override
    public void applied(long term, long index, byte[] batch, @Nullable Proposal own) {
        LeaderCore leading = leader;
        if (leading != null && leading.term() == term) {
            ApplySink sink = leading.beginApply(own, now());
            state.apply(term, index, batch, sink);
            leading.endApply(index);
            passNeeded();
        } else {
            state.apply(term, index, batch, ApplySink.NONE);
        }
        if (digests.wants(state.zxid())) {
            digests.add(state.zxid(), state.digest());
        }
    }

    @Override
    public void advanced(long term, long index) {
        if (leader != null) {
            leader.caughtUp(index);
            passNeeded();
        }
    }

    @Override
    public void leading(long term, long index) {
        LOG.info("leading in term {} from log index {}: {} sessions taken over", term, index, state.sessionCount());
        OrderingPort log = port();
        leader = new LeaderCore(
                term, index, config, view, new PortTerms(log), this, System::currentTimeMillis, random, now());
        reignBegan = now();
        links.reignBegins(cell, leader);
        hints.leadingHere(term);
        passNeeded();
    }

    @Override
    public void notLeading(long term) {
        if (leader != null && leader.term() == term) {
            LOG.info("no longer leading in term {}", term);
            leader = null;
            links.reignEnds();
        }
    }

    @Override
    public void leaderChanged(Optional<String> leaderId, long term) {
        LOG.info("term {}: {}", term, leaderId.map(id -> "the leader is " + id).orElse("no leader is known"));
        hints.leaderIs(leaderId);
    }

    @Override
    public void notAppended(Proposal proposal, String reason) {
        LOG.debug("{} was not appended: {}", proposal, reason);
        if (leader != null) {
            leader.notAppended(proposal, now());
            passNeeded();
        }
    }

    @Override
    public void failed(String reason, @Nullable Throwable cause) {
        faults.broken(reason, cause);
    }

    @Override
    public void send(int link, LinkMessage.ToProxy message) {
        links.send(link, message);
    }

    @Override
    public void closeLink(int link, String reason) {
        links.closeLink(link, reason);
    }

    @Override
    public void propose(Proposal proposal) {
        proposals.add(proposal.bytes().length);
        port().propose(proposal);
    }

    @Override
    public void passBy(long nanos) {
        if (!timerSet) {
            timerSet = true;
            var unused = loop.schedule(this::timerRang, nanos - now(), TimeUnit.NANOSECONDS);
        }
    }

    private void timerRang() {
        timerSet = false;
        passNeeded();
    }

    @Override
    public void askTerms(long round) {
        askTerms.accept(round);
    }

    @Override
    public void warn(String message) {
        LOG.warn(message);
    }

    @Override
    public void resign(String reason) {
        LOG.warn("giving leadership up: {}", reason);
        port().resign(reason);
    }

    private OrderingPort port() {
        OrderingPort log = port;
        if (log == null) {
            throw new IllegalStateException("the log has not been attached");
        }
        return log;
    }

    private static long now() {
        return System.nanoTime();
    }

    /** Milliseconds of a time of {@link #now}. */
    static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
