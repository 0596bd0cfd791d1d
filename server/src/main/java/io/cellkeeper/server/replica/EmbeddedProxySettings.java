package io.cellkeeper.server.replica;

import io.cellkeeper.proxy.ProxySettings;
import io.cellkeeper.server.config.ServerConfig;

/** What a replica's own proxy is told of the configuration. */
final class EmbeddedProxySettings {
    /** What part of the heap unanswered requests may take: they are kept by the proxy and on their way to the log. */
    private static final int OUTSTANDING_SHARE = 8;

    private EmbeddedProxySettings() {}

    static ProxySettings of(ServerConfig config) {
        ServerConfig.Clients clients = config.clients();
        return new ProxySettings(
                clients.maxConnectionsPerAddress(),
                clients.maxConnections(),
                Runtime.getRuntime().maxMemory() / OUTSTANDING_SHARE,
                config.access().superDigest().map(ServerConfig.SuperDigest::value),
                config.access().digestAlgorithm(),
                config.access().requiredSchemes());
    }
}
