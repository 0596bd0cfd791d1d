package io.cellkeeper.proxy;

/**
 * A client's socket, as the core sees it. Called on the core's thread. Nothing here fails: a socket that is gone swallows
 * what it is given and is reported by {@link ProxyCore#disconnected}.
 */
public interface ClientOut {
    /** Whether the socket takes more now. When it does again, {@link ProxyCore#writable} is called. */
    boolean isWritable();

    /** Takes bytes: they are on their way to the kernel when the flush that wrote them ends. */
    void write(byte[] array, int offset, int length);

    /** Stops or resumes reading; frames that were already read may still come. */
    void setReading(boolean reading);

    /** Closes in order, once everything written has left. */
    void closeAfterFlush();

    /** Closes at once, by a reset; what is on its way is lost. */
    void reset();
}
