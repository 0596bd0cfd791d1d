package io.cellkeeper.compat.wire;

import static io.cellkeeper.compat.wire.Exchange.done;
import static io.cellkeeper.compat.wire.Exchange.eventsBefore;
import static io.cellkeeper.compat.wire.Exchange.stat;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.setData;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.CellProcess;
import io.cellkeeper.compat.cell.Digests;
import io.cellkeeper.compat.cell.SharedCell;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.AddWatchRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Connections that send rubbish to real servers, at every stage of a session: nothing throws, nothing is kept for what was only
 * announced, and a client beside them notices nothing (rules 1.4 to 1.12 and 20.1). Ours only: it takes one such request to
 * make ZooKeeper 3.9.5 deaf.
 *
 * <p>{@code -Dhostile.connections} and {@code -Dhostile.seed} make it longer or another.
 */
@EnabledIfSystemProperty(named = "compat.server", matches = "ours")
class HostileConnectionsTest {
    private static final int CONNECTIONS = Integer.getInteger("hostile.connections", 200);
    private static final long SEED = Long.getLong("hostile.seed", 5);
    private static final int TIMEOUT_MS = 20_000;
    /** How long a hostile client waits for whatever comes; the answers are not what is judged here. */
    private static final int PATIENCE_MS = 20;

    /** All of this announced at once is more than the servers have memory for. */
    private static final int ANNOUNCED_BYTES = 16 << 20;

    private static final int ANNOUNCERS = 150;

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(3);

    @Test
    void shouldNotBeHarmedByRubbish() throws IOException {
        HostileBytes bytes = new HostileBytes(new Random(SEED), CELL.newRoot());
        List<Witness> witnesses = List.of(new Witness("leader"), new Witness("follower"));
        for (int i = 0; i < CONNECTIONS; i++) {
            try (RawClient client = RawClient.open(CELL.port(i % 3 == 0 ? "leader" : "follower"))) {
                if (bytes.connectsFirst()) {
                    client.sendConnect(RawSession.NEW, TIMEOUT_MS, 0, true);
                    client.readConnected();
                }
                client.setReadTimeout(PATIENCE_MS);
                for (byte[] piece : bytes.pieces()) {
                    client.sendFrames(piece);
                }
                client.awaitClosed();
            } catch (SocketException closedWhileSending) {
                // Rubbish ends a connection at any time.
            }
            for (Witness witness : witnesses) {
                witness.ping();
            }
        }
        for (Witness witness : witnesses) {
            witness.assertUnharmed();
        }
        assertServersUnharmed();
    }

    @Test
    void shouldKeepNoMemoryForWhatIsOnlyAnnounced() throws IOException {
        List<RawClient> announcers = new ArrayList<>();
        Witness witness = new Witness("follower");
        try {
            for (int i = 0; i < ANNOUNCERS; i++) {
                RawClient client = RawClient.connect(CELL.port("follower"), TIMEOUT_MS);
                announcers.add(client);
                client.sendFrames(ByteBuffer.allocate(100)
                        .putInt(ANNOUNCED_BYTES)
                        .putInt(1)
                        .putInt(OpCode.setWatches)
                        .array());
            }
            witness.assertUnharmed();
        } finally {
            for (RawClient client : announcers) {
                client.close();
            }
        }
        assertServersUnharmed();
    }

    private static void assertServersUnharmed() throws IOException {
        for (CellProcess replica : CELL.cell().replicas()) {
            assertTrue(replica.isRunning(), () -> "see " + replica.log());
            assertFalse(Files.readString(replica.log()).contains("Exception"), () -> "see " + replica.log());
        }
        Digests.assertSame(CELL.cell());
    }

    /** A session with an ephemeral node and a watch. */
    private static final class Witness {
        private final RawClient client;
        private final String path = CELL.newRoot();

        Witness(String role) throws IOException {
            client = RawClient.connect(CELL.port(role), TIMEOUT_MS);
            done(client, OpCode.create, createNode(path, "", 1));
            done(client, OpCode.addWatch, new AddWatchRequest(path, 0));
        }

        /** Keeps the session alive; no event may come before the answer. */
        void ping() throws IOException {
            assertEquals(List.of(), eventsBefore(client, OpCode.ping));
        }

        void assertUnharmed() throws IOException {
            assertEquals(List.of("3 " + path), eventsBefore(client, OpCode.setData, setData(path, "", 0)));
            assertEquals(client.session().id(), stat(client, path).getEphemeralOwner());
            client.closeSession();
            client.close();
        }
    }
}
