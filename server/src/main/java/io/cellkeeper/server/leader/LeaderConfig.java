package io.cellkeeper.server.leader;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The settings of leader duties.
 *
 * @param graceMs G, one tick, in milliseconds
 * @param minTimeoutMs lowest session timeout
 * @param maxTimeoutMs highest session timeout
 * @param settings bits of {@link io.cellkeeper.state.batch.BatchSettings} for every batch
 * @param cellNumber the cell's number for a cell that has none yet, 1 to 4095; 0 to choose one at random
 * @param configText what {@code /zookeeper/config} is to say, or null to leave it as it is
 */
public record LeaderConfig(
        int graceMs,
        int minTimeoutMs,
        int maxTimeoutMs,
        int settings,
        int cellNumber,
        @Nullable String configText) {
    public static final int MAX_CELL_NUMBER = 4095;

    public LeaderConfig {
        if (graceMs < 1 || minTimeoutMs < 1 || maxTimeoutMs < minTimeoutMs) {
            throw new IllegalArgumentException(
                    "grace " + graceMs + " ms, timeouts " + minTimeoutMs + " to " + maxTimeoutMs + " ms");
        }
        if (cellNumber < 0 || cellNumber > MAX_CELL_NUMBER) {
            throw new IllegalArgumentException("cell number " + cellNumber + ", at most " + MAX_CELL_NUMBER);
        }
    }

    /** The longest time from the end of one pass to the next, in nanoseconds: min(50 ms, G/4) (decision 24). */
    public long maxPassNanos() {
        return Math.min(TimeUnit.MILLISECONDS.toNanos(50), TimeUnit.MILLISECONDS.toNanos(graceMs) / 4);
    }

    /** The timeout that a client gets for the one it asks for (rule 2.5). */
    int clamp(int timeoutMs) {
        return Math.max(minTimeoutMs, Math.min(maxTimeoutMs, timeoutMs));
    }
}
