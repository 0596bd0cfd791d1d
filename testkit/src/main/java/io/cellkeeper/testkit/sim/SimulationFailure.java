package io.cellkeeper.testkit.sim;

import io.cellkeeper.testkit.truth.Violation;

/** A run has failed: an invariant does not hold, or a core has thrown. */
public final class SimulationFailure extends RuntimeException {
    private final long seed;
    private final String trace;

    SimulationFailure(long seed, Throwable cause, String trace) {
        super("seed " + seed + ": " + cause + " (to read what happened: -Dtestkit.seed=" + seed + ")", cause);
        this.seed = seed;
        this.trace = trace;
    }

    public long seed() {
        return seed;
    }

    /** What happened, newest last; empty if the run was not traced. */
    public String trace() {
        return trace;
    }

    /** The name of the invariant that does not hold; that of the exception if a core has thrown. */
    public String rule() {
        Throwable cause = getCause();
        return cause instanceof Violation violation ? violation.rule() : String.valueOf(cause);
    }
}
