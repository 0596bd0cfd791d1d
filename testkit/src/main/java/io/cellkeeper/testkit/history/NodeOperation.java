package io.cellkeeper.testkit.history;

/**
 * An operation on one node, as its client saw it. Times are of any one clock that all clients share.
 *
 * @param client who did it, for messages
 * @param expectedVersion what a delete or set demands, −1 for any
 * @param value what a create or set writes: a number from 0 that stands for the bytes
 * @param invoked when it was sent
 * @param returned when its answer was received; for one without an answer when it could no longer take effect, {@link #NEVER}
 *     if that is not known
 * @param seenVersion the data version in the answer, −1 if it says none
 * @param seenValue the value in the answer, −1 if it says none
 */
public record NodeOperation(
        String client,
        Kind kind,
        int expectedVersion,
        int value,
        long invoked,
        long returned,
        Answer answer,
        int seenVersion,
        int seenValue) {
    /** It may take effect at any time after its invocation, or not at all. */
    public static final long NEVER = Long.MAX_VALUE;

    /** What was asked for. */
    public enum Kind {
        CREATE,
        DELETE,
        SET,
        READ
    }

    /** What was answered. */
    public enum Answer {
        OK,
        NO_NODE,
        NODE_EXISTS,
        BAD_VERSION,
        UNKNOWN
    }

    public NodeOperation {
        if (value < 0
                || expectedVersion < -1
                || invoked > returned
                || (returned == NEVER && answer != Answer.UNKNOWN)) {
            throw new IllegalArgumentException(kind + " of " + client + ": value " + value + ", version "
                    + expectedVersion + ", from " + invoked + " to " + returned + ", " + answer);
        }
    }

    /** Whether its outcome is unknown. */
    public boolean isUnknown() {
        return answer == Answer.UNKNOWN;
    }
}
