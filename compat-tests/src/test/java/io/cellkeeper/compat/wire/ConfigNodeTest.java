package io.cellkeeper.compat.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.CellProcess;
import io.cellkeeper.compat.cell.FourLetterWord;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.admin.ZooKeeperAdmin;
import org.apache.zookeeper.data.Stat;
import org.apache.zookeeper.server.quorum.flexible.QuorumMaj;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** {@code /zookeeper/config} and reconfig, as ZooKeeper's own client has them (rules 19.1, 19.2). */
@SuppressWarnings("try") // The client's close may be interrupted; nobody does.
class ConfigNodeTest {
    private static final int TIMEOUT_MS = 20_000;
    private static final String NEW_SERVER = "server.9=127.0.0.2:1:2:participant;3";

    @Test
    void shouldShowTheServersOfAnEnsembleAndCheckWhatReconfigIsAskedFor() throws Exception {
        try (Cell cell = Cell.start(3, Map.of("reconfigEnabled", "true"))) {
            for (CellProcess replica : List.of(cell.leader(), cell.follower())) {
                try (ZooKeeperAdmin client = connect(replica)) {
                    Stat stat = new Stat();
                    String text = new String(client.getConfig(event -> {}, stat), StandardCharsets.UTF_8);
                    QuorumMaj servers = parse(text);
                    assertEquals(3, servers.getVotingMembers().size(), text);
                    assertTrue(text.contains(":participant;127.0.0.1:" + replica.clientPort() + "\n"), text);
                    assertTrue(text.endsWith("\nversion=" + Long.toHexString(servers.getVersion())), text);
                    assertTrue(servers.getVersion() > 0, text);
                    assertEquals(-1, stat.getVersion());
                    assertEquals(text.length(), stat.getDataLength());
                    assertEquals(ZooDefs.Ids.READ_ACL_UNSAFE, client.getACL("/zookeeper/config", new Stat()));
                    assertEquals(text, membership(replica));
                    String watches = FourLetterWord.ask(replica.clientPort(), "wchp");
                    assertTrue(watches.contains("/zookeeper/config\n\t0x"), watches);

                    assertFails(Code.NOAUTH, () -> client.setData("/zookeeper/config", new byte[0], -1));
                    assertFails(Code.BADVERSION, () -> reconfig(client, NEW_SERVER, null, 7));
                    assertFails(Code.BADARGUMENTS, () -> reconfig(client, "server.9=nonsense", null, -1));
                    assertFails(Code.BADARGUMENTS, () -> reconfig(client, null, "1,2", -1));
                    assertFails(Code.NOAUTH, () -> reconfig(client, null, "3", servers.getVersion()));
                }
            }
        }
    }

    @Test
    void shouldShowNothingOfALoneServerAndDisableReconfig() throws Exception {
        try (Cell cell = Cell.start(1);
                ZooKeeperAdmin client = connect(cell.replica(1))) {
            assertArrayEquals(new byte[0], client.getConfig(false, new Stat()));
            assertFails(Code.RECONFIGDISABLED, () -> reconfig(client, NEW_SERVER, null, -1));
        }
    }

    private static ZooKeeperAdmin connect(CellProcess replica) throws Exception {
        return new ZooKeeperAdmin(replica.clientAddress(), TIMEOUT_MS, event -> {});
    }

    private static byte[] reconfig(
            ZooKeeperAdmin client, @Nullable String joining, @Nullable String leaving, long configId) throws Exception {
        return client.reconfigure(joining, leaving, (String) null, configId, new Stat());
    }

    private static void assertFails(Code code, Executable call) {
        assertEquals(code, assertThrows(KeeperException.class, call).code());
    }

    private static QuorumMaj parse(String text) throws Exception {
        Properties lines = new Properties();
        lines.load(new StringReader(text));
        return new QuorumMaj(lines);
    }

    /** What {@code conf} says below {@code membership:}. */
    private static String membership(CellProcess replica) throws Exception {
        return FourLetterWord.ask(replica.clientPort(), "conf")
                .lines()
                .dropWhile(line -> !line.startsWith("membership:"))
                .skip(1)
                .collect(Collectors.joining("\n"));
    }
}
