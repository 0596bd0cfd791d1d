package io.cellkeeper.protocol;

import org.jspecify.annotations.Nullable;

/** The operations a client can ask for (rule 7.1), with their codes on the wire and who answers them. */
public enum OpCode {
    CREATE(1, Route.COMMAND),
    DELETE(2, Route.COMMAND),
    EXISTS(3, Route.READ),
    GET_DATA(4, Route.READ),
    SET_DATA(5, Route.COMMAND),
    GET_ACL(6, Route.READ),
    SET_ACL(7, Route.COMMAND),
    GET_CHILDREN(8, Route.READ),
    SYNC(9, Route.READ),
    PING(11, Route.LOCAL),
    GET_CHILDREN2(12, Route.READ),
    /** Only legal inside a multi (rule 7.3). */
    CHECK(13, Route.MULTI_ONLY),
    MULTI(14, Route.COMMAND),
    CREATE2(15, Route.COMMAND),
    RECONFIG(16, Route.COMMAND),
    CHECK_WATCHES(17, Route.LOCAL),
    REMOVE_WATCHES(18, Route.LOCAL),
    CREATE_CONTAINER(19, Route.COMMAND),
    CREATE_TTL(21, Route.COMMAND),
    MULTI_READ(22, Route.READ),
    AUTH(100, Route.AUTH),
    SET_WATCHES(101, Route.READ),
    SASL(102, Route.AUTH),
    GET_EPHEMERALS(103, Route.READ),
    GET_ALL_CHILDREN_NUMBER(104, Route.READ),
    SET_WATCHES2(105, Route.READ),
    ADD_WATCH(106, Route.READ),
    WHO_AM_I(107, Route.LOCAL),
    CLOSE_SESSION(-11, Route.COMMAND);

    /** Who answers an operation. */
    public enum Route {
        /** A command in the log (I1). */
        COMMAND,
        /** Evaluated by the leader behind a barrier (I15). */
        READ,
        /** Answered by the proxy at the head of the connection's queue. */
        LOCAL,
        /** Checked by the proxy; what it proves becomes a command. */
        AUTH,
        /** Refused as unimplemented when it stands alone. */
        MULTI_ONLY
    }

    private static final int LOWEST = -11;
    private static final @Nullable OpCode[] BY_CODE = new @Nullable OpCode[108 - LOWEST];

    static {
        for (OpCode op : values()) {
            BY_CODE[op.code - LOWEST] = op;
        }
    }

    private final int code;
    private final Route route;

    OpCode(int code, Route route) {
        this.code = code;
        this.route = route;
    }

    /** The code on the wire. */
    public int code() {
        return code;
    }

    /** Who answers this operation. */
    public Route route() {
        return route;
    }

    /** The operation of a code on the wire, or null for one that clients may not send (rules 7.3, 22.1, 22.2). */
    public static @Nullable OpCode of(int code) {
        int slot = code - LOWEST;
        return slot < 0 || slot >= BY_CODE.length ? null : BY_CODE[slot];
    }
}
