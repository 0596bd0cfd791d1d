package io.cellkeeper.compat.wire;

import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.getData;
import static io.cellkeeper.compat.wire.RawClient.setData;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.FourLetterWord;
import io.cellkeeper.compat.cell.SharedCell;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.GetDataResponse;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients whose sockets are served by three threads beside the cell's own, through the leader and through a follower. */
class ClientThreadsTest {
    private static final int TIMEOUT_MS = 20_000;
    private static final int CLIENTS = 8;

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(3, Map.of("cellkeeper.clientThreads", "3"));

    private static RawClient connect(String role) throws IOException {
        return RawClient.connect(CELL.port(role), TIMEOUT_MS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldAnswerEachOfManyClientsInOrderAtTheRequestsOwnPlaces(String role) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        List<String> paths = new ArrayList<>();
        try {
            for (int i = 0; i < CLIENTS; i++) {
                RawClient client = connect(role);
                clients.add(client);
                paths.add(CELL.newRoot());
                assertEquals(
                        0,
                        client.call(OpCode.create, createNode(paths.get(i), "", 0))
                                .err());
            }
            for (int round = 0; round < 20; round++) {
                for (int i = 0; i < CLIENTS; i++) {
                    RawClient client = clients.get(i);
                    client.pipeline(
                            client.request(OpCode.setData, setData(paths.get(i), i + "first" + round, -1)),
                            client.request(OpCode.getData, getData(paths.get(i), false)),
                            client.request(OpCode.setData, setData(paths.get(i), i + "second" + round, -1)),
                            client.request(OpCode.getData, getData(paths.get(i), false)));
                }
                for (int i = 0; i < CLIENTS; i++) {
                    assertEquals(0, clients.get(i).read().err());
                    assertEquals(i + "first" + round, data(clients.get(i)));
                    assertEquals(0, clients.get(i).read().err());
                    assertEquals(i + "second" + round, data(clients.get(i)));
                }
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldTellAnEventBeforeAnAnswerThatShowsItsChange(String role) throws IOException {
        String path = CELL.newRoot();
        try (RawClient writer = connect(role);
                RawClient watcher = connect(role)) {
            assertEquals(0, writer.call(OpCode.create, createNode(path, "0", 0)).err());
            for (int round = 1; round <= 50; round++) {
                assertEquals(
                        0, watcher.call(OpCode.getData, getData(path, true)).err());
                assertEquals(
                        0,
                        writer.call(OpCode.setData, setData(path, "" + round, -1))
                                .err());
                watcher.pipeline(watcher.request(OpCode.getData, getData(path, false)));
                assertEquals(-1, watcher.read().xid(), "the event comes first");
                assertEquals("" + round, data(watcher));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldCloseBehindLargeAnswersOfAClientThatReadsLate(String role) throws IOException {
        String path = CELL.newRoot();
        String large = "x".repeat(900_000);
        try (RawClient client = connect(role)) {
            assertEquals(
                    0, client.call(OpCode.create, createNode(path, large, 0)).err());
            byte[][] requests = new byte[21][];
            for (int i = 0; i < 20; i++) {
                requests[i] = client.request(OpCode.getData, getData(path, false));
            }
            requests[20] = client.request(OpCode.closeSession);
            client.pipeline(requests);
            for (int i = 0; i < 20; i++) {
                assertEquals(large, data(client));
            }
            assertEquals(0, client.read().err());
            assertTrue(client.awaitClosed());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldAnswerWords(String role) throws IOException {
        int port = CELL.port(role);
        assertEquals("imok", FourLetterWord.ask(port, "ruok"));
        assertTrue(FourLetterWord.ask(port, "conf").contains("cellkeeper.clientThreads=3\n"));
        assertTrue(FourLetterWord.mode(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .isPresent());
    }

    private static String data(RawClient client) throws IOException {
        return new String(client.read().as(new GetDataResponse()).getData(), StandardCharsets.UTF_8);
    }
}
