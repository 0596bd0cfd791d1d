package io.cellkeeper.consensus.ratis;

import io.cellkeeper.consensus.OrderingListener;
import io.cellkeeper.consensus.OrderingPort;
import io.cellkeeper.consensus.Proposal;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The smallest cell: its state is a counter, an operation adds one. It gathers operations into the next batch while one
 * is in flight, as the real leader does, and measures how long each takes. Everything runs on the cell loop.
 */
final class CounterCell implements OrderingListener {
    private static final int OPERATION_BYTES = 200;
    private static final int MAX_OPERATIONS = 4096;

    /** Told about each operation of this replica's that was applied. */
    interface Completion {
        void done(long startedNanos);
    }

    private final Completion completion;
    private @Nullable OrderingPort log;
    private final ArrayDeque<Long> waiting = new ArrayDeque<>();
    private long[] inFlightStarts = new long[0];
    private @Nullable Proposal inFlight;
    private volatile long reign;
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong batches = new AtomicLong();

    CounterCell(Completion completion) {
        this.completion = completion;
    }

    /** On the loop, before anything is added. */
    void use(OrderingPort port) {
        log = port;
    }

    /** The term of the present reign, or 0. Any thread. */
    long reign() {
        return reign;
    }

    /** Operations applied. Any thread. */
    long count() {
        return count.get();
    }

    /** Batches applied. Any thread. */
    long batches() {
        return batches.get();
    }

    /** Adds one operation; {@link #flush} sends it. */
    void add() {
        waiting.add(System.nanoTime());
    }

    /** Proposes what waits, unless a batch is in flight. */
    void flush() {
        if (inFlight != null || waiting.isEmpty() || reign == 0 || log == null) {
            return;
        }
        int operations = Math.min(waiting.size(), MAX_OPERATIONS);
        inFlightStarts = new long[operations];
        ByteBuffer batch = ByteBuffer.allocate(Integer.BYTES + operations * OPERATION_BYTES);
        batch.putInt(operations);
        for (int i = 0; i < operations; i++) {
            inFlightStarts[i] = waiting.remove();
        }
        inFlight = new Proposal(reign, batch.array());
        log.propose(inFlight);
    }

    @Override
    public void applied(long term, long index, byte[] batch, @Nullable Proposal own) {
        count.addAndGet(ByteBuffer.wrap(batch).getInt());
        batches.incrementAndGet();
        if (own != null && own == inFlight) {
            long[] starts = inFlightStarts;
            inFlight = null;
            Arrays.stream(starts).forEach(completion::done);
            flush();
        }
    }

    @Override
    public void leading(long term, long index) {
        reign = term;
        flush();
    }

    @Override
    public void notLeading(long term) {
        reign = 0;
        inFlight = null;
        waiting.clear();
    }

    @Override
    public void leaderChanged(Optional<String> leaderId, long term) {}

    @Override
    public void notAppended(Proposal proposal, String reason) {
        throw new IllegalStateException("not expected here: " + reason);
    }

    @Override
    public void failed(String reason, @Nullable Throwable cause) {
        throw new IllegalStateException(reason, cause);
    }
}
