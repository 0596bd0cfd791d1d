package io.cellkeeper.suites.server;

/** System properties that tell a fork what it is part of. */
public enum ForkProperty {
    /** Which server is under test: {@code ours} or {@code stock}. */
    SERVER("compat.server"),
    /** The checkout whose launcher starts ours. */
    CHECKOUT("compat.checkout"),
    /** The directory of the seams' classes, which a stock server must not have. */
    SEAMS("suites.seams"),
    /** How servers are stopped: {@code TERM} or {@code KILL}. */
    STOP("suites.stop"),
    /** The file that every start of a server is appended to. */
    STARTS("suites.starts"),
    /** The file that servers log to. */
    SERVER_LOG("suites.server.log");

    private final String key;

    ForkProperty(String key) {
        this.key = key;
    }

    /** The property's name. */
    public String key() {
        return key;
    }

    /**
     * Its value in this JVM.
     *
     * @throws IllegalStateException if it isn't set
     */
    public String value() {
        String value = System.getProperty(key);
        if (value == null) {
            throw new IllegalStateException("system property " + key + " is missing");
        }
        return value;
    }
}
