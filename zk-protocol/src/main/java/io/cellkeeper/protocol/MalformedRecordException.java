package io.cellkeeper.protocol;

/** A record whose bytes do not say what its type says: the client was wrong (rule 1.9). Carries no stack trace. */
public final class MalformedRecordException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedRecordException(String message) {
        super(message, null, false, false);
    }
}
