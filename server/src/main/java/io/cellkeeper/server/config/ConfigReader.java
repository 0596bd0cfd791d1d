package io.cellkeeper.server.config;

import io.cellkeeper.protocol.DigestAuth;
import io.cellkeeper.server.config.ServerConfig.Access;
import io.cellkeeper.server.config.ServerConfig.Cell;
import io.cellkeeper.server.config.ServerConfig.Clients;
import io.cellkeeper.server.config.ServerConfig.Elections;
import io.cellkeeper.server.config.ServerConfig.Removal;
import io.cellkeeper.server.config.ServerConfig.Sessions;
import io.cellkeeper.server.config.ServerConfig.Storage;
import io.cellkeeper.server.config.ServerConfig.SuperDigest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Makes a {@link ServerConfig} of a {@code zoo.cfg} and the system properties. */
public final class ConfigReader {
    private static final Pattern CELL_NAME = Pattern.compile("[A-Za-z0-9._-]{1,128}");
    private static final Set<String> PROVABLE_SCHEMES = Set.of("digest", "ip", "super");
    private static final int DEFAULT_TICK_MS = 3_000;

    private final Map<String, String> file;
    private final SettingSource source;

    private ConfigReader(Map<String, String> file, Properties system) {
        this.file = file;
        this.source = new SettingSource(file, system);
    }

    /**
     * What was read.
     *
     * @param remarks what the operator should hear about once: keys that have no effect
     */
    public record Reading(ServerConfig config, List<String> remarks) {
        public Reading {
            remarks = List.copyOf(remarks);
        }
    }

    /**
     * Reads a configuration file, and {@code myid} in the directory it names.
     *
     * @throws ConfigException if a file can't be read, or says something that is not allowed
     */
    public static Reading read(Path configFile, Properties system) throws ConfigException {
        Map<String, String> file = load(configFile);
        String dynamicFile = file.get("dynamicConfigFile");
        if (dynamicFile != null) {
            for (Map.Entry<String, String> entry : load(Path.of(dynamicFile)).entrySet()) {
                // Without these lines each server of an ensemble would take itself for a lone one.
                if (!entry.getKey().equals("version") && file.put(entry.getKey(), entry.getValue()) != null) {
                    throw new ConfigException(Printable.escape(entry.getKey()) + " stands in " + configFile + " and in "
                            + dynamicFile + "; it must stand in one of them");
                }
            }
        }
        return read(file, system);
    }

    /** As {@link #read(Path, Properties)}, of the keys and values of a file. */
    static Reading read(Map<String, String> file, Properties system) throws ConfigException {
        ConfigReader reader = new ConfigReader(file, system);
        List<String> remarks = new KeyCheck(file, system).remarks();
        return new Reading(reader.config(), remarks);
    }

    private ServerConfig config() throws ConfigException {
        Storage storage = storage();
        ServerConfig.Ensemble ensemble = new EnsembleReader(file)
                .read(storage.dataDir(), source.flag(Setting.LISTEN_ON_ALL, "true", "false", false));
        return new ServerConfig(
                cell(), ensemble, storage, clients(ensemble.self()), sessions(), elections(), removal(), access());
    }

    private Cell cell() throws ConfigException {
        String name = source.text(Setting.CELL).orElse("default");
        if (!CELL_NAME.matcher(name).matches()) {
            throw SettingSource.wrong(Setting.CELL, name);
        }
        OptionalLong number = source.number(Setting.CELL_NUMBER);
        return new Cell(name, number.isPresent() ? OptionalInt.of((int) number.getAsLong()) : OptionalInt.empty());
    }

    private Storage storage() throws ConfigException {
        Optional<String> dataDir = source.text(Setting.DATA_DIR);
        if (dataDir.isEmpty()) {
            throw new ConfigException(Setting.DATA_DIR.key() + " is missing");
        }
        Optional<String> logDir = source.text(Setting.DATA_LOG_DIR);
        Path data = directory(Setting.DATA_DIR, dataDir.get());
        return new Storage(data, logDir.isPresent() ? directory(Setting.DATA_LOG_DIR, logDir.get()) : data);
    }

    private static Path directory(Setting setting, String value) throws ConfigException {
        try {
            return Path.of(value);
        } catch (InvalidPathException e) {
            throw SettingSource.wrong(setting, value);
        }
    }

    private Clients clients(Optional<Member> self) throws ConfigException {
        return new Clients(
                clientAddress(self),
                clientPort(self),
                (int) source.number(Setting.MAX_CLIENT_CNXNS).orElse(60),
                (int) source.number(Setting.MAX_CNXNS).orElse(0),
                (int) source.number(Setting.JUTE_MAXBUFFER).orElse(0xfffff),
                words(),
                (int) source.number(Setting.CLIENT_THREADS)
                        .orElse(defaultClientThreads(Runtime.getRuntime().availableProcessors())));
    }

    /** Where there are few processors, one thread for everything saves the hand-overs (design: threads). */
    static int defaultClientThreads(int processors) {
        return processors <= 4 ? 0 : Math.max(2, Math.min(4, processors / 4));
    }

    private int clientPort(Optional<Member> self) throws ConfigException {
        OptionalLong port = source.number(Setting.CLIENT_PORT);
        OptionalInt ofLine = self.map(Member::clientPort).orElse(OptionalInt.empty());
        if (port.isPresent()) {
            if (ofLine.isPresent() && ofLine.getAsInt() != port.getAsLong()) {
                throw new ConfigException(
                        "clientPort=" + port.getAsLong() + ", but this server's line says " + ofLine.getAsInt());
            }
            return (int) port.getAsLong();
        }
        if (ofLine.isEmpty()) {
            throw new ConfigException("clientPort is missing");
        }
        return ofLine.getAsInt();
    }

    private Optional<String> clientAddress(Optional<Member> self) throws ConfigException {
        Optional<String> given = source.text(Setting.CLIENT_PORT_ADDRESS);
        return given.isPresent() ? given : self.flatMap(Member::clientAddress);
    }

    private Set<String> words() throws ConfigException {
        Set<String> words = list(Setting.WORDS);
        words.add("srvr");
        return words;
    }

    /** What stands between commas. */
    private Set<String> list(Setting setting) throws ConfigException {
        return Arrays.stream(source.text(setting).orElse("").split(","))
                .filter(name -> !name.isBlank())
                .map(String::trim)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Sessions sessions() throws ConfigException {
        int tick = (int) source.number(Setting.TICK_TIME).orElse(DEFAULT_TICK_MS);
        int min = (int) source.numberOrMinusOne(Setting.MIN_SESSION_TIMEOUT).orElse(2L * tick);
        int max = (int) source.numberOrMinusOne(Setting.MAX_SESSION_TIMEOUT).orElse(20L * tick);
        if (min > max) {
            throw new ConfigException(
                    "minSessionTimeout (" + min + " ms) must not be above maxSessionTimeout (" + max + " ms)");
        }
        return new Sessions(tick, min, max);
    }

    private Elections elections() throws ConfigException {
        int min = (int) source.number(Setting.ELECTION_TIMEOUT).orElse(300);
        return new Elections(min, 2 * min);
    }

    private Removal removal() throws ConfigException {
        return new Removal(
                (int) source.number(Setting.CONTAINER_CHECK_INTERVAL).orElse(60_000),
                (int) source.number(Setting.CONTAINER_MAX_PER_MINUTE).orElse(10_000),
                (int) source.number(Setting.CONTAINER_MAX_NEVER_USED).orElse(0));
    }

    private Access access() throws ConfigException {
        Optional<String> superDigest = source.text(Setting.SUPER_DIGEST);
        if (superDigest.isPresent() && superDigest.get().indexOf(':') < 1) {
            // The value itself is not shown.
            throw new ConfigException(Setting.SUPER_DIGEST.key() + " must have the form user:digest");
        }
        return new Access(
                source.flag(Setting.EXTENDED_TYPES, "true", "false", true),
                source.flag(Setting.SKIP_ACL, "yes", "no", false),
                source.flag(Setting.ENFORCE_QUOTA, "true", "false", false),
                source.flag(Setting.RECONFIG, "true", "false", false),
                requiredSchemes(),
                superDigest.map(SuperDigest::new),
                digestAlgorithm());
    }

    private String digestAlgorithm() throws ConfigException {
        String name = source.text(Setting.DIGEST_ALGORITHM).orElse(DigestAuth.DEFAULT_ALGORITHM);
        if (!DigestAuth.hasAlgorithm(name)) {
            throw new ConfigException(
                    Setting.DIGEST_ALGORITHM.key() + "=" + name + ": this Java has no such hash algorithm");
        }
        return name;
    }

    /** Schemes that can't be proven here are refused: nobody would ever be let in. */
    private Set<String> requiredSchemes() throws ConfigException {
        Set<String> schemes = list(Setting.ENFORCE_AUTH_SCHEMES);
        if (!source.flag(Setting.ENFORCE_AUTH, "true", "false", false)) {
            return Set.of();
        }
        if (schemes.isEmpty() || !PROVABLE_SCHEMES.containsAll(schemes)) {
            throw SettingSource.wrong(Setting.ENFORCE_AUTH_SCHEMES, String.join(",", schemes));
        }
        return schemes;
    }

    /** The keys and values of a file in the syntax of {@link Properties}, as ZooKeeper reads it, trimmed. */
    private static Map<String, String> load(Path file) throws ConfigException {
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            properties.load(in);
        } catch (IOException | IllegalArgumentException e) {
            throw new ConfigException("can't read the configuration file " + file + ": " + e, e);
        }
        Map<String, String> entries = new HashMap<>();
        for (String key : properties.stringPropertyNames()) {
            entries.put(key.trim(), properties.getProperty(key).trim());
        }
        return entries;
    }
}
