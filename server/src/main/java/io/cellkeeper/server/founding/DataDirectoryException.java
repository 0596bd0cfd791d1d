package io.cellkeeper.server.founding;

/** The data directory is in use, belongs to another server or cell, or can't be understood. */
public final class DataDirectoryException extends Exception {
    private static final long serialVersionUID = 1L;

    public DataDirectoryException(String message) {
        super(message);
    }

    public DataDirectoryException(String message, Throwable cause) {
        super(message, cause);
    }
}
