package io.cellkeeper.compat.cell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Our server's cell in one process for trying things out: {@code bin/cellkeeper dev}. */
public final class DevCell implements AutoCloseable {
    /** Tick of this cell, in ms. */
    public static final int TICK_MS = 2_000;

    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final String SERVING = "Cellkeeper is serving: ";

    private final Process process;
    private final Path log;
    private final String connectString;

    private DevCell(Process process, Path log, String connectString) {
        this.process = process;
        this.log = log;
        this.connectString = connectString;
    }

    /** Starts so many replicas and waits until they serve. */
    public static DevCell start(int replicas) {
        try {
            Path log = Cell.newLogDirectory(Cell.testName()).resolve("dev.log");
            Process process = CellProcess.spawn(
                    List.of(
                            ServerUnderTest.launcher().toString(),
                            "dev",
                            "--port",
                            "0",
                            "--replicas",
                            Integer.toString(replicas)),
                    log);
            try {
                return new DevCell(process, log, awaitServing(process, log));
            } catch (AssertionError e) {
                process.destroyForcibly();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String awaitServing(Process process, Path log) {
        String line = Await.value("the cell serves (log: " + log + ")", LIMIT, () -> {
            if (!process.isAlive()) {
                return java.util.Optional.of("");
            }
            return Files.readString(log)
                    .lines()
                    .filter(one -> one.contains(SERVING))
                    .findFirst();
        });
        if (line.isEmpty()) {
            throw new AssertionError("the cell ended while starting, see " + log);
        }
        return line.substring(line.indexOf(SERVING) + SERVING.length()).trim();
    }

    /** The addresses of all replicas. */
    public String connectString() {
        return connectString;
    }

    /** Stops the cell in order, so that it removes its own data. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the cell has not ended within " + LIMIT);
            }
            if (process.exitValue() != 0) {
                throw new AssertionError("the cell ended with " + process.exitValue() + ", see " + log);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
