package io.cellkeeper.server.cli;

/** What the process ends with; a supervisor may rely on it. */
public final class ExitCode {
    /** Stopped because it was asked to. */
    public static final int CLEAN = 0;
    /** Broken, or failed at start for a reason outside the configuration; the reason is on standard error. */
    public static final int FAILED = 1;
    /** Wrong usage or configuration: starting again won't help. */
    public static final int USAGE = 2;
    /** The data directory is in use, of another server or cell, or can't be understood. */
    public static final int DATA_DIRECTORY = 3;

    private ExitCode() {}
}
