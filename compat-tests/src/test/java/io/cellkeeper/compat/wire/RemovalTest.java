package io.cellkeeper.compat.wire;

import static io.cellkeeper.compat.wire.Frame.ok;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.createTtl;
import static io.cellkeeper.compat.wire.RawClient.delete;
import static io.cellkeeper.compat.wire.RawClient.exists;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.compat.cell.Cell;
import java.util.Map;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.junit.jupiter.api.Test;

/** Containers and nodes with a time to live are removed by the server (rules 12.3 to 12.6). */
class RemovalTest {
    private static final int TIMEOUT_MS = 20_000;
    private static final int DELETED = 2;

    @Test
    void shouldRemoveWhatNobodyUsesAndTellWhoWatches() throws Exception {
        // ZooKeeper takes the interval from a system property only: the launcher of the stock server sets the same.
        try (Cell cell = Cell.start(1, Map.of("znode.container.checkIntervalMs", "1000"));
                RawClient client = RawClient.connect(cell.replicas().get(0).clientPort(), TIMEOUT_MS)) {
            ok(client.call(OpCode.createContainer, createNode("/unused", "", 4)));
            ok(client.call(OpCode.createContainer, createNode("/used", "", 4)));
            ok(client.call(OpCode.createContainer, createNode("/in-use", "", 4)));
            ok(client.call(OpCode.create, createNode("/in-use/x", "", 0)));
            ok(client.call(OpCode.create, createNode("/used/x", "", 0)));
            ok(client.call(OpCode.delete, delete("/used/x", -1)));
            ok(client.call(OpCode.createTTL, createTtl("/old", "", 5, 3_000)));
            ok(client.call(OpCode.createTTL, createTtl("/parent", "", 5, 10)));
            ok(client.call(OpCode.create, createNode("/parent/x", "", 0)));
            ok(client.call(OpCode.exists, exists("/old", true)));
            Frame event = client.read();
            assertEquals(-1, event.xid(), event::toString);
            assertEquals(DELETED, event.body()[3], event::toString);

            assertEquals(-101, client.call(OpCode.exists, exists("/old", false)).err());
            assertEquals(
                    -101, client.call(OpCode.exists, exists("/used", false)).err());
            ok(client.call(OpCode.exists, exists("/unused", false)));
            ok(client.call(OpCode.exists, exists("/in-use", false)));
            ok(client.call(OpCode.exists, exists("/parent", false)));
        }
    }
}
