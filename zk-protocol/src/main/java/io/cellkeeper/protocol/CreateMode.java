package io.cellkeeper.protocol;

import org.jspecify.annotations.Nullable;

/** The kinds of node a create can make (rule 8.1.1). */
public enum CreateMode {
    PERSISTENT(0, false, false),
    EPHEMERAL(1, true, false),
    PERSISTENT_SEQUENTIAL(2, false, true),
    EPHEMERAL_SEQUENTIAL(3, true, true),
    CONTAINER(4, false, false),
    PERSISTENT_WITH_TTL(5, false, false),
    PERSISTENT_SEQUENTIAL_WITH_TTL(6, false, true);

    private final int flag;
    private final boolean ephemeral;
    private final boolean sequential;

    CreateMode(int flag, boolean ephemeral, boolean sequential) {
        this.flag = flag;
        this.ephemeral = ephemeral;
        this.sequential = sequential;
    }

    /** The flag on the wire. */
    public int flag() {
        return flag;
    }

    /** Whether the node ends with its session. */
    public boolean isEphemeral() {
        return ephemeral;
    }

    /** Whether the server appends a number to the name. */
    public boolean isSequential() {
        return sequential;
    }

    /** Whether the node carries a time to live. */
    public boolean hasTtl() {
        return this == PERSISTENT_WITH_TTL || this == PERSISTENT_SEQUENTIAL_WITH_TTL;
    }

    /** The mode of a flag on the wire, or null if there is none. */
    public static @Nullable CreateMode of(int flag) {
        CreateMode[] modes = values();
        return flag < 0 || flag >= modes.length ? null : modes[flag];
    }
}
