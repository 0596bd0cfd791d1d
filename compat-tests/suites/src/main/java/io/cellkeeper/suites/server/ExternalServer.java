package io.cellkeeper.suites.server;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One server in a process of its own. Its data is where its configuration says, so that another object with the same
 * configuration is the same server, restarted. Not thread-safe.
 */
public final class ExternalServer {
    private static final List<String> FORWARDED = List.of("zookeeper.", "znode.", "readonlymode.", "jute.");
    private static final long SERVING_LIMIT_MS = 60_000;
    private static final long EXIT_LIMIT_MS = 30_000;
    private static final int PAUSE_MS = 20;
    private static final int PROBE_TIMEOUT_MS = 2_000;

    private final Properties settings;
    private final String clientHost;
    private final int clientPort;
    private @Nullable Process process;

    /**
     * A server that doesn't run yet.
     *
     * @param settings what stands in its zoo.cfg; a {@code clientPort} of 0 becomes a free one
     */
    public ExternalServer(Properties settings) {
        this.settings = new Properties();
        this.settings.putAll(settings);
        clientHost = settings.getProperty("clientPortAddress", "127.0.0.1");
        int asked = Integer.parseInt(settings.getProperty("clientPort", "0"));
        clientPort = asked == 0 ? freePort() : asked;
        this.settings.setProperty("clientPort", Integer.toString(clientPort));
    }

    /** Address and port for clients; an IPv6 address stands in brackets. */
    public String clientAddress() {
        return (clientHost.contains(":") ? "[" + clientHost + "]" : clientHost) + ":" + clientPort;
    }

    /** The port for clients. */
    public int clientPort() {
        return clientPort;
    }

    /** Starts the process and returns at once. What the test has set as system properties is given to it. */
    public void start() throws IOException {
        Path config = Files.createTempFile("suites", ".cfg");
        config.toFile().deleteOnExit();
        try (OutputStream out = Files.newOutputStream(config)) {
            settings.store(out, null);
        }
        ServerCommand server = ServerCommand.current();
        ProcessBuilder builder = new ProcessBuilder(server.command(config, properties(server)))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        Path.of(ForkProperty.SERVER_LOG.value()).toFile()));
        builder.environment().put("CELLKEEPER_HEAP", "256m");
        Process started = builder.start();
        process = started;
        Runtime.getRuntime().addShutdownHook(new Thread(() -> destroyForcibly(started)));
        Files.writeString(
                Path.of(ForkProperty.STARTS.value()),
                CurrentTest.get() + "\t" + clientPort + "\t" + started.pid() + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /**
     * Waits until the server says that it serves.
     *
     * @throws IOException if it ends instead, or doesn't within a minute
     */
    public void awaitServing() throws IOException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SERVING_LIMIT_MS);
        while (!serves()) {
            if (hasEnded(PAUSE_MS)) {
                throw new IOException(
                        "the server on port " + clientPort + " ended, see " + ForkProperty.SERVER_LOG.value());
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("the server on port " + clientPort + " doesn't serve");
            }
        }
    }

    /** Stops the process as this run stops servers, and waits for its end. Does nothing if there is none. */
    public void stop() {
        if (process == null) {
            return;
        }
        if (ForkProperty.STOP.value().equals("TERM")) {
            process.destroy();
        } else {
            destroyForcibly(process);
        }
        if (!hasEnded(EXIT_LIMIT_MS)) {
            destroyForcibly(process);
            throw new IllegalStateException("the server on port " + clientPort + " didn't stop");
        }
        process = null;
    }

    private boolean hasEnded(long limitMs) {
        try {
            return process == null || process.waitFor(limitMs, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // Tests interrupt their threads; a server that is half stopped would fail the next test.
            Thread.currentThread().interrupt();
            return process == null || !process.isAlive();
        }
    }

    private boolean serves() {
        try (Socket socket = new Socket(clientHost, clientPort)) {
            socket.setSoTimeout(PROBE_TIMEOUT_MS);
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.contains("Mode: ");
        } catch (IOException e) {
            return false;
        }
    }

    private static List<String> properties(ServerCommand server) {
        return System.getProperties().stringPropertyNames().stream()
                .filter(name -> FORWARDED.stream().anyMatch(name::startsWith))
                .filter(server::understands)
                .sorted()
                .map(name -> "-D" + name + "=" + System.getProperty(name))
                .collect(Collectors.toList());
    }

    private static void destroyForcibly(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
