package io.cellkeeper.server.replica;

import io.cellkeeper.server.config.ServerConfig;
import io.cellkeeper.server.leader.LeaderConfig;
import io.cellkeeper.server.words.ConfSettings;
import io.cellkeeper.state.batch.BatchSettings;

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
        if (config.access().enforceQuota()) {
            settings |= BatchSettings.ENFORCE_QUOTA;
        }
        if (config.access().reconfig()) {
            settings |= BatchSettings.RECONFIG_ENABLED;
        }
        return new LeaderConfig(
                sessions.tickTimeMs(),
                sessions.minTimeoutMs(),
                sessions.maxTimeoutMs(),
                settings,
                config.cell().number().orElse(0),
                ConfSettings.serverLines(config),
                new LeaderConfig.Removal(
                        config.removal().checkIntervalMs(),
                        config.removal().maxPerMinute(),
                        config.removal().maxNeverUsedMs()));
    }
}
