package io.cellkeeper.compat.cell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A client in a process of its own. Its output is kept like a replica's. */
public final class ClientProcess implements AutoCloseable {
    private final Path log;
    private final Process process;

    /** Starts the command. */
    public ClientProcess(String name, List<String> command) {
        try {
            log = Cell.newLogDirectory(Cell.testName()).resolve(name + ".log");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        process = CellProcess.spawn(command, log);
    }

    /** Whether the process is over. */
    public boolean hasEnded() {
        return !process.isAlive();
    }

    /** Writes a line to the process' standard input. */
    public void say(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the client has ended, see " + log, e);
        }
    }

    /** All that the process has printed so far. */
    public String output() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the process has ended, and returns its exit code. */
    public int awaitExit(Duration limit) throws InterruptedException {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("the client has not ended within " + limit + ": " + output());
        }
        return process.exitValue();
    }

    /** kill -9, without waiting. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Kills it if it still runs. */
    @Override
    public void close() {
        kill();
    }
}
