package io.cellkeeper.server.cli;

/** A replica running in this process. */
public interface ReplicaProcess {
    /**
     * Waits until clients are served.
     *
     * @return false if that didn't happen in time
     */
    boolean awaitServing(long timeoutMs) throws InterruptedException;

    /** The client port in fact listened on. Known once the replica has started. */
    int clientPort();

    /** Stops in order (decision 23); waits, some seconds at most. Does nothing the second time. */
    void stop();
}
