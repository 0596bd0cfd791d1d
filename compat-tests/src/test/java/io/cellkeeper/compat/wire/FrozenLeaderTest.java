package io.cellkeeper.compat.wire;

import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.getData;
import static io.cellkeeper.compat.wire.RawClient.setData;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.CellProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.GetDataResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A leader that is stopped and goes on later doesn't know what it missed: it may not answer from its old state
 * (design I14; ZooKeeper gives no such promise for plain reads).
 */
@EnabledIfSystemProperty(named = "compat.server", matches = "ours")
class FrozenLeaderTest {
    private static final int TIMEOUT_MS = 20_000;
    private static final int ROUNDS = 3;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String PATH = "/frozen";

    @Test
    void shouldAnswerNothingStaleAfterALeaderGoesOn() throws IOException {
        try (Cell cell = Cell.start(3)) {
            for (int round = 0; round < ROUNDS; round++) {
                CellProcess leader = cell.leader();
                int others = leader.id() % 3 + 1;
                write(cell.replica(others).clientPort(), "old-" + round);
                try (RawClient reader = RawClient.connect(leader.clientPort(), TIMEOUT_MS)) {
                    leader.freeze();
                    try {
                        reader.pipeline(reader.request(OpCode.getData, getData(PATH, false)));
                        write(cell.replica(others).clientPort(), "new-" + round);
                    } finally {
                        leader.thaw();
                    }
                    Optional<String> answer = answer(reader);
                    if (answer.isPresent()) {
                        assertEquals("new-" + round, answer.get());
                    }
                }
                cell.awaitServing();
            }
        }
    }

    /** Writes in a session of its own, again until a leader has acknowledged it. */
    private static void write(int port, String data) {
        Await.until("a leader acknowledges " + data, LIMIT, () -> {
            try (RawClient client = RawClient.connect(port, TIMEOUT_MS)) {
                int err = client.call(OpCode.create, createNode(PATH, data, 0)).err();
                if (err != 0) {
                    err = client.call(OpCode.setData, setData(PATH, data, -1)).err();
                }
                client.closeSession();
                return err == 0;
            }
        });
    }

    /** The data that the server shows, empty if it closes the connection instead. */
    private static Optional<String> answer(RawClient reader) throws IOException {
        try {
            Frame reply = reader.read();
            assertEquals(0, reply.err(), reply::toString);
            return Optional.of(new String(reply.as(new GetDataResponse()).getData(), UTF_8));
        } catch (java.io.EOFException | java.net.SocketException e) {
            return Optional.empty();
        }
    }
}
