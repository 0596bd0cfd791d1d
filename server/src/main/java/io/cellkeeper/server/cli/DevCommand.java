package io.cellkeeper.server.cli;

import io.cellkeeper.server.config.ConfigException;
import io.cellkeeper.server.config.ConfigReader;
import io.cellkeeper.server.config.ServerConfig;
import io.cellkeeper.server.founding.DataDirectoryException;
import io.cellkeeper.server.founding.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a whole cell in this process, on the loopback address, for trying things out. */
@Command(name = "dev", description = "Runs a cell in one process on 127.0.0.1, to try things out.")
final class DevCommand implements Callable<Integer> {
    /** One step of waiting, so that a failure in the meantime is noticed. */
    private static final long AWAIT_STEP_MS = 200;

    @Option(
            names = "--port",
            defaultValue = "2181",
            description = "The first replica's client port, 0 for any. Default: 2181.")
    private int port;

    @Option(names = "--replicas", defaultValue = "1", description = "1, 3 or 5. Default: 1.")
    private int replicas;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Keep the data here. Default: a new directory, removed at the end.")
    private @Nullable Path data;

    private final Host host;

    DevCommand(Host host) {
        this.host = host;
    }

    @Override
    public Integer call() throws ConfigException, DataDirectoryException, IOException {
        if (replicas != 1 && replicas != 3 && replicas != 5) {
            throw new ConfigException("--replicas must be 1, 3 or 5, not " + replicas);
        }
        if (port < 0 || port > 65_535) {
            throw new ConfigException("--port must be 0 to 65535, not " + port);
        }
        if (data != null) {
            return run(data);
        }
        Path temporary = Files.createTempDirectory("cellkeeper-dev-");
        try {
            return run(temporary);
        } finally {
            Directories.deleteRecursively(temporary);
        }
    }

    private int run(Path directory) throws ConfigException, DataDirectoryException, IOException {
        List<Path> files = new DevCell(directory, replicas, port).configure();
        List<ReplicaProcess> running = new ArrayList<>();
        try {
            for (Path file : files) {
                ServerConfig config =
                        ConfigReader.read(file, host.systemProperties()).config();
                running.add(host.starter().start(config, OptionalLong.empty(), host.life()::failed));
            }
            awaitServing(running);
        } catch (ConfigException | DataDirectoryException | IOException | RuntimeException e) {
            host.life().failed(e);
        }
        if (!host.life().hasEnded()) {
            host.out().println("Cellkeeper is serving: " + connectString(running));
            host.out().flush();
        }
        Optional<Throwable> failure = host.life().awaitEnd();
        return host.end(failure, running);
    }

    private void awaitServing(List<ReplicaProcess> running) {
        try {
            for (ReplicaProcess replica : running) {
                boolean serving = false;
                while (!serving && !host.life().hasEnded()) {
                    serving = replica.awaitServing(AWAIT_STEP_MS);
                }
            }
        } catch (InterruptedException e) {
            host.life().stop();
        }
    }

    private static String connectString(List<ReplicaProcess> running) {
        return running.stream()
                .map(replica -> DevCell.HOST + ":" + replica.clientPort())
                .collect(Collectors.joining(","));
    }
}
