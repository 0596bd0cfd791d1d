package io.cellkeeper.bench.load;

/** A server answered wrongly, too late or not at all: nothing measured in this run may be used. */
public final class LoadException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public LoadException(String message) {
        super(message);
    }

    public LoadException(String message, Throwable cause) {
        super(message, cause);
    }
}
