package io.cellkeeper.state.batch;

/**
 * A batch does not hold what it announces: we are broken, not a client. The leader checks frames before it proposes, so
 * whoever meets this in the log stops the process.
 */
public final class BrokenBatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BrokenBatchException(String message, Throwable cause) {
        super(message, cause);
    }
}
