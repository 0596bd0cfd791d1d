package io.cellkeeper.server.leader;

import io.cellkeeper.state.batch.BatchHeader;
import java.util.concurrent.TimeUnit;

/**
 * Time in batches (decision 25): never back, whatever the wall clock does. While the wall clock is behind the newest
 * batch, time goes on at half speed until it has been caught up. Cell time is the sum of the reigns' monotonic clocks.
 */
final class BatchTime {
    private final long term;
    private final int settings;
    private final long startNanos;
    private final long startCellTimeMs;
    private long anchorMs;
    private long anchorNanos;
    private long newestMs;

    BatchTime(long term, int settings, long stateTimeMs, long stateCellTimeMs, long now) {
        this.term = term;
        this.settings = settings;
        startNanos = now;
        startCellTimeMs = stateCellTimeMs;
        anchorMs = stateTimeMs;
        anchorNanos = now;
        newestMs = stateTimeMs;
    }

    /** The header of a batch formed now. */
    BatchHeader header(long now, long wallClockMs) {
        if (wallClockMs > newestMs) {
            newestMs = wallClockMs;
            anchorMs = wallClockMs;
            anchorNanos = now;
        } else {
            newestMs = Math.max(newestMs, anchorMs + millis(now - anchorNanos) / 2);
        }
        return new BatchHeader(term, newestMs, cellTimeMs(now), settings);
    }

    /** The cell's time in a batch formed now, milliseconds. */
    long cellTimeMs(long now) {
        return startCellTimeMs + millis(now - startNanos);
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(Math.max(0, nanos));
    }
}
