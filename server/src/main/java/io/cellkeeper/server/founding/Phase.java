package io.cellkeeper.server.founding;

/** How far the founding has come on one server; durable, and only ever going forward. */
public enum Phase {
    /** No marker: never started, or wiped. They look alike. */
    EMPTY(0),
    /** Every server, or with the override a majority, was new. Nothing is ordered yet. */
    FOUNDING(1),
    /** The cell exists; from here on Ratis may run, and losing this directory loses a voter. */
    FOUNDED(2);

    private final byte code;

    Phase(int code) {
        this.code = (byte) code;
    }

    /** The number that stands for the phase in reports between servers. */
    public byte code() {
        return code;
    }

    /**
     * The phase of a report's number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Phase ofCode(int code) {
        for (Phase phase : values()) {
            if (phase.code == code) {
                return phase;
            }
        }
        throw new IllegalArgumentException("phase " + code + ", expected 0 to 2");
    }
}
