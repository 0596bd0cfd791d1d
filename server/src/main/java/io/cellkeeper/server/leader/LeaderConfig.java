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
 * @param serverLines the servers as {@code /zookeeper/config} is to show them, with line feeds between them; empty for a
 *     stand-alone server, null to leave it as it is
 * @param removal how containers and nodes with a time to live are removed
 */
public record LeaderConfig(
        int graceMs,
        int minTimeoutMs,
        int maxTimeoutMs,
        int settings,
        int cellNumber,
        @Nullable String serverLines,
        Removal removal) {
    public static final int MAX_CELL_NUMBER = 4095;

    /**
     * How containers and nodes with a time to live are removed (rule 12.3).
     *
     * @param checkIntervalMs how often the leader looks for some, in milliseconds
     * @param maxPerMinute how many it removes in a minute at most
     * @param maxNeverUsedMs how long a container that never had a child is kept, in milliseconds; 0 for ever
     */
    public record Removal(int checkIntervalMs, int maxPerMinute, long maxNeverUsedMs) {
        /** What ZooKeeper does if it isn't told otherwise. */
        public static final Removal DEFAULT = new Removal(60_000, 10_000, 0);

        public Removal {
            if (checkIntervalMs < 1 || maxPerMinute < 1 || maxNeverUsedMs < 0) {
                throw new IllegalArgumentException("a check every " + checkIntervalMs + " ms, " + maxPerMinute
                        + " removals a minute, never-used containers kept for " + maxNeverUsedMs + " ms");
            }
        }
    }

    /** With removals as in ZooKeeper. */
    public LeaderConfig(
            int graceMs,
            int minTimeoutMs,
            int maxTimeoutMs,
            int settings,
            int cellNumber,
            @Nullable String serverLines) {
        this(graceMs, minTimeoutMs, maxTimeoutMs, settings, cellNumber, serverLines, Removal.DEFAULT);
    }

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
