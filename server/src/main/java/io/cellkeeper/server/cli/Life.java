package io.cellkeeper.server.cli;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The end of the process: a signal or a failure, whichever comes first. The main thread waits for it, stops what runs
 * and reports the exit code; the shutdown hook, which the JVM runs on SIGTERM and SIGINT, holds the JVM until then.
 */
final class Life {
    /** A clean stop takes a few seconds; a supervisor usually kills after ten or more. */
    private static final long STOP_TIMEOUT_S = 9;

    /** Completed by the hook, or by any thread of a replica; read by the main thread. */
    private final CompletableFuture<Optional<Throwable>> end = new CompletableFuture<>();

    private final CountDownLatch stopped = new CountDownLatch(1);

    /** Set by the main thread before {@link #stopped} is released, read by the hook after. */
    private volatile int exitCode = ExitCode.CLEAN;

    /** From now on a signal to the process stops it in order. */
    void listenForSignals() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::shutDown, "shutdown"));
    }

    private void shutDown() {
        end.complete(Optional.empty());
        boolean inTime = false;
        try {
            inTime = stopped.await(STOP_TIMEOUT_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            // Nobody interrupts a shutdown hook; if one did, it would be to end it.
        }
        if (!inTime) {
            System.err.println("cellkeeper: the stop took more than " + STOP_TIMEOUT_S + " s and was cut short");
        }
        // The JVM's own exit code after a signal would be 128 and more, as if it had been killed.
        Runtime.getRuntime().halt(inTime ? exitCode : ExitCode.FAILED);
    }

    /** The process can't go on. */
    void failed(Throwable failure) {
        end.complete(Optional.of(failure));
    }

    /** Somebody asks for a clean stop. */
    void stop() {
        end.complete(Optional.empty());
    }

    boolean hasEnded() {
        return end.isDone();
    }

    /** Waits for the end; its cause is empty if a clean stop was asked for. */
    Optional<Throwable> awaitEnd() {
        return end.join();
    }

    /** Everything has stopped: the process may end with this code. */
    void stopped(int code) {
        exitCode = code;
        stopped.countDown();
    }
}
