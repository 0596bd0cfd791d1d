package io.cellkeeper.server.cli;

import io.cellkeeper.server.config.ServerConfig;
import io.cellkeeper.server.founding.DataDirectoryException;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Starts replicas. */
@FunctionalInterface
public interface ReplicaStarter {
    /**
     * Starts a replica, without waiting for the other servers: it may have to wait long for its founding.
     *
     * @param majoritySalt a random number if this start carries {@code --found=majority}
     * @param onFailure called at most once, from any thread, if the replica is broken after this has returned; a {@link
     *     DataDirectoryException} if the others' reports show that it must not take part. The caller then calls {@link
     *     ReplicaProcess#stop}
     * @throws DataDirectoryException if the data directory can't be used
     * @throws IOException if the disk fails, or the client port is taken
     */
    ReplicaProcess start(ServerConfig config, OptionalLong majoritySalt, Consumer<Throwable> onFailure)
            throws DataDirectoryException, IOException;
}
