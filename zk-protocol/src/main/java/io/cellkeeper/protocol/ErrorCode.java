package io.cellkeeper.protocol;

/** The error codes a server may put on the wire (rule 9.1), and no others. */
public enum ErrorCode {
    OK(0),
    RUNTIME_INCONSISTENCY(-2),
    MARSHALLING_ERROR(-5),
    UNIMPLEMENTED(-6),
    BAD_ARGUMENTS(-8),
    NEW_CONFIG_NO_QUORUM(-13),
    RECONFIG_IN_PROGRESS(-14),
    NO_NODE(-101),
    NO_AUTH(-102),
    BAD_VERSION(-103),
    NO_CHILDREN_FOR_EPHEMERALS(-108),
    NODE_EXISTS(-110),
    NOT_EMPTY(-111),
    SESSION_EXPIRED(-112),
    INVALID_ACL(-114),
    AUTH_FAILED(-115),
    NOT_READ_ONLY(-119),
    NO_WATCHER(-121),
    RECONFIG_DISABLED(-123),
    SESSION_CLOSED_REQUIRE_SASL_AUTH(-124),
    QUOTA_EXCEEDED(-125),
    THROTTLED_OP(-127);

    private final int code;

    ErrorCode(int code) {
        this.code = code;
    }

    /** The code on the wire. */
    public int code() {
        return code;
    }

    /**
     * The error of a code on the wire.
     *
     * @throws IllegalArgumentException if no server sends this code
     */
    public static ErrorCode of(int code) {
        for (ErrorCode error : values()) {
            if (error.code == code) {
                return error;
            }
        }
        throw new IllegalArgumentException("no error code " + code);
    }
}
