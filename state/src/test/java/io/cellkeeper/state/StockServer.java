package io.cellkeeper.state;

import io.cellkeeper.protocol.DigestAuth;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/** Apache ZooKeeper itself, stand-alone, in this process. */
final class StockServer implements AutoCloseable {
    private final Path directory;
    private final ServerCnxnFactory connections;

    StockServer() throws Exception {
        System.setProperty("zookeeper.extendedTypesEnabled", "true");
        System.setProperty("zookeeper.enforceQuota", "true");
        System.setProperty("zookeeper.forceSync", "no");
        System.setProperty("zookeeper.preAllocSize", "1024");
        System.setProperty(
                "zookeeper.DigestAuthenticationProvider.superDigest",
                // Not by its own class, which would have read the property by then.
                DigestAuth.identityOf(Bodies.bytes("super:secret")).id());
        directory = Files.createTempDirectory("stock-zookeeper");
        ZooKeeperServer server = new ZooKeeperServer(directory.toFile(), directory.toFile(), 3000);
        connections = new NIOServerCnxnFactory();
        connections.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        connections.startup(server);
    }

    int port() {
        return connections.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        connections.shutdown();
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
    }
}
