package io.cellkeeper.compat.wire;

import static io.cellkeeper.compat.wire.Frame.ok;
import static io.cellkeeper.compat.wire.RawClient.OPEN;
import static io.cellkeeper.compat.wire.RawClient.bytes;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.createTtl;
import static io.cellkeeper.compat.wire.RawClient.delete;
import static io.cellkeeper.compat.wire.RawClient.exists;
import static io.cellkeeper.compat.wire.RawClient.getData;
import static io.cellkeeper.compat.wire.RawClient.setData;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.SharedCell;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.data.Stat;
import org.apache.zookeeper.proto.CheckVersionRequest;
import org.apache.zookeeper.proto.Create2Response;
import org.apache.zookeeper.proto.CreateResponse;
import org.apache.zookeeper.proto.ExistsResponse;
import org.apache.zookeeper.proto.GetACLRequest;
import org.apache.zookeeper.proto.GetACLResponse;
import org.apache.zookeeper.proto.GetAllChildrenNumberRequest;
import org.apache.zookeeper.proto.GetAllChildrenNumberResponse;
import org.apache.zookeeper.proto.GetChildren2Request;
import org.apache.zookeeper.proto.GetChildren2Response;
import org.apache.zookeeper.proto.GetChildrenRequest;
import org.apache.zookeeper.proto.GetChildrenResponse;
import org.apache.zookeeper.proto.GetDataResponse;
import org.apache.zookeeper.proto.GetEphemeralsRequest;
import org.apache.zookeeper.proto.GetEphemeralsResponse;
import org.apache.zookeeper.proto.SetACLRequest;
import org.apache.zookeeper.proto.SetACLResponse;
import org.apache.zookeeper.proto.SetDataResponse;
import org.apache.zookeeper.proto.SyncRequest;
import org.apache.zookeeper.proto.SyncResponse;
import org.apache.zookeeper.proto.WhoAmIResponse;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each operation once over raw frames, through the leader and through a follower (rules 7.1 and 8). */
class SmokeTest {
    private static final int TIMEOUT_MS = 20_000;

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(3);

    private static RawClient connect(String role) throws IOException {
        return RawClient.connect(CELL.port(role), TIMEOUT_MS);
    }

    private static void refused(int err, Frame reply) {
        assertEquals(err, reply.err(), reply::toString);
        assertEquals(0, reply.body().length, "an error has no body (rule 1.10)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldCreateReadWriteAndDelete(String role) throws IOException {
        String path = CELL.newRoot();
        try (RawClient client = connect(role)) {
            refused(-101, client.call(OpCode.exists, exists(path, false)));
            Frame created = client.call(OpCode.create, createNode(path, "one", 0));
            assertEquals(path, created.as(new CreateResponse()).getPath());
            assertEquals(4 + path.length(), created.body().length, "create answers the path alone (rule 8.1.5)");
            refused(-110, client.call(OpCode.create, createNode(path, "again", 0)));

            Stat fresh = client.call(OpCode.exists, exists(path, false))
                    .as(new ExistsResponse())
                    .getStat();
            assertEquals(created.zxid(), fresh.getCzxid());
            assertEquals(
                    List.of(0, 0, 0, 3, 0),
                    List.of(
                            fresh.getVersion(),
                            fresh.getCversion(),
                            fresh.getAversion(),
                            fresh.getDataLength(),
                            fresh.getNumChildren()));
            assertEquals(fresh.getCzxid(), fresh.getPzxid());

            Frame set = client.call(OpCode.setData, setData(path, "three", 0));
            Stat changed = set.as(new SetDataResponse()).getStat();
            assertEquals(1, changed.getVersion());
            assertTrue(changed.getMzxid() > changed.getCzxid());
            refused(-103, client.call(OpCode.setData, setData(path, "four", 0)));

            GetDataResponse read =
                    client.call(OpCode.getData, getData(path, false)).as(new GetDataResponse());
            assertArrayEquals(bytes("three"), read.getData());
            assertEquals(changed, read.getStat());

            refused(-103, client.call(OpCode.delete, delete(path, 0)));
            Frame deleted = client.call(OpCode.delete, delete(path, 1));
            ok(deleted);
            assertEquals(0, deleted.body().length);
            refused(-101, client.call(OpCode.delete, delete(path, -1)));
            refused(-101, client.call(OpCode.getData, getData(path, false)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldTellNullDataFromEmptyData(String role) throws IOException {
        String path = CELL.newRoot();
        try (RawClient client = connect(role)) {
            ok(client.call(OpCode.create, new org.apache.zookeeper.proto.CreateRequest(path, null, OPEN, 0)));
            assertNull(client.call(OpCode.getData, getData(path, false))
                    .as(new GetDataResponse())
                    .getData());
            ok(client.call(OpCode.setData, setData(path, "", -1)));
            assertArrayEquals(
                    new byte[0],
                    client.call(OpCode.getData, getData(path, false))
                            .as(new GetDataResponse())
                            .getData());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldListChildrenAndCountThem(String role) throws IOException {
        String root = CELL.newRoot();
        try (RawClient client = connect(role)) {
            Create2Response made =
                    client.call(OpCode.create2, createNode(root, "", 0)).as(new Create2Response());
            assertEquals(root, made.getPath());
            assertEquals(0, made.getStat().getNumChildren());
            ok(client.call(OpCode.create, createNode(root + "/a", "", 0)));
            ok(client.call(OpCode.create, createNode(root + "/a/b", "", 0)));
            ok(client.call(OpCode.delete, delete(root + "/a/b", -1)));
            String numbered = client.call(OpCode.create, createNode(root + "/s-", "", 2))
                    .as(new CreateResponse())
                    .getPath();
            assertEquals(root + "/s-0000000001", numbered, "the parent's count of creations (rule 8.1.10)");

            List<String> names = client.call(OpCode.getChildren, new GetChildrenRequest(root, false))
                    .as(new GetChildrenResponse())
                    .getChildren();
            assertEquals(Set.of("a", "s-0000000001"), Set.copyOf(names));
            GetChildren2Response listed = client.call(OpCode.getChildren2, new GetChildren2Request(root, false))
                    .as(new GetChildren2Response());
            assertEquals(Set.copyOf(names), Set.copyOf(listed.getChildren()));
            assertEquals(2, listed.getStat().getNumChildren());
            assertEquals(2, listed.getStat().getCversion());
            refused(-111, client.call(OpCode.delete, delete(root, -1)));
            ok(client.call(OpCode.create, createNode(root + "/a/c", "", 0)));
            assertEquals(
                    3,
                    client.call(OpCode.getAllChildrenNumber, new GetAllChildrenNumberRequest(root))
                            .as(new GetAllChildrenNumberResponse())
                            .getTotalNumber());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldEchoSyncAndPing(String role) throws IOException {
        try (RawClient client = connect(role)) {
            assertEquals(
                    "/no/such/node",
                    client.call(OpCode.sync, new SyncRequest("/no/such/node"))
                            .as(new SyncResponse())
                            .getPath());
            client.pipeline(RawClient.request(-2, OpCode.ping));
            Frame pong = client.read();
            ok(pong);
            assertEquals(-2, pong.xid());
            assertEquals(0, pong.body().length);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldKeepAccessListsAndApplyThem(String role) throws IOException {
        String path = CELL.newRoot();
        try (RawClient client = connect(role);
                RawClient stranger = connect(role)) {
            ok(client.call(OpCode.create, createNode(path, "secret", 0)));
            ok(client.call(OpCode.auth, RawClient.auth("digest", "user:password")));
            List<ACL> mine = List.of(new ACL(31, new Id("auth", "")));
            Stat stat = client.call(OpCode.setACL, new SetACLRequest(path, mine, 0))
                    .as(new SetACLResponse())
                    .getStat();
            assertEquals(1, stat.getAversion());
            assertEquals(0, stat.getVersion());
            refused(-103, client.call(OpCode.setACL, new SetACLRequest(path, OPEN, 0)));
            refused(-114, client.call(OpCode.setACL, new SetACLRequest(path, List.of(), 1)));

            GetACLResponse kept =
                    client.call(OpCode.getACL, new GetACLRequest(path)).as(new GetACLResponse());
            assertEquals(1, kept.getAcl().size());
            assertEquals("digest", kept.getAcl().get(0).getId().getScheme());
            assertTrue(kept.getAcl().get(0).getId().getId().startsWith("user:"));
            ok(client.call(OpCode.getData, getData(path, false)));
            refused(-102, stranger.call(OpCode.getData, getData(path, false)));
            refused(-102, stranger.call(OpCode.getACL, new GetACLRequest(path)));
            refused(-102, stranger.call(OpCode.setData, setData(path, "mine", -1)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldKnowWhoAClientIs(String role) throws IOException {
        try (RawClient client = connect(role)) {
            ok(client.call(OpCode.auth, RawClient.auth("digest", "user:password")));
            ok(client.call(OpCode.auth, RawClient.auth("ip", "")));
            var who = client.call(OpCode.whoAmI).as(new WhoAmIResponse()).getClientInfo();
            assertTrue(
                    who.stream()
                            .anyMatch(one -> one.getAuthScheme().equals("ip")
                                    && one.getUser().equals("127.0.0.1")),
                    who::toString);
            assertTrue(
                    who.stream()
                            .anyMatch(one -> one.getAuthScheme().equals("digest")
                                    && one.getUser().equals("user")),
                    who::toString);
            Frame refusal = client.call(OpCode.auth, RawClient.auth("world", "anyone"));
            assertEquals(-115, refusal.err());
            assertTrue(client.awaitClosed(), "a failed authentication ends the connection (rule 11.7)");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldListEphemeralsOfTheSession(String role) throws IOException {
        String root = CELL.newRoot();
        try (RawClient client = connect(role);
                RawClient other = connect(role)) {
            ok(client.call(OpCode.create, createNode(root, "", 0)));
            Stat stat = client.call(OpCode.create2, createNode(root + "/mine", "", 1))
                    .as(new Create2Response())
                    .getStat();
            assertEquals(client.session().id(), stat.getEphemeralOwner());
            ok(other.call(OpCode.create, createNode(root + "/other", "", 1)));
            refused(-108, client.call(OpCode.create, createNode(root + "/mine/child", "", 0)));
            assertEquals(
                    List.of(root + "/mine"),
                    client.call(OpCode.getEphemerals, new GetEphemeralsRequest(root))
                            .as(new GetEphemeralsResponse())
                            .getEphemerals());
            client.closeSession();
            assertTrue(client.awaitClosed());
            refused(-101, other.call(OpCode.exists, exists(root + "/mine", false)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldCreateContainersAndNodesWithTimeToLive(String role) throws IOException {
        String root = CELL.newRoot();
        try (RawClient client = connect(role)) {
            Create2Response container =
                    client.call(OpCode.createContainer, createNode(root, "", 4)).as(new Create2Response());
            assertEquals(root, container.getPath());
            assertEquals(0, container.getStat().getEphemeralOwner(), "hidden from clients (rule 5.7)");
            Create2Response aging = client.call(OpCode.createTTL, createTtl(root + "/t", "", 5, 600_000))
                    .as(new Create2Response());
            assertEquals(0, aging.getStat().getEphemeralOwner());
            Create2Response numbered = client.call(OpCode.createTTL, createTtl(root + "/t-", "", 6, 600_000))
                    .as(new Create2Response());
            assertEquals(root + "/t-0000000001", numbered.getPath());
            refused(-8, client.call(OpCode.createTTL, createTtl(root + "/zero", "", 5, 0)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldRefuseACheckOutsideOfAMulti(String role) throws IOException {
        try (RawClient client = connect(role)) {
            Frame reply = client.call(OpCode.check, new CheckVersionRequest("/", -1));
            refused(-6, reply);
            assertNotEquals(-2, reply.xid());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldRefuseBadPathsInTheOrderOfTheChecks(String role) throws IOException {
        try (RawClient client = connect(role)) {
            refused(-8, client.call(OpCode.create, createNode("relative", "", 0)));
            refused(-101, client.call(OpCode.create, createNode("/missing/../b", "", 0)));
            refused(-8, client.call(OpCode.create, createNode("/zookeeper/", "", 0)));
            refused(-8, client.call(OpCode.create, createNode("/x", "", 9)));
            refused(-8, client.call(OpCode.delete, delete("/zookeeper", -1)));
            refused(-110, client.call(OpCode.create, createNode("/", "", 0)));
            ok(client.call(OpCode.exists, exists("/zookeeper/config", false)));
        }
    }
}
