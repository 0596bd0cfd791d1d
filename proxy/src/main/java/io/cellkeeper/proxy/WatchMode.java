package io.cellkeeper.proxy;

/** The modes of a watch (rule 10.2): independent flags that coexist. */
final class WatchMode {
    /** Ends with its first event. */
    static final int STANDARD = 1;
    /** Stays. */
    static final int PERSISTENT = 1 << 1;
    /** Stays and covers everything below; in the data table only. */
    static final int RECURSIVE = 1 << 2;

    private WatchMode() {}
}
