package io.cellkeeper.proxy;

/**
 * A client's socket, as the core sees it. Called on the core's thread. Nothing here fails: a socket that is gone swallows
 * what it is given and is reported by {@link ProxyCore#disconnected}.
 */
public interface ClientOut {
    /** So far from now that it makes no difference: longer than any process runs, within the range of a difference of times. */
    long UNLIMITED_NANOS = Long.MAX_VALUE / 4;

    /** Whether the socket takes more now. When it does again, {@link ProxyCore#writable} is called. */
    boolean isWritable();

    /**
     * What is written from now on is a promise that may be made until then (I9). The core has checked that just now; a socket
     * that hands its bytes to another thread checks again when they leave, and calls {@link ProxyCore#leaveLapsed} if it is
     * too late.
     *
     * @param nanos a time of the core's clock
     */
    default void leaveUntil(long nanos) {}

    /**
     * Takes bytes: they are on their way to the kernel, or to the thread that serves the socket, when the flush that wrote
     * them ends.
     */
    void write(byte[] array, int offset, int length);

    /** Stops or resumes reading; frames that were already read may still come. */
    void setReading(boolean reading);

    /**
     * The client has a session: from now on the socket is to end, as if the client were gone, when the client's TCP doesn't
     * acknowledge what it was sent (decision 6). Not every socket can.
     *
     * @param deltaMs δ: the limit for little output, or twice the retransmission timeout if that is longer
     * @param progressMs T/3: how long much output may make no progress
     */
    default void limitUnacknowledged(int deltaMs, int progressMs) {}

    /** Closes in order, once everything written has left. */
    void closeAfterFlush();

    /** Closes at once, by a reset; what is on its way is lost. */
    void reset();
}
