package io.cellkeeper.compat.wire;

import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.exists;
import static io.cellkeeper.compat.wire.RawClient.setData;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.SharedCell;
import java.io.IOException;
import java.time.Duration;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.ExistsResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions over raw frames: handshake, coming back, refusal, moving, expiry (rules 2 and 3). */
class SessionTest {
    private static final int TIMEOUT_MS = 20_000;

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(3);

    private static void assertRefused(RawClient client) throws IOException {
        assertEquals(0, client.session().id());
        assertEquals(0, client.session().timeoutMs());
        assertArrayEquals(new byte[16], client.session().password());
        assertTrue(client.awaitClosed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldAnswerWithAReadOnlyByteOnlyIfAsked(String role) throws IOException {
        for (boolean readOnlyByte : new boolean[] {true, false}) {
            try (RawClient client = RawClient.open(CELL.port(role))) {
                client.sendConnect(RawSession.NEW, TIMEOUT_MS, 0, readOnlyByte);
                RawSession session = client.readConnected();
                assertEquals(readOnlyByte ? 37 : 36, session.length());
                assertNotEquals(0, session.id());
                assertEquals(16, session.password().length);
                client.closeSession();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldClampTimeouts(String role) throws IOException {
        int[][] askedAndGiven = {{1, 2_000}, {-1, 2_000}, {5_000, 5_000}, {3_600_000, 20_000}};
        for (int[] pair : askedAndGiven) {
            try (RawClient client = RawClient.connect(CELL.port(role), pair[0])) {
                assertEquals(pair[1], client.session().timeoutMs());
                client.closeSession();
            }
        }
    }

    @Test
    void shouldKeepTheSessionOverConnectionsToDifferentReplicas() throws IOException {
        String path = CELL.newRoot();
        RawSession session;
        try (RawClient first = RawClient.connect(CELL.port("leader"), TIMEOUT_MS)) {
            session = first.session();
            assertEquals(0, first.call(OpCode.create, createNode(path, "", 1)).err());
        }
        try (RawClient second = RawClient.reconnect(CELL.port("follower"), session, 10_000)) {
            assertEquals(session.id(), second.session().id());
            assertArrayEquals(session.password(), second.session().password());
            assertEquals(10_000, second.session().timeoutMs(), "negotiated anew (rule 2.5)");
            long owner = second.call(OpCode.exists, exists(path, false))
                    .as(new ExistsResponse())
                    .getStat()
                    .getEphemeralOwner();
            assertEquals(session.id(), owner);
            second.closeSession();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldRefuseAWrongPasswordAndAnUnknownSession(String role) throws IOException {
        try (RawClient owner = RawClient.connect(CELL.port(role), TIMEOUT_MS)) {
            RawSession session = owner.session();
            for (byte[] wrong : new byte[][] {new byte[16], new byte[0], new byte[17]}) {
                try (RawClient thief = RawClient.reconnect(CELL.port(role), session.withPassword(wrong), TIMEOUT_MS)) {
                    assertRefused(thief);
                }
            }
        }
        for (long unknown : new long[] {-1, 0x7766554433221100L}) {
            RawSession session = new RawSession(unknown, new byte[16], 0, 0);
            try (RawClient client = RawClient.reconnect(CELL.port(role), session, TIMEOUT_MS)) {
                assertRefused(client);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldRefuseAClosedSession(String role) throws IOException {
        try (RawClient client = RawClient.connect(CELL.port(role), TIMEOUT_MS)) {
            client.closeSession();
            assertTrue(client.awaitClosed());
            try (RawClient again = RawClient.reconnect(CELL.port(role), client.session(), TIMEOUT_MS)) {
                assertRefused(again);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldTurnAwayAClientFromTheFuture(String role) {
        long future = Long.MAX_VALUE / 2;
        assertThrows(
                IOException.class,
                () -> RawClient.connect(CELL.port(role), RawSession.NEW, TIMEOUT_MS, future)
                        .close(),
                "closed without an answer (rule 2.4)");
    }

    @Test
    void shouldCloseTheOldConnectionWhenTheSessionComesBackToTheSameReplica() throws IOException {
        int port = CELL.port("follower");
        try (RawClient first = RawClient.connect(port, TIMEOUT_MS);
                RawClient second = RawClient.reconnect(port, first.session(), TIMEOUT_MS)) {
            assertEquals(first.session().id(), second.session().id());
            assertTrue(first.awaitClosed());
            second.closeSession();
        }
    }

    @Test
    void shouldNeitherApplyNorAnswerWritesOfAConnectionWhoseSessionHasMoved() throws IOException {
        String path = CELL.newRoot();
        try (RawClient first = RawClient.connect(CELL.port("follower"), TIMEOUT_MS);
                RawClient second = RawClient.reconnect(CELL.port("leader"), first.session(), TIMEOUT_MS)) {
            assertEquals(
                    0,
                    second.call(OpCode.create, createNode(path, "new owner", 0)).err());
            try {
                first.pipeline(first.request(OpCode.setData, setData(path, "old owner", -1)));
            } catch (IOException closedAlready) {
                assertTrue(first.awaitClosed());
            }
            assertTrue(first.awaitClosed());
            Frame stat = second.call(OpCode.exists, exists(path, false));
            assertEquals(0, stat.as(new ExistsResponse()).getStat().getVersion());
            second.closeSession();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldExpireASilentSessionAndDeleteItsEphemeralsButNotBeforeItsTimeout(String role) throws IOException {
        String path = CELL.newRoot();
        int timeoutMs = 2 * Cell.TICK_MS;
        try (RawClient watcher = RawClient.connect(CELL.port("leader"), TIMEOUT_MS);
                RawClient silent = RawClient.connect(CELL.port(role), timeoutMs)) {
            long lastSentNanos = System.nanoTime();
            assertEquals(0, silent.call(OpCode.create, createNode(path, "", 1)).err());
            assertEquals(0, watcher.call(OpCode.exists, exists(path, true)).err());
            Frame event = watcher.read();
            assertTrue(event.isEvent(), event::toString);
            assertEquals(2, event.event().getType());
            Duration lived = Duration.ofNanos(System.nanoTime() - lastSentNanos);
            assertTrue(lived.toMillis() >= timeoutMs, () -> "expired after " + lived);
            assertTrue(silent.awaitClosed());
            try (RawClient late = RawClient.reconnect(CELL.port(role), silent.session(), timeoutMs)) {
                assertRefused(late);
            }
            watcher.closeSession();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldKeepASessionAliveByPingsAlone(String role) throws IOException {
        int timeoutMs = 2 * Cell.TICK_MS;
        try (RawClient client = RawClient.connect(CELL.port(role), timeoutMs)) {
            long endNanos =
                    System.nanoTime() + Duration.ofMillis(3L * timeoutMs).toNanos();
            while (System.nanoTime() - endNanos < 0) {
                client.pipeline(RawClient.request(-2, OpCode.ping));
                assertEquals(-2, client.read().xid());
                java.util.concurrent.locks.LockSupport.parkNanos(
                        Duration.ofMillis(timeoutMs / 4).toNanos());
            }
            client.closeSession();
        }
    }
}
