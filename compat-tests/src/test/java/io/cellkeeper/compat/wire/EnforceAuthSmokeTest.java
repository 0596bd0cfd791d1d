package io.cellkeeper.compat.wire;

import static io.cellkeeper.compat.wire.RawClient.auth;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.Cell;
import java.util.Map;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.junit.jupiter.api.Test;

/** Rule 11.13. */
class EnforceAuthSmokeTest {
    private static final int TIMEOUT_MS = 20_000;

    @Test
    void shouldAnswerNothingButAuthBeforeAnIdentityIsProven() throws Exception {
        Map<String, String> settings = Map.of("enforce.auth.enabled", "true", "enforce.auth.schemes", "digest");
        try (Cell cell = Cell.start(1, settings)) {
            int port = cell.replicas().get(0).clientPort();
            try (RawClient stranger = RawClient.connect(port, TIMEOUT_MS)) {
                assertEquals(
                        -124,
                        stranger.call(OpCode.create, createNode("/a", "", 0)).err());
                assertTrue(stranger.awaitClosed());
            }
            try (RawClient known = RawClient.connect(port, TIMEOUT_MS)) {
                assertEquals(
                        0,
                        known.call(OpCode.auth, auth("digest", "alice:secret")).err());
                assertEquals(
                        0, known.call(OpCode.create, createNode("/a", "", 0)).err());
            }
        }
    }
}
