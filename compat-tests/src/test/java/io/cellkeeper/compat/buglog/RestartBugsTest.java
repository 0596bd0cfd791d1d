package io.cellkeeper.compat.buglog;

import static io.cellkeeper.compat.wire.Exchange.done;
import static io.cellkeeper.compat.wire.Exchange.stat;
import static io.cellkeeper.compat.wire.RawClient.OPEN;
import static io.cellkeeper.compat.wire.RawClient.auth;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.delete;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.CellProcess;
import io.cellkeeper.compat.cell.Digests;
import io.cellkeeper.compat.cell.ServerUnderTest;
import io.cellkeeper.compat.cell.SharedCell;
import io.cellkeeper.compat.wire.Frame;
import io.cellkeeper.compat.wire.RawClient;
import io.cellkeeper.compat.wire.RawSession;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.data.Stat;
import org.apache.zookeeper.proto.CreateRequest;
import org.apache.zookeeper.proto.CreateResponse;
import org.apache.zookeeper.proto.GetACLRequest;
import org.apache.zookeeper.proto.GetACLResponse;
import org.apache.zookeeper.proto.GetChildrenRequest;
import org.apache.zookeeper.proto.GetChildrenResponse;
import org.apache.zookeeper.proto.GetDataResponse;
import org.apache.zookeeper.proto.SyncRequest;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The bug log's entries in which replicas are killed, or clients look for another one. Each test leaves all of them running. */
class RestartBugsTest {
    private static final int TIMEOUT_MS = 20_000;
    private static final int SHORTEST_MS = 2 * Cell.TICK_MS;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(3);

    private static RawClient connect(String role) throws IOException {
        return RawClient.connect(CELL.port(role), TIMEOUT_MS);
    }

    private static void restartAll() {
        CELL.cell().killAll();
        CELL.cell().startAll();
        CELL.cell().awaitServing();
    }

    @AfterEach
    void replicasShouldBeAlike() {
        CELL.cell().startAll();
        CELL.cell().awaitServing();
        if (ServerUnderTest.isOurs()) {
            Digests.assertSame(CELL.cell());
        }
    }

    @Test
    void b17ShouldNeverUseASequenceNumberTwiceThoughAllReplicasAreKilled() throws Exception {
        String root = CELL.newRoot();
        try (RawClient client = connect("leader")) {
            done(client, OpCode.create, createNode(root, "", 0));
        }
        long highest = -1;
        Stat before;
        try (RawClient client = connect("follower")) {
            for (int i = 0; i < 200; i++) {
                highest = higherThan(highest, client, root);
            }
            before = stat(client, root);
        }
        restartAll();
        try (RawClient client = connect("follower")) {
            Stat after = stat(client, root);
            assertEquals(before.getCversion(), after.getCversion());
            assertEquals(before.getPzxid(), after.getPzxid());
            higherThan(highest, client, root);
        }
    }

    /** Creates and deletes a numbered node. */
    private static long higherThan(long highest, RawClient client, String root) throws IOException {
        String path = done(client, OpCode.create, createNode(root + "/n-", "", 2))
                .as(new CreateResponse())
                .getPath();
        long number = Long.parseLong(path.substring(root.length() + "/n-".length()));
        assertTrue(number > highest, number + " after " + highest);
        done(client, OpCode.delete, delete(path, -1));
        return number;
    }

    @Test
    void b30ShouldNotMixUpNewAndResumedSessionsAfterARestart() throws Exception {
        int count = 150;
        List<RawSession> before = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            try (RawClient client = connect(i % 2 == 0 ? "leader" : "follower")) {
                before.add(client.session());
            }
        }
        restartAll();
        List<Callable<RawSession>> connects = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int port = CELL.cell().replica(1 + i % 3).clientPort();
            RawSession old = before.get(i);
            connects.add(() -> opened(port, old));
            connects.add(() -> opened(port, RawSession.NEW));
        }
        Set<Long> fresh = new HashSet<>();
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try {
            List<Future<RawSession>> opened = threads.invokeAll(connects);
            for (int i = 0; i < count; i++) {
                assertEquals(before.get(i).id(), opened.get(2 * i).get().id());
                fresh.add(opened.get(2 * i + 1).get().id());
            }
        } finally {
            threads.shutdown();
        }
        assertEquals(count, fresh.size());
        for (RawSession old : before) {
            assertFalse(fresh.contains(old.id()));
        }
    }

    private static RawSession opened(int port, RawSession session) throws IOException {
        try (RawClient client = RawClient.reconnect(port, session, TIMEOUT_MS)) {
            RawSession answered = client.session();
            client.closeSession();
            return answered;
        }
    }

    @Test
    void b31ShouldAnswerOrCloseEachConnectWhileALeaderDies() throws Exception {
        CellProcess follower = CELL.cell().follower();
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Integer>> connecting = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                connecting.add(threads.submit(() -> connectUntil(over, follower.clientPort())));
            }
            Await.pass(Duration.ofMillis(500));
            CELL.cell().leader().kill();
            CELL.cell().leader();
            try (RawClient client = RawClient.connect(follower.clientPort(), TIMEOUT_MS)) {
                client.closeSession();
            }
            over.set(true);
            for (Future<Integer> one : connecting) {
                assertTrue(one.get() > 0, "sessions were opened");
            }
        } finally {
            over.set(true);
            threads.shutdown();
        }
    }

    /** Opens sessions, 50 a second at most; each connect ends in a session or in a close in half of the session's timeout. */
    private static int connectUntil(AtomicBoolean over, int port) throws IOException {
        int opened = 0;
        while (!over.get()) {
            try (RawClient client = RawClient.open(port)) {
                client.setReadTimeout(TIMEOUT_MS / 2);
                client.sendConnect(RawSession.NEW, TIMEOUT_MS, 0, true);
                assertNotEquals(0, client.readConnected().id(), "a new session can't have expired");
                opened++;
                client.closeSession();
            } catch (SocketTimeoutException e) {
                throw new AssertionError("neither answered nor closed", e);
            } catch (IOException closed) {
                // There is no leader; the next one may have more luck.
            } finally {
                Await.pass(Duration.ofMillis(20));
            }
        }
        return opened;
    }

    @Test
    void b33ShouldLeaveNoEphemeralNodeOfASessionThatEnded() throws Exception {
        String root = CELL.newRoot();
        Set<String> keptNodes = new HashSet<>();
        try (RawClient client = connect("leader")) {
            done(client, OpCode.create, createNode(root, "", 0));
        }
        CellProcess victim = CELL.cell().follower();
        CellProcess survivor = CELL.cell().replicas().stream()
                .filter(replica -> replica != victim)
                .findFirst()
                .orElseThrow();
        try (PingedSessions kept = new PingedSessions()) {
            for (int i = 0; i < 20; i++) {
                RawClient client = RawClient.connect(survivor.clientPort(), TIMEOUT_MS);
                keptNodes.addAll(holdNodes(client, root, "kept-" + i));
                kept.add(client);
                try (RawClient lost = RawClient.connect(victim.clientPort(), SHORTEST_MS)) {
                    holdNodes(lost, root, "lost-" + i);
                }
            }
            victim.kill();
            victim.start();
            victim.awaitServing();
            for (CellProcess replica : CELL.cell().replicas()) {
                try (RawClient client = RawClient.connect(replica.clientPort(), TIMEOUT_MS)) {
                    Await.until(
                            "only kept sessions have nodes",
                            LIMIT,
                            () -> children(client, root).equals(keptNodes));
                }
            }
            kept.closeSessions();
        }
    }

    /** Twenty ephemeral nodes' names. */
    private static List<String> holdNodes(RawClient client, String root, String prefix) throws IOException {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            names.add(prefix + "-" + i);
            client.pipeline(client.request(OpCode.create, createNode(root + "/" + names.get(i), "", 1)));
        }
        for (int i = 0; i < 20; i++) {
            Frame.ok(client.read());
        }
        return names;
    }

    private static Set<String> children(RawClient client, String path) throws IOException {
        done(client, OpCode.sync, new SyncRequest(path));
        return new HashSet<>(done(client, OpCode.getChildren, new GetChildrenRequest(path, false))
                .as(new GetChildrenResponse())
                .getChildren());
    }

    @Test
    void b36ShouldNotResumeASessionAndThenExpireItWhileItsClientIsThere() throws Exception {
        String path = CELL.newRoot();
        RawSession session;
        try (RawClient client = RawClient.connect(CELL.port("leader"), SHORTEST_MS)) {
            session = client.session();
            done(client, OpCode.create, createNode(path, "", 1));
        }
        CELL.cell().killAll();
        Await.pass(Duration.ofMillis(2L * SHORTEST_MS));
        CELL.cell().startAll();
        CELL.cell().awaitServing();
        try (RawClient again = RawClient.reconnect(CELL.port("follower"), session, SHORTEST_MS);
                RawClient other = connect("leader")) {
            if (again.session().id() == 0) {
                assertEquals(
                        -101,
                        other.call(OpCode.exists, RawClient.exists(path, false)).err());
                return;
            }
            for (int i = 0; i < 10; i++) {
                Await.pass(Duration.ofMillis(SHORTEST_MS / 4));
                again.pipeline(RawClient.request(-2, OpCode.ping));
                Frame.ok(again.read());
            }
            assertEquals(session.id(), stat(other, path).getEphemeralOwner());
            again.closeSession();
        }
    }

    @Test
    void b43ShouldExpandAuthAlikeEverywhereThoughItComesInTheSameSegment() throws Exception {
        String root = CELL.newRoot();
        ACL expanded = new ACL(31, new Id("digest", DigestAuthenticationProvider.generateDigest("u:p")));
        try (RawClient client = connect("leader")) {
            done(client, OpCode.create, createNode(root, "", 0));
        }
        CellProcess follower = CELL.cell().follower();
        List<String> made = new ArrayList<>();
        createInOneSegment(follower.clientPort(), root, made, 100);
        CELL.cell().leader().kill();
        createInOneSegment(follower.clientPort(), root, made, 200);
        restartAll();
        for (CellProcess replica : CELL.cell().replicas()) {
            try (RawClient client = RawClient.connect(replica.clientPort(), TIMEOUT_MS)) {
                done(client, OpCode.auth, auth("digest", "u:p"));
                for (String path : made) {
                    assertEquals(List.of(expanded), acl(client, path));
                }
            }
        }
    }

    /** Tries until so many nodes were made for certain; while there is no leader, none is. */
    private static void createInOneSegment(int port, String root, List<String> made, int goal) {
        AtomicInteger tries = new AtomicInteger();
        Await.until("nodes are made", LIMIT, () -> {
            while (made.size() < goal) {
                String path = root + "/" + goal + "-" + tries.incrementAndGet();
                createInOneSegment(port, path);
                made.add(path);
            }
            return true;
        });
    }

    private static void createInOneSegment(int port, String path) throws IOException {
        CreateRequest create = new CreateRequest(path, new byte[0], List.of(new ACL(31, new Id("auth", ""))), 0);
        try (RawClient client = RawClient.open(port)) {
            client.pipeline(
                    RawClient.connectRequest(RawSession.NEW, TIMEOUT_MS, 0, true),
                    RawClient.request(-4, OpCode.auth, auth("digest", "u:p")),
                    RawClient.request(1, OpCode.create, create));
            client.readConnected();
            Frame.ok(client.read());
            Frame.ok(client.read());
            client.closeSession();
        }
    }

    private static List<ACL> acl(RawClient client, String path) throws IOException {
        return done(client, OpCode.getACL, new GetACLRequest(path))
                .as(new GetACLResponse())
                .getAcl();
    }

    @Test
    void b46ShouldKeepEveryAclListThatIsReferredTo() throws Exception {
        String root = CELL.newRoot();
        int count = 500;
        try (RawClient client = connect("follower")) {
            done(client, OpCode.create, createNode(root, "", 0));
            for (int i = 0; i < count; i++) {
                client.pipeline(client.request(
                        OpCode.create, new CreateRequest(root + "/" + i, new byte[0], distinctAcl(i), 0)));
            }
            for (int i = 0; i < count; i++) {
                Frame.ok(client.read());
            }
        }
        restartAll();
        for (CellProcess replica : CELL.cell().replicas()) {
            try (RawClient client = RawClient.connect(replica.clientPort(), TIMEOUT_MS)) {
                for (int i = 0; i < count; i++) {
                    assertEquals(distinctAcl(i), acl(client, root + "/" + i));
                }
            }
        }
    }

    private static List<ACL> distinctAcl(int i) {
        return List.of(OPEN.get(0), new ACL(1, new Id("ip", "10.0." + i / 256 + "." + i % 256)));
    }

    @Test
    void b72ShouldNameTheClientAddressesInTheConfigThatCuratorFollows() throws Exception {
        Set<String> addresses =
                CELL.cell().replicas().stream().map(CellProcess::clientAddress).collect(Collectors.toSet());
        String config;
        try (RawClient client = connect("leader")) {
            byte[] data = done(client, OpCode.getData, RawClient.getData("/zookeeper/config", false))
                    .as(new GetDataResponse())
                    .getData();
            config = new String(data, StandardCharsets.UTF_8);
        }
        Set<String> named = config.lines()
                .filter(line -> line.startsWith("server."))
                .map(line -> line.substring(line.indexOf(';') + 1))
                .collect(Collectors.toSet());
        assertEquals(addresses, named, config);
    }
}
