package io.cellkeeper.testkit.sim;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What happened, one line each, newest last: kept only when a seed is run to be read. */
public final class Trace {
    private static final int MAX_LINES = 20_000;

    private final boolean on;
    private final LongSupplier now;
    private final Deque<String> lines = new ArrayDeque<>();

    Trace(boolean on, LongSupplier now) {
        this.on = on;
        this.now = now;
    }

    /** Adds a line; what it says is asked for only if it is kept. */
    void say(String who, Supplier<String> what) {
        if (on) {
            if (lines.size() == MAX_LINES) {
                lines.removeFirst();
            }
            lines.add(String.format(Locale.ROOT, "%10.3f ms  %-10s %s", now.getAsLong() / 1e6, who, what.get()));
        }
    }

    /** The lines. */
    public String text() {
        return String.join("\n", lines);
    }
}
