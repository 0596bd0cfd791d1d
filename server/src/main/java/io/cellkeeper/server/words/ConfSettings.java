package io.cellkeeper.server.words;

import io.cellkeeper.server.config.ServerConfig;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** A server's settings as {@code conf} shows them: ZooKeeper's keys in ZooKeeper's order, then our own. */
public final class ConfSettings {
    private ConfSettings() {}

    /**
     * The settings, in order.
     *
     * @param clientPort the port in fact listened on, which the configuration may have left open
     * @param dataBytes size of what is kept outside the log
     * @param logBytes size of the log
     */
    public static Map<String, String> of(ServerConfig config, int clientPort, long dataBytes, long logBytes) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("clientPort", Integer.toString(clientPort));
        settings.put("secureClientPort", "-1");
        settings.put("dataDir", config.storage().dataDir().toString());
        settings.put("dataDirSize", Long.toString(dataBytes));
        settings.put("dataLogDir", config.storage().logDir().toString());
        settings.put("dataLogSize", Long.toString(logBytes));
        settings.put("tickTime", Integer.toString(config.sessions().tickTimeMs()));
        settings.put("maxClientCnxns", Integer.toString(config.clients().maxConnectionsPerAddress()));
        settings.put("minSessionTimeout", Integer.toString(config.sessions().minTimeoutMs()));
        settings.put("maxSessionTimeout", Integer.toString(config.sessions().maxTimeoutMs()));
        settings.put("clientPortListenBacklog", "-1");
        settings.put("serverId", Integer.toString(config.ensemble().myid()));
        config.ensemble().self().ifPresent(self -> {
            settings.put("electionPort", Integer.toString(self.electionPort()));
            settings.put("quorumPort", Integer.toString(self.quorumPort()));
            settings.put("peerType", "0");
        });
        settings.put(
                "cellkeeper.clientThreads", Integer.toString(config.clients().threads()));
        settings.put("cellkeeper.cell", config.cell().name());
        settings.put(
                "cellkeeper.electionTimeoutMs",
                Integer.toString(config.elections().timeoutMinMs()));
        return settings;
    }

    /** The servers' lines, without a version, with line feeds between them; empty for a stand-alone server. */
    public static String serverLines(ServerConfig config) {
        if (config.ensemble().isStandalone()) {
            return "";
        }
        return config.ensemble().members().stream()
                .map(member -> "server." + member.id() + "=" + member.line())
                .collect(Collectors.joining("\n"));
    }
}
