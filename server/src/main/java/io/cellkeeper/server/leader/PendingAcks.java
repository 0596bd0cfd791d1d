package io.cellkeeper.server.leader;

import io.cellkeeper.state.batch.BatchWriter;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Acknowledgements of results on their way to the log (decision 18): they ride in the next batch that goes anyway. If
 * none goes for 30 s, or a large result is acknowledged, they get one of their own.
 */
final class PendingAcks {
    /** A result with a longer body is forgotten as soon as it is acknowledged. */
    static final int LARGE_RESULT_BYTES = 4096;

    private static final int MAX_PER_BATCH = 4096;
    private static final long MAX_DELAY_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final ArrayDeque<SessionSlot> slots = new ArrayDeque<>();
    private long oldest;
    private boolean urgent;

    /** The session's proxy has received all results up to a number. */
    void acked(SessionSlot slot, long number, long now) {
        if (number <= slot.acked) {
            return;
        }
        boolean waits = slot.acked > slot.ackedInLog;
        slot.acked = number;
        if (slot.largeResult != 0 && slot.largeResult <= number) {
            slot.largeResult = 0;
            urgent = true;
        }
        if (!waits) {
            if (slots.isEmpty()) {
                oldest = now;
            }
            slots.add(slot);
        }
    }

    /** The same, but the log hears of it without this: from a command, or because nothing up to this number is kept. */
    void ackedElsewhere(SessionSlot slot, long number) {
        if (number > slot.acked) {
            slot.acked = number;
        }
        slot.ackedInLog = Math.max(slot.ackedInLog, number);
    }

    /** Whether a batch is to be formed for them. */
    boolean needBatch(long now) {
        return urgent || (!slots.isEmpty() && now - oldest > MAX_DELAY_NANOS);
    }

    /** Puts what waits into a batch. */
    void drainTo(BatchWriter batch, long now) {
        for (int i = 0; i < MAX_PER_BATCH && !slots.isEmpty(); i++) {
            SessionSlot slot = slots.remove();
            if (slot.acked > slot.ackedInLog) {
                slot.ackedInLog = slot.acked;
                batch.ack(slot.id, slot.acked);
            }
        }
        oldest = now;
        urgent = false;
    }
}
