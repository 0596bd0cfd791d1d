package io.cellkeeper.compat.buglog;

import static io.cellkeeper.compat.wire.Exchange.done;
import static io.cellkeeper.compat.wire.Exchange.refused;
import static io.cellkeeper.compat.wire.RawClient.OPEN;
import static io.cellkeeper.compat.wire.RawClient.auth;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.createTtl;
import static io.cellkeeper.compat.wire.RawClient.delete;
import static io.cellkeeper.compat.wire.RawClient.exists;
import static io.cellkeeper.compat.wire.RawClient.getData;
import static io.cellkeeper.compat.wire.RawClient.multi;
import static io.cellkeeper.compat.wire.RawClient.setData;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.SharedCell;
import io.cellkeeper.compat.wire.Frame;
import io.cellkeeper.compat.wire.RawClient;
import io.cellkeeper.compat.wire.RawSession;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.curator.retry.RetryOneTime;
import org.apache.jute.Record;
import org.apache.zookeeper.MultiResponse;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.Stat;
import org.apache.zookeeper.proto.AddWatchRequest;
import org.apache.zookeeper.proto.CheckVersionRequest;
import org.apache.zookeeper.proto.CheckWatchesRequest;
import org.apache.zookeeper.proto.CreateResponse;
import org.apache.zookeeper.proto.GetACLRequest;
import org.apache.zookeeper.proto.GetAllChildrenNumberRequest;
import org.apache.zookeeper.proto.GetChildren2Request;
import org.apache.zookeeper.proto.GetChildrenRequest;
import org.apache.zookeeper.proto.GetEphemeralsRequest;
import org.apache.zookeeper.proto.MultiHeader;
import org.apache.zookeeper.proto.RemoveWatchesRequest;
import org.apache.zookeeper.proto.SetACLRequest;
import org.apache.zookeeper.proto.SetWatches;
import org.apache.zookeeper.proto.SetWatches2;
import org.apache.zookeeper.proto.SyncRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The bug log's entries on the protocol, by a follower. */
class ProtocolBugsTest {
    private static final int TIMEOUT_MS = 20_000;
    private static final int STAT_BYTES = 68;
    private static final int PERSISTENT_SEQUENTIAL = 2;

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(3);

    private static RawClient connect() throws IOException {
        return RawClient.connect(CELL.port("follower"), TIMEOUT_MS);
    }

    @Test
    void b02ShouldServeEveryOperationOnOneConnection() throws IOException {
        String root = CELL.newRoot();
        List<String> none = List.of();
        try (RawClient client = connect()) {
            done(client, OpCode.create, createNode(root, "", 0));
            Frame created = done(client, OpCode.create2, createNode(root + "/two", "", 0));
            assertEquals(4 + root.length() + "/two".length() + STAT_BYTES, created.body().length);
            done(client, OpCode.createContainer, createNode(root + "/container", "", 4));
            done(client, OpCode.createTTL, createTtl(root + "/ttl", "", 5, 600_000));
            done(client, OpCode.exists, exists(root, false));
            done(client, OpCode.getData, getData(root, false));
            done(client, OpCode.setData, setData(root, "x", 0));
            done(client, OpCode.getACL, new GetACLRequest(root));
            done(client, OpCode.setACL, new SetACLRequest(root, OPEN, 0));
            done(client, OpCode.getChildren, new GetChildrenRequest(root, false));
            done(client, OpCode.getChildren2, new GetChildren2Request(root, false));
            done(client, OpCode.getAllChildrenNumber, new GetAllChildrenNumberRequest(root));
            done(client, OpCode.getEphemerals, new GetEphemeralsRequest(root));
            Frame synced = done(client, OpCode.sync, new SyncRequest(root));
            done(client, OpCode.ping);
            done(client, OpCode.multi, multi(Op.check(root, 1)));
            done(client, OpCode.multiRead, multi(Op.getData(root)));
            done(client, OpCode.addWatch, new AddWatchRequest(root, 0));
            done(client, OpCode.checkWatches, new CheckWatchesRequest(root, 4));
            done(client, OpCode.removeWatches, new RemoveWatchesRequest(root, 4));
            done(client, OpCode.setWatches, new SetWatches(synced.zxid(), none, none, none));
            done(client, OpCode.setWatches2, new SetWatches2(synced.zxid(), none, none, none, none, none));
            done(client, OpCode.auth, auth("digest", "user:password"));
            done(client, OpCode.whoAmI);
            done(client, OpCode.delete, delete(root + "/two", 0));
            done(client, OpCode.closeSession);
        }
    }

    @Test
    void b02ShouldServeWhatCuratorAsksFor() throws Exception {
        String root = CELL.newRoot();
        String deep = root + "/parents/made/on/the/way";
        try (CuratorFramework client = CuratorFrameworkFactory.newClient(
                CELL.cell().connectString(), TIMEOUT_MS, TIMEOUT_MS, new RetryOneTime(100))) {
            client.start();
            CountDownLatch seen = new CountDownLatch(1);
            try (CuratorCache cache = CuratorCache.build(client, "/")) {
                cache.listenable()
                        .addListener(CuratorCacheListener.builder()
                                .forCreates(node -> {
                                    if (node.getPath().equals(deep)) {
                                        seen.countDown();
                                    }
                                })
                                .build());
                cache.start();
                Stat stat = new Stat();
                client.create()
                        .storingStatIn(stat)
                        .creatingParentContainersIfNeeded()
                        .forPath(deep, new byte[7]);
                assertEquals(7, stat.getDataLength());
                assertNotEquals(0, stat.getCzxid());
                assertTrue(seen.await(TIMEOUT_MS, TimeUnit.MILLISECONDS), "the cache of everything sees it");
            }
        }
    }

    @Test
    void b03ShouldSurviveACheckOutsideOfAMulti() throws IOException {
        try (RawClient client = connect()) {
            refused(-6, client, OpCode.check, new CheckVersionRequest("/", -1));
        }
        try (RawClient next = connect()) {
            done(next, OpCode.getData, getData("/", false));
            next.closeSession();
        }
    }

    @Test
    void b04ShouldRefuseUnknownOperationsWithoutHarmToAnySession() throws IOException {
        try (RawClient other = connect()) {
            for (int type : new int[] {999, -1, 0}) {
                RawSession session;
                try (RawClient client = connect()) {
                    session = client.session();
                    client.pipeline(RawClient.request(77, type));
                    Frame reply = client.read();
                    assertEquals(77, reply.xid());
                    assertEquals(-6, reply.err());
                }
                done(other, OpCode.exists, exists("/", false));
                assertLives(session);
            }
            other.closeSession();
        }
    }

    @Test
    void b05ShouldEchoAnyXidAndDispatchOnTheType() throws IOException {
        try (RawClient client = connect()) {
            for (int xid : new int[] {Integer.MAX_VALUE, 1, -3, -8}) {
                client.pipeline(RawClient.request(xid, OpCode.getData, getData("/", false)));
                Frame reply = client.read();
                assertEquals(xid, reply.xid());
                Frame.ok(reply);
                assertTrue(reply.body().length > STAT_BYTES, "it is the answer to a getData");
            }
            client.closeSession();
        }
    }

    @Test
    void b08ShouldCloseWithoutAnAnswerOnAClientThatHasSeenMore() throws IOException {
        for (String role : List.of("leader", "follower")) {
            for (long ahead : new long[] {1, 1_000_000}) {
                long seen;
                try (RawClient client = RawClient.connect(CELL.port(role), TIMEOUT_MS)) {
                    seen = done(client, OpCode.sync, new SyncRequest("/")).zxid() + ahead;
                }
                try (RawClient fromTheFuture = RawClient.connect(CELL.port(role), RawSession.NEW, TIMEOUT_MS, seen)) {
                    // Somebody else's session may have ended meanwhile; else it may not be let in.
                    long now = done(fromTheFuture, OpCode.sync, new SyncRequest("/"))
                            .zxid();
                    assertTrue(now > seen, "let in at " + now + " though it has seen " + seen);
                } catch (EOFException | SocketException closed) {
                    // As it should be.
                }
            }
        }
    }

    @Test
    void b09ShouldCloseAtOnceOnALengthThatCannotBe() throws IOException {
        try (RawClient other = connect()) {
            for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0xfffff + 1}) {
                RawSession session;
                try (RawClient client = connect()) {
                    session = client.session();
                    client.sendFrames(ByteBuffer.allocate(12)
                            .putInt(length)
                            .putInt(1)
                            .putInt(OpCode.getData)
                            .array());
                    assertTrue(client.awaitClosed(), "length " + length);
                }
                done(other, OpCode.exists, exists("/", false));
                assertLives(session);
            }
            other.closeSession();
        }
    }

    /** The session is taken over by another server, and ended there. */
    private static void assertLives(RawSession session) throws IOException {
        try (RawClient again = RawClient.reconnect(CELL.port("follower"), session, TIMEOUT_MS)) {
            assertEquals(session.id(), again.session().id());
            again.closeSession();
        }
    }

    /** Ours only: ZooKeeper 3.9.5 stops answering anybody after one of these. */
    @Test
    @EnabledIfSystemProperty(named = "compat.server", matches = "ours")
    void b10ShouldRefuseAMultiWithWhatDoesNotBelongInIt() throws IOException {
        String path = CELL.newRoot();
        MultiHeader end = new MultiHeader(-1, true, -1);
        Record[][] bodies = {
            {header(OpCode.create), createNode(path, "", 0), header(OpCode.getData), getData("/", false), end},
            {header(OpCode.create), createNode(path, "", 0), header(OpCode.multi), end, end},
            {
                header(OpCode.create),
                createNode(path, "", 0),
                header(OpCode.setACL),
                new SetACLRequest("/", OPEN, -1),
                end
            },
            {header(OpCode.create), createNode(path, "", 0)},
        };
        try (RawClient client = connect()) {
            for (Record[] body : bodies) {
                refused(-5, client, OpCode.multi, body);
                refused(-101, client, OpCode.exists, exists(path, false));
            }
            Frame reply = done(client, OpCode.multi, header(OpCode.create), createNode(path, "", 0), end);
            assertEquals(1, reply.as(new MultiResponse()).getResultList().size());
            client.closeSession();
        }
    }

    private static MultiHeader header(int type) {
        return new MultiHeader(type, false, -1);
    }

    @Test
    void b11ShouldAnswerBadPathsWithTheCodeOfTheFirstCheckThatFails() throws IOException {
        String root = CELL.newRoot();
        try (RawClient client = connect()) {
            done(client, OpCode.create, createNode(root, "", 0));
            List<String> bad =
                    List.of("a", "", root + "/", "/" + root, root + "/..", root + "/.", "/\u0001", "/\ufff0");
            for (String path : bad) {
                refused(-8, client, OpCode.create, createNode(path, "", 0));
            }
            refused(-101, client, OpCode.create, createNode(root + "/../b", "", 0));
            assertEquals(
                    root + "/0000000000",
                    done(client, OpCode.create, createNode(root + "/", "", PERSISTENT_SEQUENTIAL))
                            .as(new CreateResponse())
                            .getPath());
            refused(-8, client, OpCode.setData, setData(root + "/", "", -1));
            refused(-103, client, OpCode.delete, delete(root, 5));
            refused(-111, client, OpCode.delete, delete(root, 0));
            client.closeSession();
        }
    }

    @Test
    void b12ShouldAnswerAuthAndSetWatchesWithOrdinaryXidsBehindTheConnectRequest() throws IOException {
        List<String> none = List.of();
        try (RawClient client = RawClient.open(CELL.port("follower"))) {
            client.pipeline(
                    RawClient.connectRequest(RawSession.NEW, TIMEOUT_MS, 0, false),
                    RawClient.request(7, OpCode.auth, auth("digest", "user:password")),
                    RawClient.request(8, OpCode.setWatches, new SetWatches(0, List.of("/"), none, none)));
            assertNotEquals(0, client.readConnected().id());
            Frame authenticated = client.read();
            assertEquals(7, authenticated.xid());
            Frame.ok(authenticated);
            Frame next = client.read();
            while (next.isEvent()) {
                next = client.read();
            }
            assertEquals(8, next.xid());
            Frame.ok(next);
            client.closeSession();
        }
    }
}
