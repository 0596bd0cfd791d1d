package io.cellkeeper.compat.buglog;

import static io.cellkeeper.compat.wire.Exchange.done;
import static io.cellkeeper.compat.wire.Exchange.refused;
import static io.cellkeeper.compat.wire.Exchange.stat;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.exists;
import static io.cellkeeper.compat.wire.RawClient.setData;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.SharedCell;
import io.cellkeeper.compat.wire.Frame;
import io.cellkeeper.compat.wire.RawClient;
import io.cellkeeper.compat.wire.RawSession;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The bug log's entries on sessions, while all replicas run; {@link RestartBugsTest} has the others. */
class SessionBugsTest {
    private static final int TIMEOUT_MS = 20_000;
    private static final int SHORTEST_MS = 2 * Cell.TICK_MS;

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(3);

    private static RawClient connect() throws IOException {
        return RawClient.connect(CELL.port("follower"), TIMEOUT_MS);
    }

    @Test
    void b34ShouldKeepAnEphemeralNodeUntilItsSessionEndsAndNotLonger() throws IOException {
        String root = CELL.newRoot();
        RawSession lost;
        try (RawClient first = RawClient.connect(CELL.port("follower"), SHORTEST_MS)) {
            done(first, OpCode.create, createNode(root, "", 1));
            lost = first.session();
        }
        try (RawClient second = connect()) {
            refused(-110, second, OpCode.create, createNode(root, "", 1));
            assertEquals(lost.id(), stat(second, root).getEphemeralOwner());
            done(second, OpCode.exists, exists(root, true));
            Frame event = second.read();
            assertTrue(event.isEvent(), event::toString);
            assertEquals(2, event.event().getType());
            try (RawClient late = RawClient.reconnect(CELL.port("leader"), lost, SHORTEST_MS)) {
                assertEquals(0, late.session().id(), "its session has expired");
            }
            done(second, OpCode.create, createNode(root, "", 1));
            second.closeSession();
        }
    }

    /** Ours only: ZooKeeper ends the live connection before it looks at the password (rule 2.11). */
    @Test
    @EnabledIfSystemProperty(named = "compat.server", matches = "ours")
    void b35ShouldRefuseEachWrongPasswordAndLeaveTheOwnerAlone() throws IOException {
        try (RawClient owner = connect()) {
            RawSession stolen = owner.session().withPassword(new byte[16]);
            for (int i = 0; i < 200; i++) {
                try (RawClient thief = RawClient.reconnect(CELL.port("follower"), stolen, TIMEOUT_MS)) {
                    assertEquals(0, thief.session().id());
                    assertEquals(0, thief.session().timeoutMs());
                    assertArrayEquals(new byte[16], thief.session().password());
                    assertTrue(thief.awaitClosed());
                }
            }
            done(owner, OpCode.exists, exists("/", false));
            owner.closeSession();
        }
    }

    @Test
    void b37ShouldExpireNoIdleSessionUnderMoreWritesThanCanBeTaken() throws Exception {
        String root = CELL.newRoot();
        List<RawClient> idle = new ArrayList<>();
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService writers = Executors.newFixedThreadPool(2);
        try {
            for (int i = 0; i < 100; i++) {
                idle.add(RawClient.connect(CELL.port(i % 2 == 0 ? "follower" : "leader"), 2 * SHORTEST_MS));
                done(idle.get(i), OpCode.create, createNode(root + "-" + i, "", 1));
            }
            List<Future<?>> load = new ArrayList<>();
            for (String role : List.of("leader", "follower")) {
                load.add(writers.submit(() -> {
                    writeWithoutWaiting(role, root + "-" + role, over);
                    return null;
                }));
            }
            long endNanos =
                    System.nanoTime() + Duration.ofMillis(4L * SHORTEST_MS).toNanos();
            while (System.nanoTime() - endNanos < 0) {
                for (RawClient client : idle) {
                    client.pipeline(RawClient.request(-2, OpCode.ping));
                }
                for (RawClient client : idle) {
                    assertEquals(-2, client.read().xid());
                }
                Await.pass(Duration.ofMillis(SHORTEST_MS / 4));
            }
            over.set(true);
            for (Future<?> writer : load) {
                writer.get();
            }
            for (int i = 0; i < idle.size(); i++) {
                assertEquals(
                        idle.get(i).session().id(),
                        stat(idle.get(i), root + "-" + i).getEphemeralOwner());
                idle.get(i).closeSession();
            }
        } finally {
            over.set(true);
            writers.shutdown();
            for (RawClient client : idle) {
                client.close();
            }
        }
    }

    /** Keeps some hundreds of writes unanswered. */
    private static void writeWithoutWaiting(String role, String path, AtomicBoolean over) throws IOException {
        int unanswered = 500;
        try (RawClient client = RawClient.connect(CELL.port(role), TIMEOUT_MS)) {
            done(client, OpCode.create, createNode(path, "", 1));
            for (int i = 0; i < unanswered; i++) {
                client.pipeline(client.request(OpCode.setData, setData(path, "x".repeat(1_000), -1)));
            }
            while (!over.get()) {
                Frame.ok(client.read());
                client.pipeline(client.request(OpCode.setData, setData(path, "x".repeat(1_000), -1)));
            }
            for (int i = 0; i < unanswered; i++) {
                Frame.ok(client.read());
            }
            client.closeSession();
        }
    }

    @Test
    void b38ShouldNotLetPingsBehindACloseSessionSpoilOthersAnswers() throws IOException {
        String root = CELL.newRoot();
        try (RawClient other = connect()) {
            done(other, OpCode.create, createNode(root, "", 0));
            for (int i = 0; i < 100; i++) {
                try (RawClient client = connect()) {
                    client.pipeline(
                            client.request(OpCode.closeSession),
                            RawClient.request(-2, OpCode.ping),
                            RawClient.request(-2, OpCode.ping));
                    for (int j = 0; j < 3; j++) {
                        other.pipeline(other.request(OpCode.create, createNode(root + "/" + i + "-" + j, "", 1)));
                    }
                    Frame.ok(client.read());
                    for (int j = 0; j < 3; j++) {
                        Frame.ok(other.read());
                    }
                    assertTrue(client.awaitClosed());
                }
            }
            other.closeSession();
        }
    }
}
