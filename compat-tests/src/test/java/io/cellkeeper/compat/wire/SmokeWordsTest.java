package io.cellkeeper.compat.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.FourLetterWord;
import io.cellkeeper.compat.cell.SharedCell;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The four-letter words that monitoring reads (rules 15.1 to 15.11). */
class SmokeWordsTest {
    /** What Telegraf's parser takes; it fails on any other line. */
    private static final Pattern MONITOR_LINE = Pattern.compile("^zk_\\w[\\w{}=\",.-]*\\s+[\\w.\\-]+.*$");

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(3);

    private static String ask(String role, String word) throws IOException {
        return FourLetterWord.ask(CELL.port(role), word);
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldAnswerProbes(String role) throws IOException {
        assertEquals("imok", ask(role, "ruok"));
        assertEquals("imok", ask(role, "ruok\n"));
        assertEquals("rw", ask(role, "isro").trim());
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldDescribeTheServer(String role) throws IOException {
        List<String> keys = ask(role, "srvr")
                .lines()
                .map(line -> line.substring(0, line.indexOf(':')))
                .collect(Collectors.toList());
        List<String> expected = List.of(
                "Zookeeper version",
                "Latency min/avg/max",
                "Received",
                "Sent",
                "Connections",
                "Outstanding",
                "Zxid",
                "Mode",
                "Node count");
        assertEquals(expected, keys.subList(0, expected.size()));
        String text = ask(role, "srvr");
        assertTrue(
                Pattern.compile("^Zookeeper version: \\d+\\.\\d+\\.\\d+-\\S*, built on \\d{4}-.*")
                        .matcher(text.lines().findFirst().orElseThrow())
                        .matches(),
                text);
        assertTrue(text.contains("Mode: " + role), text);
        assertTrue(Pattern.compile("Zxid: 0x[0-9a-f]+").matcher(text).find(), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldListConnections(String role) throws IOException {
        try (RawClient client = RawClient.connect(CELL.port(role), 20_000)) {
            String session = "sid=0x" + Long.toHexString(client.session().id());
            String connections = ask(role, "cons");
            assertTrue(
                    connections.lines().anyMatch(line -> line.startsWith(" /127.0.0.1:") && line.contains(session)),
                    connections);
            String stat = ask(role, "stat");
            assertTrue(stat.contains("Clients:\n /"), stat);
            assertTrue(stat.contains("\n\nLatency min/avg/max:"), stat);
            assertTrue(stat.contains("Mode: " + role), stat);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldListWatches(String role) throws IOException {
        try (RawClient client = RawClient.connect(CELL.port(role), 20_000)) {
            String session = "0x" + Long.toHexString(client.session().id());
            String path = CELL.newRoot();
            client.call(OpCode.exists, RawClient.exists(path, true));
            String bySession = ask(role, "wchc");
            assertTrue(bySession.contains(session + "\n\t" + path + "\n"), bySession);
            String byPath = ask(role, "wchp");
            assertTrue(byPath.contains(path + "\n\t" + session + "\n"), byPath);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldDumpSessionsAndTheirEphemerals(String role) throws IOException {
        try (RawClient client = RawClient.connect(CELL.port(role), 20_000)) {
            String session = "0x" + Long.toHexString(client.session().id());
            String path = CELL.newRoot();
            assertEquals(
                    0,
                    client.call(OpCode.create, RawClient.createNode(path, "", 1))
                            .err());
            String sessions = role.equals("leader")
                    ? "Session Sets \\(\\d+\\)/\\(\\d+\\):\n(?s:.*)\t" + session + "\n"
                    : "Global Sessions\\(\\d+\\):\n(?s:.*)" + session + "\t20000ms\n";
            Pattern dump = Pattern.compile("^SessionTracker dump:\n" + sessions + "(?s:.*)ephemeral nodes dump:\n"
                    + "Sessions with Ephemerals \\(\\d+\\):\n(?s:.*)" + session + ":\n\t" + path + "\n");
            // A follower tells what it has applied itself.
            Await.until(
                    "the session is in " + ask(role, "dump"),
                    Duration.ofSeconds(10),
                    () -> dump.matcher(ask(role, "dump")).find());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldTellSizesDigestsAndTheTraceMask(String role) throws IOException {
        assertTrue(ask(role, "dirs").matches("datadir_size: \\d+\nlogdir_size: [1-9]\\d*\n"), ask(role, "dirs"));
        assertTrue(ask(role, "hash").matches("([0-9a-f]+: -?\\d+\n)*"), ask(role, "hash"));
        assertEquals("306", ask(role, "stmk\0\0\0\0\0\0\1\62"));
        assertEquals("306", ask(role, "gtmk"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldGiveFiguresThatParsersTake(String role) throws IOException {
        String text = ask(role, "mntr");
        text.lines().forEach(line -> assertTrue(MONITOR_LINE.matcher(line).matches(), line));
        Map<String, String> figures = FourLetterWord.monitor(CELL.port(role));
        assertEquals(role, figures.get("zk_server_state"));
        for (String key : List.of(
                "zk_version",
                "zk_avg_latency",
                "zk_max_latency",
                "zk_min_latency",
                "zk_packets_received",
                "zk_packets_sent",
                "zk_num_alive_connections",
                "zk_outstanding_requests",
                "zk_znode_count",
                "zk_watch_count",
                "zk_ephemerals_count",
                "zk_approximate_data_size",
                "zk_uptime",
                "zk_last_client_response_size",
                "zk_max_client_response_size",
                "zk_min_client_response_size",
                "zk_global_sessions")) {
            assertTrue(figures.containsKey(key), key + " is missing in " + text);
        }
        if (role.equals("leader")) {
            assertTrue(figures.containsKey("zk_synced_followers"), text);
            assertTrue(figures.containsKey("zk_pending_syncs"), text);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldShowConfigurationAndEnvironment(String role) throws IOException {
        String conf = ask(role, "conf");
        assertTrue(conf.contains("clientPort=" + CELL.port(role)), conf);
        for (String key : List.of(
                "dataDir=", "tickTime=1000", "minSessionTimeout=2000", "maxSessionTimeout=20000", "serverId=")) {
            assertTrue(conf.contains(key), key + " is missing in " + conf);
        }
        String environment = ask(role, "envi");
        assertTrue(environment.startsWith("Environment:\nzookeeper.version="), environment);
        assertTrue(environment.contains("java.version="), environment);
    }
}
