package io.cellkeeper.compat.partition;

/** Hosts can't be made here; the message says why. */
final class NetworkUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    NetworkUnavailableException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
