package io.cellkeeper.server.leader;

import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import io.cellkeeper.state.ApplySink;
import io.cellkeeper.state.batch.BatchSettings;
import io.cellkeeper.state.batch.Command;
import io.cellkeeper.state.batch.CommandKind;
import io.netty.util.collection.IntObjectHashMap;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The duties of the leading replica for one reign: from {@code leading} to {@code notLeading} of one term. It starts
 * empty and is thrown away with its links; a reign never restarts within its term (I16).
 *
 * <p>Single-threaded, on the cell loop. {@code now} is a monotonic clock in nanoseconds that never goes back. A pass of
 * the loop is: whatever input there is ({@link #receive}, {@link #linkUp}, {@link #linkDown}, {@link #termReport},
 * {@link #notAppended}, and {@link #beginApply} with {@link #endApply} around each applied batch), then one {@link
 * #endOfPass}. A pass is due at least every {@link LeaderConfig#maxPassNanos}.
 */
public final class LeaderCore {
    private static final long RESIGN_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final long term;
    private final LeaderConfig config;
    private final CellView cell;
    private final Terms terms;
    private final LeaderOut out;
    private final IntObjectHashMap<LeaderLink> links = new IntObjectHashMap<>();

    private final LeaseClock clock;
    private final Leases leases;
    private final PendingAcks acks = new PendingAcks();
    private final Barrier barrier;
    private final BatchFormer former;
    private final Interests interests;
    private final Expiries expiries;
    private final Removals removals;
    private final KeepAlives keepAlives;
    private final Reads reads;
    private final Openings openings;
    private final Resumptions resumptions;
    private final QuotaWarnings quotaWarnings;
    private final Applying applying;

    private @Nullable FormedBatch beingApplied;
    private boolean transferring;
    private @Nullable String broken;
    private boolean resigned;
    private long resignedAt;

    /**
     * Begins a reign: every live session gets a full lease.
     *
     * @param term the reign's
     * @param appliedIndex the log index up to which the state has applied
     * @param wallClockMs milliseconds since 1970, for the time in batches only
     * @param random for passwords and the cell's number: a secure one
     */
    public LeaderCore(
            long term,
            long appliedIndex,
            LeaderConfig config,
            CellView cell,
            Terms terms,
            LeaderOut out,
            LongSupplier wallClockMs,
            Random random,
            long now) {
        this.term = term;
        this.config = config;
        this.cell = cell;
        this.terms = terms;
        this.out = out;
        long graceNanos = TimeUnit.MILLISECONDS.toNanos(config.graceMs());
        clock = new LeaseClock(graceNanos, now);
        leases = new Leases(clock, graceNanos);
        interests = new Interests((config.settings() & BatchSettings.SKIP_ACL) != 0);
        barrier = new Barrier(term, appliedIndex, terms, out);
        BatchTime time = new BatchTime(term, config.settings(), cell.timeMs(), cell.cellTimeMs(), now);
        former = new BatchFormer(term, terms, out, time, wallClockMs, acks);
        expiries = new Expiries(leases, former);
        removals = new Removals(cell, former, time, config.removal(), now);
        keepAlives = new KeepAlives(leases, acks, barrier, expiries);
        reads = new Reads(cell, barrier, interests);
        openings = new Openings(cell, config, barrier, former, leases, reads, random);
        resumptions = new Resumptions(cell, leases, acks, reads, interests);
        quotaWarnings = new QuotaWarnings(out);
        applying = new Applying(leases, reads, interests, openings, expiries, removals, quotaWarnings);
        cell.forEachSession(session -> leases.takeOver(session, now));
        proposeSettings(random);
    }

    public long term() {
        return term;
    }

    /**
     * A proxy has said hello, and its cell and version are right. It is welcomed.
     *
     * @param link the link's number, higher than any before in this reign
     */
    public void linkUp(int link, LinkMessage.Hello hello) {
        LeaderLink added = new LeaderLink(link, hello.proxy(), terms.voters(), out);
        links.put(link, added);
        added.send(new LinkMessage.Welcome(
                term, config.graceMs(), config.minTimeoutMs(), config.maxTimeoutMs(), cell.zxid()));
    }

    /** The link is gone. Its sessions stay: their leases go on. */
    public void linkDown(int link) {
        LeaderLink gone = links.remove(link);
        if (gone != null) {
            gone.down();
            reads.linkDown(gone);
            interests.linkDown(gone);
        }
    }

    /** A message from a proxy. One from a link that is not up is dropped. */
    public void receive(int from, LinkMessage.ToLeader message, long now) {
        LeaderLink link = links.get(from);
        if (link == null) {
            return;
        }
        if (message instanceof LinkMessage.Command command) {
            command(link, command, now);
        } else if (message instanceof LinkMessage.Read read) {
            read(link, read, now);
        } else if (message instanceof LinkMessage.KeepAlive keepAlive) {
            keepAlives.arrived(link, keepAlive, now);
        } else if (message instanceof LinkMessage.OpenSession open) {
            openings.arrived(link, open);
        } else if (message instanceof LinkMessage.DropInterest drop) {
            interests.drop(link, drop.path(), drop.registration());
        } else if (message instanceof LinkMessage.TermReport report) {
            if (barrier.linkReport(link, report.term())) {
                settle();
            }
        } else if (message instanceof LinkMessage.Resume resume) {
            String fault = resumptions.arrived(link, resume, now);
            if (fault != null) {
                close(link, fault);
            }
        } else if (message instanceof LinkMessage.Hello) {
            close(link, "a second hello");
        } else {
            throw new AssertionError(message);
        }
    }

    /**
     * A voter answers {@link LeaderOut#askTerms}.
     *
     * @param voter the Raft id of the replica at the other end of the connection
     * @param reported its term, read when it wrote the answer; 0 is none
     */
    public void termReport(String voter, long round, long reported) {
        if (barrier.report(voter, round, reported)) {
            settle();
        }
    }

    /** The proposal is known not to have been appended. */
    public void notAppended(Proposal proposal, long now) {
        former.notAppended(proposal, now);
    }

    /**
     * A committed batch of this reign's term is about to be applied.
     *
     * @param own the proposal it came from, if known
     * @return what to give to {@code apply}; then {@link #endApply} is called
     */
    public ApplySink beginApply(@Nullable Proposal own, long now) {
        beingApplied = former.takeApplied(own, now);
        if (beingApplied != null) {
            barrier.batchCommitted(former.arrivalsProposed());
        }
        applying.begin(beingApplied, now);
        return applying;
    }

    /**
     * The batch is applied.
     *
     * @param index its log index
     */
    public void endApply(long index) {
        if (beingApplied != null) {
            if (applying.results() != beingApplied.count()) {
                broken = "a batch of " + beingApplied.count() + " commands had " + applying.results() + " results";
            }
            former.recycle(beingApplied);
            beingApplied = null;
        }
        caughtUp(index);
    }

    /** The loop has handled all of the log up to this index, whether there was anything to apply. */
    public void caughtUp(long index) {
        barrier.applied(index, links.values());
        settle();
    }

    /** While leadership is being handed over, the log takes no batches and that is no reason to resign. */
    public void transferring(boolean handingOver) {
        transferring = handingOver;
    }

    /** All that was readable in this pass has been handled. */
    public void endOfPass(long now) {
        clock.advance(now);
        expiries.endOfPass(now);
        removals.endOfPass(now);
        long unproven = barrier.endOfPass(now, links.values());
        if (unproven > 0 && !former.willProve(unproven)) {
            former.askNoOp();
        }
        settle();
        former.endOfPass(now, barrier.arrivals());
        resignIfBroken(now);
    }

    public LeaderNumbers numbers(long now) {
        return new LeaderNumbers(
                leases.size(),
                links.size(),
                reads.waiting(),
                interests.count(),
                expiries.expired(),
                barrier.rounds(),
                clock.lostNanos(),
                former.ageNanos(now));
    }

    /** How much is left of a session's lease, in nanoseconds; 0 if nothing is, or there is no such session. */
    public long leaseLeftNanos(long session, long now) {
        return leases.leftNanos(session, now);
    }

    /** How much quotas have refused in this reign, by the root of their subtree. */
    public Map<String, Long> quotaRefusals() {
        return quotaWarnings.refusals();
    }

    private void command(LeaderLink link, LinkMessage.Command command, long now) {
        CommandKind kind = CommandKind.of(command.kind());
        if (kind == null || !isClients(kind, command)) {
            close(
                    link,
                    "a command of kind " + command.kind() + ", operation " + command.op() + ", number "
                            + command.number());
            return;
        }
        SessionSlot slot = leases.get(command.session());
        if (slot != null && slot.isHeldElsewhere(link, command.generation())) {
            return;
        }
        long acked = 0;
        if (slot != null && leases.touch(slot, link, command.generation(), command.ageMs(), now)) {
            acked = command.acked();
            acks.ackedElsewhere(slot, acked);
        }
        former.add(
                new Command(
                        kind,
                        command.session(),
                        command.generation(),
                        command.number(),
                        acked,
                        command.op(),
                        command.body()),
                link,
                0);
    }

    private void read(LeaderLink link, LinkMessage.Read read, long now) {
        OpCode op = OpCode.of(read.op());
        if (op == null || op.route() != OpCode.Route.READ) {
            close(link, "a read of operation " + read.op());
            return;
        }
        SessionSlot slot = leases.get(read.session());
        if (slot == null || read.generation() != slot.generation) {
            SessionGone.Reason reason = slot == null ? SessionGone.Reason.UNPROVEN : SessionGone.Reason.MOVED;
            link.send(new SessionGone(read.session(), read.generation(), reason));
        } else if (read.generation() != slot.goneGeneration && !slot.isHeldElsewhere(link, read.generation())) {
            leases.touch(slot, link, read.generation(), read.ageMs(), now);
            reads.arrived(slot, link, read, op);
        }
    }

    private void settle() {
        openings.settle();
        keepAlives.settle(links.values());
        reads.settle();
    }

    private void close(LeaderLink link, String reason) {
        linkDown(link.id);
        out.closeLink(link.id, reason);
    }

    private void resignIfBroken(long now) {
        String reason = broken;
        if (reason == null) {
            reason = former.reasonToResign(now, transferring);
        }
        if (reason == null && clock.losesTooMuch()) {
            reason = "this process lost over a quarter of the last 10 s";
        }
        if (reason != null && (!resigned || now - resignedAt > RESIGN_AGAIN_NANOS)) {
            resigned = true;
            resignedAt = now;
            out.resign(reason);
        }
    }

    private void proposeSettings(Random random) {
        if (cell.cellNumber() < 0) {
            int number =
                    config.cellNumber() != 0 ? config.cellNumber() : 1 + random.nextInt(LeaderConfig.MAX_CELL_NUMBER);
            ByteRange body = new WireWriter(4).writeInt(number).toRange();
            former.add(Command.unnumbered(CommandKind.SET_CELL_NUMBER, 0, 0, body));
        }
        String servers = config.serverLines();
        if (servers != null && !servers.equals(cell.serverLines())) {
            ByteRange body = ByteRange.of(servers.getBytes(StandardCharsets.UTF_8));
            former.add(Command.unnumbered(CommandKind.SET_CONFIG, 0, 0, body));
        }
    }

    /** Only what a client may cause comes over a link. */
    private static boolean isClients(CommandKind kind, LinkMessage.Command command) {
        if (command.number() < 1) {
            return false;
        }
        if (kind == CommandKind.CLIENT) {
            OpCode op = OpCode.of(command.op());
            return op != null && op.route() == OpCode.Route.COMMAND;
        }
        return kind == CommandKind.ADD_AUTH;
    }
}
