package io.cellkeeper.server.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * ZooKeeper's keys that are not settings here. Most tune parts that Cellkeeper doesn't have, and are named once in the
 * log. Those that ask for a protection, or for another kind of cell, than would be given are refused instead.
 */
final class ForeignKeys {
    /** Keys refused whatever their value, by prefix. */
    private static final Map<String, String> REFUSED_PREFIXES = Map.of(
            "group.", "server groups are not supported",
            "weight.", "server weights are not supported",
            "authProvider.", "authentication providers (SASL, X.509 and others) are not supported yet",
            "secureClientPort", "TLS is not supported yet");

    /** Keys refused if they are switched on. */
    private static final Map<String, String> REFUSED_IF_TRUE = Map.of(
            "sslQuorum", "TLS between servers is not supported yet",
            "portUnification", "TLS between servers is not supported yet",
            "client.portUnification", "TLS is not supported yet",
            "quorum.auth.enableSasl", "SASL is not supported yet",
            "quorum.auth.learnerRequireSasl", "SASL is not supported yet",
            "quorum.auth.serverRequireSasl", "SASL is not supported yet",
            "sessionRequireClientSASLAuth", "SASL is not supported yet",
            "requireClientAuthScheme", "required authentication is not supported yet");

    /** Settings of ZooKeeper that would change what clients see, and so deserve more than the common remark. */
    private static final Map<String, String> REMARKS = Map.of(
            "readonlymode.enabled", "read-only mode is not supported yet",
            "localSessionsEnabled", "every session is a global one");

    private static final Set<String> NO_VALUE = Set.of("", "false", "no", "0");

    private ForeignKeys() {}

    /** Refuses keys, without ZooKeeper's prefix for system properties, that ask for what would not be given. */
    static void check(String key, String shown, String value) throws ConfigException {
        if (key.equals("peerType") && value.equalsIgnoreCase("observer")) {
            throw new ConfigException(shown + "=observer: observers are not supported yet");
        }
        for (Map.Entry<String, String> refused : REFUSED_PREFIXES.entrySet()) {
            if (key.startsWith(refused.getKey())) {
                throw new ConfigException(shown + ": " + refused.getValue());
            }
        }
        String reason = REFUSED_IF_TRUE.get(key);
        if (reason != null && !NO_VALUE.contains(value.toLowerCase(Locale.ROOT))) {
            throw new ConfigException(shown + "=" + Printable.escape(value) + ": " + reason);
        }
    }

    /** What to say about a key that has no effect, or an empty text for the common remark. */
    static String remark(String key, String value) {
        return NO_VALUE.contains(value.toLowerCase(Locale.ROOT)) ? "" : REMARKS.getOrDefault(key, "");
    }

    /** System properties of ours that are read elsewhere: by the logging configuration. */
    static final List<String> READ_ELSEWHERE = List.of("cellkeeper.log.level");
}
