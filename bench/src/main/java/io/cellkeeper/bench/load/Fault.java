package io.cellkeeper.bench.load;

/** What happens to the leader's process. */
public enum Fault {
    /** It is killed: the system closes its connections. */
    KILL,
    /** It is stopped and stays so: its connections stay open, and silent. */
    FREEZE,
    /** Nothing by this tool: whoever started it makes pauses until its standard input ends. */
    NONE
}
