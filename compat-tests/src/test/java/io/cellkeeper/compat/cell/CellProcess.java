package io.cellkeeper.compat.cell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One replica: its configuration, and the process that runs it, if any. Not thread-safe: one test thread drives it. */
public final class CellProcess {
    /** Generous: a build machine may start a dozen JVMs at once. */
    private static final Duration SERVING_LIMIT = Duration.ofSeconds(90);

    private static final Duration EXIT_LIMIT = Duration.ofSeconds(30);

    private final int id;
    private final Path config;
    private final Place place;
    private final Path log;
    private final ServerUnderTest server;
    private final List<String> properties;
    private @Nullable Process process;

    CellProcess(int id, Path config, Place place, Path log) {
        this(id, config, place, log, ServerUnderTest.current(), List.of());
    }

    CellProcess(int id, Path config, Place place, Path log, ServerUnderTest server, List<String> properties) {
        this.id = id;
        this.config = config;
        this.place = place;
        this.log = log;
        this.server = server;
        this.properties = properties;
    }

    /** The replica's myid. */
    public int id() {
        return id;
    }

    /** Where it lives. */
    public Place place() {
        return place;
    }

    /** The port for clients. */
    public int clientPort() {
        return place.clientPort();
    }

    /** Address and port for clients. */
    public String clientAddress() {
        return place.host() + ":" + place.clientPort();
    }

    /** The replica's zoo.cfg. */
    public Path config() {
        return config;
    }

    /** Where the output of every process of this replica is appended. */
    public Path log() {
        return log;
    }

    /** Starts the process and returns at once. */
    public void start() {
        if (isRunning()) {
            throw new IllegalStateException("replica " + id + " runs already");
        }
        List<String> command = new ArrayList<>(place.launcher());
        command.addAll(server.command(config, properties));
        process = spawn(command, log);
    }

    /** Starts a process that appends what it says to a file. */
    public static Process spawn(List<String> command, Path log) {
        try {
            return new ProcessBuilder(command)
                    .directory(ServerUnderTest.target().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("can't start " + command, e);
        }
    }

    /** Waits until the replica serves clients. Fails at once if its process has ended. */
    public void awaitServing() {
        Await.until("replica " + id + " serves (log: " + log + ")", SERVING_LIMIT, () -> {
            if (!isRunning()) {
                return true;
            }
            return mode().isPresent();
        });
        if (!isRunning()) {
            throw new AssertionError("replica " + id + " ended while starting, see " + log);
        }
    }

    /** Leader, follower or standalone; empty while the replica doesn't serve. */
    public Optional<String> mode() {
        if (!isRunning()) {
            return Optional.empty();
        }
        try {
            return FourLetterWord.mode(place.clientAddress());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Whether a process of this replica exists. */
    public boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** The newest process of this replica. */
    public Process process() {
        if (process == null) {
            throw new IllegalStateException("replica " + id + " was never started");
        }
        return process;
    }

    /** kill -9, and waits for the end. */
    public void kill() {
        sendKill();
        if (process != null) {
            awaitExit(EXIT_LIMIT);
        }
    }

    /** kill -9 without waiting; does nothing if there is no process. Launchers that don't exec leave children: those too. */
    public void sendKill() {
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** SIGTERM; returns at once. */
    public void terminate() {
        process().destroy();
    }

    /** SIGSTOP: the process keeps its connections and is silent. */
    public void freeze() {
        signal("STOP");
    }

    /** SIGCONT after {@link #freeze}. */
    public void thaw() {
        signal("CONT");
    }

    /** Waits for the end of the process and returns its exit code. */
    public int awaitExit(Duration limit) {
        try {
            if (!process().waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("replica " + id + " has not ended within " + limit + ", see " + log);
            }
            return process().exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while replica " + id + " ends", e);
        }
    }

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder(
                            "kill", "-" + name, Long.toString(process().pid()))
                    .inheritIO()
                    .start();
            if (kill.waitFor() != 0) {
                throw new AssertionError("kill -" + name + " failed for replica " + id);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
