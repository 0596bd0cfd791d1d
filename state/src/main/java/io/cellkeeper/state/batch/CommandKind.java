package io.cellkeeper.state.batch;

import org.jspecify.annotations.Nullable;

/** What a command in the log is (I1). The codes are part of the log's format. */
public enum CommandKind {
    /** A client's own operation: {@code op} is its code, the body the client's bytes. Numbered. */
    CLIENT(1),
    /** Opens a new session; the body is {@link SessionBody}. */
    CREATE_SESSION(2),
    /** Moves a session to a new connection: raises its generation; the body is {@link SessionBody}. */
    ATTACH(3),
    /** Adds identities to a session; the body is a count and (scheme, id) pairs. Numbered. */
    ADD_AUTH(4),
    /** Ends a session whose lease has ended, if its generation is still the one named. */
    EXPIRE(5),
    /** Fixes the cell's 12-bit number, once; the body is an int. */
    SET_CELL_NUMBER(6),
    /** Sets the text of {@code /zookeeper/config}; the body is the servers' lines, to which apply adds the version. */
    SET_CONFIG(7),
    /** Removes a container or a node with a time to live, if it is due when this is applied; the body is {@link RemovalBody}. */
    REMOVE(8);

    private final int code;

    CommandKind(int code) {
        this.code = code;
    }

    /** The code in the log. */
    public int code() {
        return code;
    }

    /** The kind of a code in the log, or null if this version knows none. */
    public static @Nullable CommandKind of(int code) {
        for (CommandKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        return null;
    }
}
