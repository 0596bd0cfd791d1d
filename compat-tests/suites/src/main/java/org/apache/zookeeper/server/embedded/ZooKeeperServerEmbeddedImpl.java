package org.apache.zookeeper.server.embedded;

import io.cellkeeper.suites.server.ExternalServer;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig;

/**
 * What {@link ZooKeeperServerEmbedded} builds, under the name of ZooKeeper's own class and before it on the class path: the
 * server under test in a process. Curator's TestingServer and TestingCluster come here.
 */
final class ZooKeeperServerEmbeddedImpl implements ZooKeeperServerEmbedded {
    private final ExternalServer server;
    private final boolean isAlone;

    ZooKeeperServerEmbeddedImpl(Properties configuration, Path baseDir, ExitHandler exitHandler) {
        Properties settings = new Properties();
        settings.putAll(configuration);
        settings.putIfAbsent("dataDir", baseDir.resolve("data").toAbsolutePath().toString());
        // Tests switch it by a static setter, which a process can't see.
        settings.putIfAbsent("reconfigEnabled", Boolean.toString(QuorumPeerConfig.isReconfigEnabled()));
        isAlone = settings.stringPropertyNames().stream().noneMatch(key -> key.startsWith("server."));
        server = new ExternalServer(settings);
    }

    @Override
    public void start() throws Exception {
        server.start();
        // The first of an ensemble can't serve before the others have started; ZooKeeper doesn't wait either.
        if (isAlone) {
            server.awaitServing();
        }
    }

    @Override
    public void start(long startupTimeout) throws Exception {
        start();
    }

    @Override
    public int getClientPort() {
        return server.clientPort();
    }

    @Override
    public int getSecureClientPort() {
        return 0;
    }

    @Override
    public String getConnectionString() {
        return server.clientAddress();
    }

    @Override
    public String getSecureConnectionString() {
        throw new IllegalStateException("No client address is configured");
    }

    @Override
    public void close() {
        server.stop();
    }
}
