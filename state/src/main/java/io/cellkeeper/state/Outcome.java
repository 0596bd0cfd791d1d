package io.cellkeeper.state;

/** How a command ended, before what its operation says. */
public enum Outcome {
    /** Applied now; the error says how it went. */
    APPLIED,
    /** Applied before under the same number: this is the result it had then (I7). */
    REPEATED,
    /** Its session does not exist, or no longer (rule 7.6). */
    SESSION_GONE,
    /** Its session has attached elsewhere since: that connection is to be closed (rule 3.12). */
    SESSION_MOVED,
    /** A number is missing before it: that connection is to be closed. */
    GAP,
    /** An older number whose result has been forgotten: that connection is to be closed. */
    FORGOTTEN
}
