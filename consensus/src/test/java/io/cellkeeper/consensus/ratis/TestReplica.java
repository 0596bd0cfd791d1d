package io.cellkeeper.consensus.ratis;

import io.cellkeeper.consensus.Await;
import io.cellkeeper.consensus.OrderingListener;
import io.cellkeeper.consensus.Proposal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** A replica whose state is the list of what was applied; remembers all it hears. */
final class TestReplica implements OrderingListener, AutoCloseable {
    record Entry(
            long term, long index, String batch, @Nullable Proposal own) {}

    record Refusal(Proposal proposal, String reason) {}

    final List<Entry> applied = Collections.synchronizedList(new ArrayList<>());
    final List<Long> led = Collections.synchronizedList(new ArrayList<>());
    final List<Long> lost = Collections.synchronizedList(new ArrayList<>());
    final List<Refusal> refused = Collections.synchronizedList(new ArrayList<>());
    final List<String> failures = Collections.synchronizedList(new ArrayList<>());
    final List<Thread> foreignThreads = Collections.synchronizedList(new ArrayList<>());
    final List<Optional<String>> leaders = Collections.synchronizedList(new ArrayList<>());
    volatile long advancedTo;

    private final Thread[] loopThread = new Thread[1];
    final ExecutorService loop;
    final RatisOrdering log;

    TestReplica(RaftSettings settings) throws IOException {
        loop = Executors.newSingleThreadExecutor(task -> loopThread[0] = new Thread(task, "loop-" + settings.selfId()));
        try {
            log = RatisOrdering.start(settings, loop, this);
        } catch (IOException | RuntimeException e) {
            loop.shutdown();
            throw e;
        }
    }

    /** The term in which this replica leads, or 0. */
    long reign() {
        long term = log.currentTerm();
        return term > 0 && log.leads(term) ? term : 0;
    }

    Proposal propose(long term, String batch) {
        Proposal proposal = new Proposal(term, batch.getBytes(StandardCharsets.UTF_8));
        log.propose(proposal);
        return proposal;
    }

    /** Proposes in the present reign and waits until it is applied here. */
    void write(String batch) {
        Proposal proposal = propose(reign(), batch);
        Await.until(batch + " applied", () -> hasAppliedOwn(proposal));
    }

    boolean hasAppliedOwn(Proposal proposal) {
        synchronized (applied) {
            return applied.stream().anyMatch(entry -> entry.own() == proposal);
        }
    }

    boolean wasRefused(Proposal proposal) {
        synchronized (refused) {
            return refused.stream().anyMatch(refusal -> refusal.proposal() == proposal);
        }
    }

    List<String> batches() {
        synchronized (applied) {
            return applied.stream().map(Entry::batch).toList();
        }
    }

    @Override
    public void applied(long term, long index, byte[] batch, @Nullable Proposal own) {
        checkThread();
        applied.add(new Entry(term, index, new String(batch, StandardCharsets.UTF_8), own));
    }

    @Override
    public void advanced(long term, long index) {
        checkThread();
        advancedTo = index;
    }

    @Override
    public void leading(long term, long index) {
        checkThread();
        led.add(term);
    }

    @Override
    public void notLeading(long term) {
        checkThread();
        lost.add(term);
    }

    @Override
    public void leaderChanged(Optional<String> leaderId, long term) {
        checkThread();
        leaders.add(leaderId);
    }

    @Override
    public void notAppended(Proposal proposal, String reason) {
        checkThread();
        refused.add(new Refusal(proposal, reason));
    }

    @Override
    public void failed(String reason, @Nullable Throwable cause) {
        failures.add(reason);
    }

    private void checkThread() {
        if (Thread.currentThread() != loopThread[0]) {
            foreignThreads.add(Thread.currentThread());
        }
    }

    @Override
    public void close() {
        log.close();
        loop.shutdown();
    }
}
