package io.cellkeeper.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigReaderTest {
    @TempDir
    Path directory;

    private final Properties system = new Properties();

    @Test
    void shouldReadTheSampleThatZooKeeperShips() throws Exception {
        ConfigReader.Reading reading = read("""
                # The number of milliseconds of each tick
                tickTime=2000
                initLimit=10
                syncLimit=5
                dataDir=%s
                # the port at which the clients will connect
                clientPort=2181
                #maxClientCnxns=60
                autopurge.purgeInterval=1
                """);
        ServerConfig config = reading.config();
        assertEquals(2181, config.clients().port());
        assertEquals(Optional.empty(), config.clients().address());
        assertEquals(60, config.clients().maxConnectionsPerAddress());
        assertEquals(1_048_575, config.clients().maxFrameBytes());
        assertEquals(Set.of("srvr"), config.clients().words());
        assertEquals(new ServerConfig.Sessions(2_000, 4_000, 40_000), config.sessions());
        assertEquals(new ServerConfig.Cell("default", OptionalInt.empty()), config.cell());
        assertEquals(new ServerConfig.Elections(300, 600), config.elections());
        assertTrue(config.ensemble().isStandalone());
        assertTrue(config.access().extendedTypes());
        assertFalse(config.access().skipAcl());
        assertFalse(config.access().enforceQuota());
        assertEquals(directory, config.storage().logDir());
        assertEquals(
                List.of("settings of ZooKeeper without effect here: autopurge.purgeInterval, initLimit, syncLimit"),
                reading.remarks());
    }

    @Test
    void shouldGiveClientsThreadsOfTheirOwnOnlyWhereThereAreProcessorsForThem() throws Exception {
        assertEquals(0, ConfigReader.defaultClientThreads(1));
        assertEquals(0, ConfigReader.defaultClientThreads(4));
        assertEquals(2, ConfigReader.defaultClientThreads(5));
        assertEquals(3, ConfigReader.defaultClientThreads(12));
        assertEquals(4, ConfigReader.defaultClientThreads(16));
        assertEquals(4, ConfigReader.defaultClientThreads(128));
        ServerConfig config = read("""
                dataDir=%s
                clientPort=2181
                cellkeeper.clientThreads=3
                """).config();
        assertEquals(3, config.clients().threads());
    }

    @Test
    void shouldReadAnEnsemble() throws Exception {
        myid("2");
        ServerConfig config = read("""
                dataDir=%s
                dataLogDir=/elsewhere
                server.3=[::1]:2888:3888;[::1]:2183
                server.1 = one.example:2888:3888:participant
                server.2=two.example:2888:3888:PARTICIPANT;2182
                """).config();
        assertFalse(config.ensemble().isStandalone());
        assertEquals(
                List.of(1, 2, 3),
                config.ensemble().members().stream().map(Member::id).toList());
        assertEquals(2, config.ensemble().myid());
        assertEquals(2182, config.clients().port());
        assertEquals(Path.of("/elsewhere"), config.storage().logDir());
        Member third = config.ensemble().members().get(2);
        assertEquals("::1", third.host());
        assertEquals("[::1]:2888:3888:participant;[::1]:2183", third.line());
        assertEquals("[::1]:2888", third.quorumAddress());
        assertEquals(
                "one.example:2888:3888:participant",
                config.ensemble().others().get(0).line());
        assertEquals(
                "two.example:2888:3888:participant;0.0.0.0:2182",
                config.ensemble().self().orElseThrow().line());
    }

    @Test
    void shouldTakeServerLinesFromTheDynamicFile() throws Exception {
        myid("1");
        Path dynamic = directory.resolve("zoo.cfg.dynamic.100000000");
        Files.writeString(dynamic, """
                server.1=a:2888:3888:participant;0.0.0.0:2181
                server.2=b:2888:3888:participant;0.0.0.0:2181
                server.3=c:2888:3888:participant;0.0.0.0:2181
                version=100000000
                """);
        ServerConfig config =
                read("dataDir=%s\ndynamicConfigFile=" + dynamic + "\n").config();
        assertEquals(3, config.ensemble().members().size());
        assertEquals(2181, config.clients().port());
        assertEquals(Optional.of("0.0.0.0"), config.clients().address());
        refused("server.1 stands in", "dataDir=%s\nserver.1=a:1:2\ndynamicConfigFile=" + dynamic + "\n");
    }

    @Test
    void shouldBeAloneWithOneServerLineAsInZooKeeper() throws Exception {
        ServerConfig config = read("dataDir=%s\nclientPort=2181\nserver.7=0.0.0.0:2888:3888\n")
                .config();
        assertTrue(config.ensemble().isStandalone());
        assertEquals(7, config.ensemble().myid());
    }

    @Test
    void shouldHonourSystemPropertiesUnlessTheFileSaysOtherwise() throws Exception {
        system.setProperty("zookeeper.skipACL", "yes");
        system.setProperty("zookeeper.maxClientCnxns", "7");
        system.setProperty("zookeeper.extendedTypesEnabled", "false");
        system.setProperty("jute.maxbuffer", "0x3fffff");
        system.setProperty("zookeeper.4lw.commands.whitelist", "mntr, ruok");
        system.setProperty("zookeeper.DigestAuthenticationProvider.superDigest", "super:secret=");
        system.setProperty("zookeeper.DigestAuthenticationProvider.digestAlg", "SHA-256");
        system.setProperty("cellkeeper.log.level", "DEBUG");
        ServerConfig config = minimal("maxClientCnxns=9").config();
        assertTrue(config.access().skipAcl());
        assertFalse(config.access().extendedTypes());
        assertEquals(9, config.clients().maxConnectionsPerAddress());
        assertEquals(0x3fffff, config.clients().maxFrameBytes());
        assertEquals(Set.of("srvr", "mntr", "ruok"), config.clients().words());
        assertEquals(
                "super:secret=", config.access().superDigest().orElseThrow().value());
        assertEquals("SHA-256", config.access().digestAlgorithm());
        assertFalse(config.toString().contains("secret"), "no secret in what may be logged");
    }

    @Test
    void shouldRequireProofsOnlyOfSchemesThatCanBeProven() throws Exception {
        assertEquals(
                Set.of("digest", "ip"),
                minimal("enforce.auth.enabled=true\nenforce.auth.schemes=digest, ip")
                        .config()
                        .access()
                        .requiredSchemes());
        assertEquals(
                Set.of(),
                minimal("enforce.auth.enabled=false\nenforce.auth.schemes=sasl")
                        .config()
                        .access()
                        .requiredSchemes());
        for (String lines : List.of(
                "enforce.auth.enabled=true",
                "enforce.auth.enabled=true\nenforce.auth.schemes=sasl",
                "enforce.auth.enabled=true\nenforce.auth.schemes=digest,x509")) {
            ConfigException refusal = assertThrows(ConfigException.class, () -> minimal(lines), lines);
            assertTrue(refusal.toString().contains("enforce.auth.schemes"), refusal.toString());
        }
    }

    @Test
    void shouldNameOnceWhatHasNoEffect() throws Exception {
        system.setProperty("zookeeper.forceSync", "no");
        ConfigReader.Reading reading = minimal(
                "readonlymode.enabled=true\nlocalSessionsEnabled=false\nsnapCount=1\nadmin.enableServer=false\nwhatever=x");
        assertEquals(
                List.of(
                        "readonlymode.enabled=true: read-only mode is not supported yet",
                        "settings of ZooKeeper without effect here: -Dzookeeper.forceSync, admin.enableServer,"
                                + " localSessionsEnabled, snapCount, whatever"),
                reading.remarks());
    }

    @Test
    void shouldRefuseWhatAsksForAnotherKindOfCellOrForProtectionThatIsNotThere() {
        for (String line : List.of(
                "group.1=1:2:3",
                "weight.1=2",
                "peerType=observer",
                "secureClientPort=2281",
                "sslQuorum=true",
                "quorum.auth.enableSasl=true",
                "authProvider.1=org.apache.zookeeper.server.auth.SASLAuthenticationProvider",
                "server.1=a:1:2:observer",
                "server.1=a:1:2|b:1:2")) {
            String key = line.substring(0, line.indexOf('='));
            ConfigException refusal = assertThrows(ConfigException.class, () -> minimal(line), line);
            assertTrue(refusal.toString().contains(key), refusal.getMessage());
        }
        system.setProperty("zookeeper.authProvider.sasl", "x");
        refused("-Dzookeeper.authProvider.sasl", "dataDir=%s\nclientPort=1\n");
    }

    @Test
    void shouldRefuseAMisspeltKeyOfOurOwn() {
        refused("there is no setting cellkeeper.cel", "dataDir=%s\nclientPort=1\ncellkeeper.cel=x\n");
        system.setProperty("cellkeeper.electionTimeout", "1");
        refused("there is no setting cellkeeper.electionTimeout", "dataDir=%s\nclientPort=1\n");
    }

    @Test
    void shouldRefuseWhatIsMissing() {
        refused("dataDir is missing", "clientPort=2181\n# %s\n");
        refused("clientPort is missing", "dataDir=%s\n");
        refused("clientPort has no value", "dataDir=%s\nclientPort=\n");
        ConfigException refusal =
                assertThrows(ConfigException.class, () -> ConfigReader.read(directory.resolve("none.cfg"), system));
        assertTrue(refusal.toString().contains("none.cfg"), refusal.getMessage());
    }

    @Test
    void shouldRefuseWrongWords() {
        for (String line : List.of(
                "skipACL=true",
                "extendedTypesEnabled=yes",
                "quorumListenOnAllIPs=1",
                "cellkeeper.cell=a b",
                "cellkeeper.cell=",
                "DigestAuthenticationProvider.digestAlg=rot13",
                "DigestAuthenticationProvider.superDigest=hunter2")) {
            ConfigException refusal = assertThrows(ConfigException.class, () -> minimal(line), line);
            assertTrue(refusal.toString().contains(line.substring(0, line.indexOf('='))), refusal.getMessage());
            assertFalse(refusal.toString().contains("hunter2"), "no secret in a message");
        }
    }

    @Test
    void shouldRefuseServersThatDoNotFit() throws IOException {
        String two = "dataDir=%s\nclientPort=1\nserver.1=a:1:2\nserver.2=b:1:2\n";
        refused("myid is missing", two);
        myid("3");
        refused("there is no line server.3", two);
        myid("one");
        refused("must hold a number", two);
        myid("-1");
        refused("must hold a number", two);
        myid("1");
        refused("another server has the same host and port 1", two + "server.3=A:1:9\n");
        refused("server.2 is given twice", two + "server.02=c:1:2\n");
        refused("the other servers can't reach 0.0.0.0", two + "server.3=0.0.0.0:1:2\n");
        refused("this server's line says 2", "dataDir=%s\nclientPort=1\nserver.1=a:1:3;2\nserver.2=b:1:2\n");
    }

    @Test
    void shouldRefuseALowerBoundAboveTheUpper() {
        refused(
                "minSessionTimeout (70000 ms) must not be above maxSessionTimeout (60000 ms)",
                "dataDir=%s\nclientPort=1\nminSessionTimeout=70000\n");
    }

    private void myid(String text) throws IOException {
        Files.writeString(directory.resolve("myid"), text + "\n");
    }

    private ConfigReader.Reading read(String text) throws Exception {
        Path file = directory.resolve("zoo.cfg");
        Files.writeString(file, text.replace("%s", directory.toString()));
        return ConfigReader.read(file, system);
    }

    private ConfigReader.Reading minimal(String lines) throws Exception {
        return read("dataDir=%s\nclientPort=2181\n" + lines + "\n");
    }

    private void refused(String because, String text) {
        ConfigException refusal = assertThrows(ConfigException.class, () -> read(text));
        assertTrue(refusal.toString().contains(because), refusal.getMessage());
    }

    @Test
    void shouldEscapeWhatItRepeats() {
        Map<String, String> file = new HashMap<>(Map.of("dataDir", "/d", "clientPort", "1\u001b[31m\nx"));
        ConfigException refusal = assertThrows(ConfigException.class, () -> ConfigReader.read(file, system));
        assertEquals("clientPort=1\\u001b[31m\\u000ax is not allowed; expected: 0 to 65535", refusal.getMessage());
    }
}
