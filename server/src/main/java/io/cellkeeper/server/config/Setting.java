package io.cellkeeper.server.config;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Every setting that means something here, with its bounds. docs/operations.md shows this table; a test keeps the two
 * equal.
 */
public enum Setting {
    CLIENT_PORT(
            "clientPort",
            null,
            "",
            0,
            65_535,
            "from the server's own `server.N` line",
            "the port that clients " + "connect to; 0 takes any free one"),
    CLIENT_PORT_ADDRESS(
            "clientPortAddress", null, "host name or address", "all addresses", "where the client port " + "listens"),
    DATA_DIR(
            "dataDir",
            null,
            "directory",
            "none, must be given",
            "where the server keeps what it must not lose; holds " + "the file `myid`"),
    DATA_LOG_DIR("dataLogDir", null, "directory", "`dataDir`", "where the Raft log is, if not in `dataDir`"),
    TICK_TIME(
            "tickTime",
            null,
            "ms",
            10,
            60_000,
            "3000",
            "the grace that a session has beyond its timeout, and the " + "unit of the two bounds below"),
    MIN_SESSION_TIMEOUT(
            "minSessionTimeout",
            null,
            "ms",
            1,
            86_400_000,
            "2 × `tickTime` (also for −1)",
            "the shortest " + "session timeout a client is given"),
    MAX_SESSION_TIMEOUT(
            "maxSessionTimeout",
            null,
            "ms",
            1,
            86_400_000,
            "20 × `tickTime` (also for −1)",
            "the longest " + "session timeout a client is given"),
    MAX_CLIENT_CNXNS(
            "maxClientCnxns",
            "zookeeper.maxClientCnxns",
            "connections",
            0,
            1_000_000,
            "60",
            "how many " + "connections one client address may have; 0 for no limit"),
    MAX_CNXNS(
            "maxCnxns",
            "zookeeper.maxCnxns",
            "connections",
            0,
            10_000_000,
            "0",
            "how many connections of clients there may be altogether; 0 for no limit"),
    JUTE_MAXBUFFER(
            "jute.maxbuffer",
            "jute.maxbuffer",
            "bytes",
            1_024,
            16_777_216,
            "1048575",
            "the longest request, lists of watches excepted; " + "may be written in hexadecimal (`0xfffff`)"),
    WORDS(
            "4lw.commands.whitelist",
            "zookeeper.4lw.commands.whitelist",
            "words, or `*`",
            "`srvr`",
            "the four-letter " + "words that are answered; `srvr` always is"),
    EXTENDED_TYPES(
            "extendedTypesEnabled",
            "zookeeper.extendedTypesEnabled",
            "`true`, `false`",
            "`true`",
            "whether " + "nodes with a time to live may be created"),
    CONTAINER_CHECK_INTERVAL(
            "znode.container.checkIntervalMs",
            "znode.container.checkIntervalMs",
            "ms",
            1,
            86_400_000,
            "60000",
            "how often the leader looks for containers and nodes with a time to live that are to be removed"),
    CONTAINER_MAX_PER_MINUTE(
            "znode.container.maxPerMinute",
            "znode.container.maxPerMinute",
            "nodes",
            1,
            1_000_000,
            "10000",
            "how many of them it removes in a minute at most"),
    CONTAINER_MAX_NEVER_USED(
            "znode.container.maxNeverUsedIntervalMs",
            "znode.container.maxNeverUsedIntervalMs",
            "ms",
            0,
            86_400_000,
            "0",
            "how long a container is kept that never had a child; 0 for ever"),
    SKIP_ACL("skipACL", "zookeeper.skipACL", "`yes`, `no`", "`no`", "`yes` checks no ACLs"),
    ENFORCE_QUOTA(
            "enforceQuota",
            "zookeeper.enforceQuota",
            "`true`, `false`",
            "`false`",
            "whether hard quotas refuse what "
                    + "exceeds them; else they are only told of in the log, as soft ones are"),
    RECONFIG(
            "reconfigEnabled",
            "zookeeper.reconfigEnabled",
            "`true`, `false`",
            "`false`",
            "whether `reconfig` is checked before it is refused: a cell's servers can't be changed yet"),
    ENFORCE_AUTH(
            "enforce.auth.enabled",
            "zookeeper.enforce.auth.enabled",
            "`true`, `false`",
            "`false`",
            "whether a client " + "must have proven an identity before anything else is answered"),
    ENFORCE_AUTH_SCHEMES(
            "enforce.auth.schemes",
            "zookeeper.enforce.auth.schemes",
            "`digest`, `ip`, `super`, separated by commas",
            "none",
            "the schemes " + "of which one identity is enough; needed if `enforce.auth.enabled` is `true`"),
    SUPER_DIGEST(
            "DigestAuthenticationProvider.superDigest",
            "zookeeper.DigestAuthenticationProvider.superDigest",
            "user:digest",
            "none",
            "the digest identity that passes every ACL"),
    DIGEST_ALGORITHM(
            "DigestAuthenticationProvider.digestAlg",
            "zookeeper.DigestAuthenticationProvider.digestAlg",
            "a hash algorithm of this Java",
            "`SHA1`",
            "what hashes user and password of digest identities; the same on all servers, and what ACLs were made with"),
    LISTEN_ON_ALL(
            "quorumListenOnAllIPs",
            null,
            "`true`, `false`",
            "`false`",
            "whether the quorum and election ports "
                    + "listen on all addresses instead of the one in this server's line"),
    CLIENT_THREADS(
            "cellkeeper.clientThreads",
            "cellkeeper.clientThreads",
            "threads",
            0,
            16,
            "0 on up to 4 processors, else a quarter of them, from 2 to 4",
            "threads that only serve clients' sockets; with 0 the cell's own thread does it too"),
    CELL(
            "cellkeeper.cell",
            "cellkeeper.cell",
            "1 to 128 of `A–Z a–z 0–9 . _ -`",
            "`default`",
            "the cell's name, from " + "which its identity is made when it is founded"),
    CELL_NUMBER(
            "cellkeeper.cellNumber",
            "cellkeeper.cellNumber",
            "",
            0,
            4_095,
            "chosen at random when the cell is " + "founded",
            "the cell's part of every session id"),
    ELECTION_TIMEOUT(
            "cellkeeper.electionTimeoutMs",
            "cellkeeper.electionTimeoutMs",
            "ms",
            100,
            2_000,
            "300",
            "the " + "shortest silence of the leader that starts an election; the longest is twice that");

    private final String key;
    private final Optional<String> property;
    private final String unit;
    private final long min;
    private final long max;
    private final String defaultText;
    private final String meaning;

    Setting(String key, @Nullable String property, String unit, String defaultText, String meaning) {
        this(key, property, unit, 1, 0, defaultText, meaning);
    }

    Setting(
            String key,
            @Nullable String property,
            String unit,
            long min,
            long max,
            String defaultText,
            String meaning) {
        this.key = key;
        this.property = Optional.ofNullable(property);
        this.unit = unit;
        this.min = min;
        this.max = max;
        this.defaultText = defaultText;
        this.meaning = meaning;
    }

    /** The setting with this key in the configuration file. */
    static Optional<Setting> ofKey(String key) {
        return Arrays.stream(values())
                .filter(setting -> setting.key.equals(key))
                .findFirst();
    }

    /** The setting with this system property. */
    static Optional<Setting> ofProperty(String property) {
        return Arrays.stream(values())
                .filter(setting -> setting.property.filter(property::equals).isPresent())
                .findFirst();
    }

    /** The key in the configuration file. */
    public String key() {
        return key;
    }

    /** The system property with the same meaning; the file's key prevails over it, as in ZooKeeper. */
    public Optional<String> property() {
        return property;
    }

    /** Whether the value is a number, bounded by {@link #min} and {@link #max}, both allowed. */
    public boolean isNumber() {
        return min <= max;
    }

    public long min() {
        return min;
    }

    public long max() {
        return max;
    }

    /** The unit of a number, or the form of another value. */
    public String unit() {
        return unit;
    }

    /** What holds if the setting is absent, in words. */
    public String defaultText() {
        return defaultText;
    }

    public String meaning() {
        return meaning;
    }
}
