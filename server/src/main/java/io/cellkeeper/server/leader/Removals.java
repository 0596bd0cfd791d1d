package io.cellkeeper.server.leader;

import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.state.batch.Command;
import io.cellkeeper.state.batch.CommandKind;
import io.cellkeeper.state.batch.RemovalBody;
import java.util.concurrent.TimeUnit;

/**
 * Removes containers and nodes with a time to live that nobody uses any more (rules 12.3 to 12.5): looks for them at
 * intervals, a slice at each pass of the loop, and proposes one command each, which the state judges again. A check that
 * finds more than may be removed in a minute goes on at that rate; the next does not begin before everything that was
 * proposed has an outcome.
 */
final class Removals {
    private static final int NODES_PER_PASS = 2048;
    /** Passes are up to 50 ms apart: what the rate allows in that time is not lost, what it allows in a pause is. */
    private static final long LONGEST_CATCH_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final CellView cell;
    private final BatchFormer former;
    private final BatchTime time;
    private final long checkIntervalNanos;
    private final long minGapNanos;
    private final long maxNeverUsedMs;
    private long checkAt;
    private long nextAt;
    /** Slots that this check has still to look at. */
    private int left;

    private long proposed;
    private long settled;

    Removals(CellView cell, BatchFormer former, BatchTime time, LeaderConfig.Removal config, long now) {
        this.cell = cell;
        this.former = former;
        this.time = time;
        checkIntervalNanos = TimeUnit.MILLISECONDS.toNanos(config.checkIntervalMs());
        minGapNanos = TimeUnit.MINUTES.toNanos(1) / config.maxPerMinute();
        maxNeverUsedMs = config.maxNeverUsedMs();
        checkAt = now + checkIntervalNanos;
    }

    /** Goes on with a check, or begins one that is due. */
    void endOfPass(long now) {
        if (left == 0 && !beginCheck(now)) {
            return;
        }
        if (now - nextAt > LONGEST_CATCH_UP_NANOS) {
            nextAt = now - LONGEST_CATCH_UP_NANOS;
        }
        left = Math.min(left, cell.managedCount());
        long cellTimeMs = time.cellTimeMs(now);
        for (int looked = 0; left > 0 && looked < NODES_PER_PASS && now - nextAt >= 0; looked++) {
            String path = cell.dueForRemoval(--left, cellTimeMs, maxNeverUsedMs);
            if (path != null) {
                propose(path);
                nextAt += minGapNanos;
            }
        }
    }

    /** A removal was applied, or refused because the node was used meanwhile. */
    void applied() {
        settled++;
    }

    private boolean beginCheck(long now) {
        if (now - checkAt < 0 || settled < proposed) {
            return false;
        }
        checkAt = now + checkIntervalNanos;
        left = cell.managedCount();
        return left > 0;
    }

    private void propose(String path) {
        proposed++;
        WireWriter body = new WireWriter(path.length() + 16);
        new RemovalBody(path, maxNeverUsedMs).write(body);
        former.add(Command.unnumbered(CommandKind.REMOVE, 0, 0, body.takeRange()));
    }
}
