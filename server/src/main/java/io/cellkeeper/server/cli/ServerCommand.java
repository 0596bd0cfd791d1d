package io.cellkeeper.server.cli;

import io.cellkeeper.server.config.ConfigException;
import io.cellkeeper.server.config.ConfigReader;
import io.cellkeeper.server.founding.DataDirectoryException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs one server until it is told to stop. */
@Command(name = "server", description = "Runs one server of a cell, from a ZooKeeper configuration file.")
final class ServerCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(ServerCommand.class);

    /** Who may found without whom. */
    enum Founders {
        MAJORITY
    }

    @Option(
            names = "--found",
            paramLabel = "majority",
            description =
                    "Found the cell though a minority of its servers is missing for good. For this start only, and"
                            + " on one server only. A missing server that returns is refused.")
    private @Nullable Founders founders;

    @Parameters(paramLabel = "FILE", description = "The configuration: a zoo.cfg.")
    private @Nullable Path file;

    private final Host host;

    ServerCommand(Host host) {
        this.host = host;
    }

    @Override
    public Integer call() throws ConfigException, DataDirectoryException, IOException {
        if (file == null) {
            throw new AssertionError("picocli has seen to it that FILE is given");
        }
        ConfigReader.Reading reading = ConfigReader.read(file, host.systemProperties());
        reading.remarks().forEach(LOG::warn);
        OptionalLong salt =
                founders == Founders.MAJORITY ? OptionalLong.of(new SecureRandom().nextLong()) : OptionalLong.empty();
        ReplicaProcess replica = host.starter().start(reading.config(), salt, host.life()::failed);
        Optional<Throwable> failure = host.life().awaitEnd();
        return host.end(failure, List.of(replica));
    }
}
