package io.cellkeeper.testkit.truth;

/** An invariant does not hold: the run ends and its seed is to be shown. */
public final class Violation extends RuntimeException {
    private final String rule;

    /**
     * @param rule the invariant's name, the same for every run
     * @param what what was seen and what was expected
     */
    public Violation(String rule, String what) {
        super(rule + ": " + what);
        this.rule = rule;
    }

    /** The invariant's name. */
    public String rule() {
        return rule;
    }
}
