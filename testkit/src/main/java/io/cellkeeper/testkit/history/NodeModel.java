package io.cellkeeper.testkit.history;

import io.cellkeeper.testkit.history.NodeOperation.Answer;

/** One node as a sequential object. A state is a number: 0 if there is no node, else version and value. */
final class NodeModel {
    static final long ABSENT = 0;
    /** No next state: the operation can't have had this answer here. */
    static final long IMPOSSIBLE = -1;

    private NodeModel() {}

    /**
     * The state after an operation, or {@link #IMPOSSIBLE}. One of unknown outcome is taken to succeed here; that it may
     * never have happened is for the caller.
     */
    static long step(long state, NodeOperation operation) {
        return switch (operation.kind()) {
            case CREATE -> create(state, operation);
            case DELETE -> delete(state, operation);
            case SET -> set(state, operation);
            case READ -> read(state, operation);
        };
    }

    private static long create(long state, NodeOperation operation) {
        return switch (operation.answer()) {
            case OK, UNKNOWN -> state == ABSENT ? present(0, operation.value()) : IMPOSSIBLE;
            case NODE_EXISTS -> state != ABSENT ? state : IMPOSSIBLE;
            case NO_NODE, BAD_VERSION -> IMPOSSIBLE;
        };
    }

    private static long delete(long state, NodeOperation operation) {
        return switch (operation.answer()) {
            case OK, UNKNOWN -> isExpected(state, operation) ? ABSENT : IMPOSSIBLE;
            default -> refused(state, operation);
        };
    }

    private static long set(long state, NodeOperation operation) {
        if (operation.answer() != Answer.OK && operation.answer() != Answer.UNKNOWN) {
            return refused(state, operation);
        }
        if (!isExpected(state, operation)) {
            return IMPOSSIBLE;
        }
        int version = version(state) + 1;
        boolean asSeen = operation.seenVersion() < 0 || operation.seenVersion() == version;
        return asSeen ? present(version, operation.value()) : IMPOSSIBLE;
    }

    private static long read(long state, NodeOperation operation) {
        return switch (operation.answer()) {
            case OK ->
                state != ABSENT
                                && (operation.seenVersion() < 0 || operation.seenVersion() == version(state))
                                && (operation.seenValue() < 0 || operation.seenValue() == value(state))
                        ? state
                        : IMPOSSIBLE;
            case UNKNOWN -> state;
            default -> refused(state, operation);
        };
    }

    private static long refused(long state, NodeOperation operation) {
        boolean right = switch (operation.answer()) {
            case NO_NODE -> state == ABSENT;
            case BAD_VERSION ->
                state != ABSENT && operation.expectedVersion() >= 0 && operation.expectedVersion() != version(state);
            default -> false;
        };
        return right ? state : IMPOSSIBLE;
    }

    private static boolean isExpected(long state, NodeOperation operation) {
        return state != ABSENT && (operation.expectedVersion() < 0 || operation.expectedVersion() == version(state));
    }

    private static long present(int version, int value) {
        return ((long) (version + 1) << 32) | value;
    }

    private static int version(long state) {
        return (int) (state >>> 32) - 1;
    }

    private static int value(long state) {
        return (int) state;
    }
}
