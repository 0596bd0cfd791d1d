package io.cellkeeper.server.replica;

import io.cellkeeper.server.config.Member;
import io.cellkeeper.server.config.ServerConfig;
import io.cellkeeper.server.leader.LeaderConfig;
import io.cellkeeper.state.batch.BatchSettings;
import java.util.stream.Collectors;

/** What a leader is told of the configuration. */
final class LeaderSettings {
    private LeaderSettings() {}

    static LeaderConfig of(ServerConfig config) {
        ServerConfig.Sessions sessions = config.sessions();
        int settings = 0;
        if (config.access().extendedTypes()) {
            settings |= BatchSettings.EXTENDED_TYPES;
        }
        if (config.access().skipAcl()) {
            settings |= BatchSettings.SKIP_ACL;
        }
        return new LeaderConfig(
                sessions.tickTimeMs(),
                sessions.minTimeoutMs(),
                sessions.maxTimeoutMs(),
                settings,
                config.cell().number().orElse(0),
                configText(config.ensemble()));
    }

    /** The text of {@code /zookeeper/config} (rule 19.1): empty for a stand-alone server. */
    private static String configText(ServerConfig.Ensemble ensemble) {
        if (ensemble.isStandalone()) {
            return "";
        }
        return ensemble.members().stream()
                .map(LeaderSettings::line)
                .collect(Collectors.joining("\n", "", "\nversion=0"));
    }

    private static String line(Member member) {
        return "server." + member.id() + "=" + member.line();
    }
}
