package io.cellkeeper.server.link;

import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.consensus.Voters;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.server.leader.FakeCell;
import io.cellkeeper.server.leader.LeaderConfig;
import io.cellkeeper.server.leader.LeaderCore;
import io.cellkeeper.server.leader.LeaderOut;
import io.cellkeeper.server.leader.Terms;
import io.netty.channel.EventLoop;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A cell of one on an event loop, whose log commits at once: what a link server needs around it. */
final class MiniReplica implements LeaderOut, Terms {
    static final UUID CELL = new UUID(3, 4);
    private static final long TERM = 2;

    final FakeCell cell = new FakeCell();
    final LinkServer links;
    private final EventLoop loop;
    private @Nullable LeaderCore core;
    private boolean passScheduled;
    private long index;

    @Nullable
    Throwable failed;

    MiniReplica(EventLoop loop) {
        this.loop = loop;
        links = new LinkServer(System::nanoTime, this::passNeeded, cause -> failed = cause);
    }

    void lead() {
        LeaderCore leader = new LeaderCore(
                TERM,
                index,
                new LeaderConfig(1000, 2000, 20_000, 0, 0, null),
                cell,
                this,
                this,
                System::currentTimeMillis,
                new Random(3),
                System.nanoTime());
        core = leader;
        links.reignBegins(CELL, leader);
    }

    void stopLeading() {
        core = null;
        links.reignEnds();
    }

    private void passNeeded() {
        if (!passScheduled) {
            passScheduled = true;
            loop.execute(this::pass);
        }
    }

    private void pass() {
        passScheduled = false;
        if (core != null) {
            core.endOfPass(System.nanoTime());
        }
        links.flush();
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
        loop.execute(() -> {
            LeaderCore leader = core;
            if (leader != null) {
                index++;
                cell.apply(TERM, proposal.bytes(), leader.beginApply(proposal, System.nanoTime()));
                leader.endApply(index);
                passNeeded();
            }
        });
    }

    @Override
    public void passBy(long nanos) {}

    @Override
    public void askTerms(long round) {
        throw new AssertionError("nobody to ask");
    }

    @Override
    public void resign(String reason) {
        failed = new AssertionError(reason);
    }

    @Override
    public long currentTerm() {
        return TERM;
    }

    @Override
    public boolean leads(long term) {
        return core != null;
    }

    @Override
    public long lastCommittedIndex() {
        return index;
    }

    @Override
    public Voters voters() {
        return new Voters(1, Set.of("1-1"), Set.of());
    }

    @Override
    public String selfId() {
        return "1-1";
    }
}
