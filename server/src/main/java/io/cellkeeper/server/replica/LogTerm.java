package io.cellkeeper.server.replica;

import io.cellkeeper.consensus.OrderingPort;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The Raft term here; 0 until the log runs. On the loop. */
final class LogTerm implements LongSupplier {
    private @Nullable OrderingPort log;

    void attach(OrderingPort running) {
        log = running;
    }

    @Override
    public long getAsLong() {
        return log == null ? 0 : log.currentTerm();
    }
}
