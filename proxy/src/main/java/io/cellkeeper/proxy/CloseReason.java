package io.cellkeeper.proxy;

/** Why a client's connection ended (rule 24.8): counted, and logged for debugging. */
public enum CloseReason {
    /** The client went, or its network. */
    CLIENT_GONE,
    /** Its session was closed at its own wish. */
    SESSION_CLOSED,
    /** Its session has expired, or it came with one that is unknown. */
    SESSION_EXPIRED,
    /** Its session lives on a newer connection. */
    SESSION_MOVED,
    /** The leader can't show that what it sent here is complete. */
    UNPROVEN,
    /** The leader does not let it in: it has seen a zxid from the future, say. */
    REFUSED,
    /** No leader was there in time. */
    NO_LEADER,
    /** The link to the leader ended while its session was asked for. */
    LINK_DOWN,
    /** This proxy stops. */
    STOPPING,
    /** The leader broke the protocol of the link. */
    LINK_FAULT,
    /** It did not finish the handshake in time (rule 2.15), or did not take the last bytes. */
    TIMED_OUT,
    /** Too many connections from its address, or altogether (rule 14.1). */
    TOO_MANY_CONNECTIONS,
    /** It sent what is no request (rule 1.9). */
    MALFORMED,
    /** It asked for an operation that doesn't exist (rule 7.3). */
    UNIMPLEMENTED,
    /** It failed to authenticate (rule 11.7). */
    AUTH_FAILED,
    /** Nothing may be promised to it any more (I9). */
    SILENT,
    /** More output would have to be held than is allowed (decision 7). */
    HELD_TOO_MUCH,
    /** It does not read what is sent to it (rule 10.30). */
    SLOW_READER
}
