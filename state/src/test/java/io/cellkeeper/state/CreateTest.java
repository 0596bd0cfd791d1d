package io.cellkeeper.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.Acls;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.CreateMode;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Stat;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.state.TestCell.Client;
import io.cellkeeper.state.batch.BatchSettings;
import io.cellkeeper.state.tree.AgedNode;
import io.cellkeeper.state.tree.Place;
import io.cellkeeper.state.tree.Tree;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Rules 5.4, 5.5, 8.1. */
class CreateTest {
    private static final List<AclEntry> READ_ONLY = Acls.OPEN_READ;
    private static final List<AclEntry> INVALID = List.of(new AclEntry(AclEntry.ALL, new Identity("nobody", "x")));

    private final TestCell cell = new TestCell();
    private final Client client = cell.open();

    @Test
    void shouldSetStatOfNodeAndParentAsInRule5_5() {
        cell.send(client, OpCode.CREATE, Bodies.create("/p"));
        Stat before = cell.statOf("/p");
        cell.timeMs += 5;

        TestCell.Result result = cell.send(client, OpCode.CREATE2, Bodies.create("/p/c", "data", CreateMode.EPHEMERAL));

        WireReader in = result.read();
        assertEquals("/p/c", in.readString());
        Stat stat = TestCell.stat(in);
        assertEquals(
                new Stat(
                        result.zxid(),
                        result.zxid(),
                        cell.timeMs,
                        cell.timeMs,
                        0,
                        0,
                        0,
                        client.id,
                        4,
                        0,
                        result.zxid()),
                stat);
        assertEquals(
                new Stat(
                        before.czxid(),
                        before.mzxid(),
                        before.ctime(),
                        before.mtime(),
                        0,
                        1,
                        0,
                        0,
                        0,
                        1,
                        result.zxid()),
                cell.statOf("/p"));
    }

    @Test
    void shouldReplyPathAloneToCreate() {
        ByteRange body = cell.send(client, OpCode.CREATE, Bodies.create("/a")).body();
        assertEquals(4 + 2, body.length());
    }

    @Test
    void shouldTellOfCreationWithAclsOfNodeAndParent() {
        cell.send(client, OpCode.CREATE, Bodies.create("/a", ByteRange.EMPTY, Acls.OPEN_ALL, 0));
        TestCell.Result result = cell.send(client, OpCode.CREATE, Bodies.create("/a/b", ByteRange.EMPTY, READ_ONLY, 0));
        assertEquals(
                List.of(new Change(result.zxid(), Change.Kind.CREATED, "/a/b", READ_ONLY, Acls.OPEN_ALL)),
                cell.changes);
    }

    @Test
    void shouldCheckInTheOrderOfRule8_1_2() {
        cell.send(client, OpCode.CREATE, Bodies.create("/ro", ByteRange.EMPTY, READ_ONLY, 0));
        cell.send(client, OpCode.CREATE, Bodies.create("/e", "", CreateMode.EPHEMERAL));

        cell.settings = 0;
        assertError(ErrorCode.BAD_ARGUMENTS, OpCode.CREATE_TTL, Bodies.createTtl("noslash", 7, 0));
        assertError(ErrorCode.UNIMPLEMENTED, OpCode.CREATE_TTL, Bodies.createTtl("noslash", 5, 0));
        assertError(ErrorCode.UNIMPLEMENTED, OpCode.CREATE, Bodies.create("noslash", null, null, 5));
        cell.settings = BatchSettings.EXTENDED_TYPES;
        assertError(ErrorCode.BAD_ARGUMENTS, OpCode.CREATE, Bodies.create("/x", null, INVALID, 5));
        assertError(ErrorCode.BAD_ARGUMENTS, OpCode.CREATE_TTL, Bodies.createTtl("/x", 5, 0));
        assertError(ErrorCode.BAD_ARGUMENTS, OpCode.CREATE_TTL, Bodies.createTtl("/x", 5, 1L << 40));
        assertError(ErrorCode.BAD_ARGUMENTS, OpCode.CREATE_TTL, Bodies.createTtl("/x", 0, 10));
        assertError(ErrorCode.BAD_ARGUMENTS, OpCode.CREATE_TTL, Bodies.createTtl("/x", 0, -1));
        assertError(ErrorCode.BAD_ARGUMENTS, OpCode.CREATE, Bodies.create("noslash", null, INVALID, 0));
        assertError(ErrorCode.BAD_ARGUMENTS, OpCode.CREATE, Bodies.create("/a\0", null, INVALID, 0));
        assertError(ErrorCode.INVALID_ACL, OpCode.CREATE, Bodies.create("/no/x", null, INVALID, 0));
        assertError(ErrorCode.INVALID_ACL, OpCode.CREATE, Bodies.create("/no/x", null, null, 0));
        assertError(ErrorCode.NO_NODE, OpCode.CREATE, Bodies.create("/no/a\u0001"));
        assertError(ErrorCode.NO_NODE, OpCode.CREATE, Bodies.create("/a/../b"));
        assertError(ErrorCode.BAD_ARGUMENTS, OpCode.CREATE, Bodies.create("/.."));
        assertError(ErrorCode.BAD_ARGUMENTS, OpCode.CREATE, Bodies.create("//b"));
        assertError(ErrorCode.NO_AUTH, OpCode.CREATE, Bodies.create("/ro/.."));
        assertError(ErrorCode.BAD_ARGUMENTS, OpCode.CREATE, Bodies.create("/e/"));
        assertError(ErrorCode.NODE_EXISTS, OpCode.CREATE, Bodies.create("/e"));
        assertError(ErrorCode.NODE_EXISTS, OpCode.CREATE, Bodies.create("/"));
        assertError(ErrorCode.NO_CHILDREN_FOR_EPHEMERALS, OpCode.CREATE, Bodies.create("/e/x"));
        assertError(
                ErrorCode.NO_CHILDREN_FOR_EPHEMERALS,
                OpCode.CREATE,
                Bodies.create("/e/x", "", CreateMode.PERSISTENT_SEQUENTIAL));
    }

    @Test
    void shouldAcceptLongestTimeToLive() {
        TestCell.Result result = cell.send(client, OpCode.CREATE_TTL, Bodies.createTtl("/t", 5, (1L << 40) - 1));
        assertEquals(ErrorCode.OK, result.error());
        assertEquals(0, cell.statOf("/t").ephemeralOwner());
    }

    @Test
    void shouldNumberSequentialChildrenByCreationsOfAnyKind() {
        cell.send(client, OpCode.CREATE, Bodies.create("/q"));
        cell.send(client, OpCode.CREATE, Bodies.create("/q/a"));
        cell.send(client, OpCode.CREATE, Bodies.create("/q/b"));
        cell.send(client, OpCode.DELETE, Bodies.delete("/q/a", -1));
        assertEquals("/q/x-0000000002", sequential("/q/x-"));
        assertEquals("/q/0000000003", sequential("/q/"));
        // 4 creations, 1 deletion.
        assertEquals(5, cell.statOf("/q").cversion());
    }

    /** Entry B-16 of docs/compatibility.md: others go negative, or can create no more. */
    @Test
    void b16ShouldGoOnNumberingPast31Bits() {
        cell.send(client, OpCode.CREATE, Bodies.create("/p"));
        cell.send(client, OpCode.CREATE, Bodies.create("/p/first"));
        Place place = new Place();
        cell.state.tree().locate(place, Tree.bytesOf("/p"));
        AgedNode.setCreations(Objects.requireNonNull(place.node()), Integer.MAX_VALUE - 2L);
        for (String number : List.of("2147483645", "2147483646", "2147483647", "2147483648", "2147483649")) {
            String path = cell.send(client, OpCode.CREATE, Bodies.create("/p/n-", "", CreateMode.PERSISTENT_SEQUENTIAL))
                    .path();
            assertEquals("/p/n-" + number, path);
        }
    }

    @Test
    void shouldStartAtZeroWhenParentIsCreatedAgain() {
        cell.send(client, OpCode.CREATE, Bodies.create("/q"));
        assertEquals("/q/x0000000000", sequential("/q/x"));
        cell.send(client, OpCode.DELETE, Bodies.delete("/q/x0000000000", -1));
        cell.send(client, OpCode.DELETE, Bodies.delete("/q", -1));
        cell.send(client, OpCode.CREATE, Bodies.create("/q"));
        assertEquals("/q/x0000000000", sequential("/q/x"));
    }

    @Test
    void shouldKeepNullDataApartFromEmptyData() {
        cell.send(client, OpCode.CREATE, Bodies.create("/n", null, Acls.OPEN_ALL, 0));
        cell.send(client, OpCode.CREATE, Bodies.create("/e", ByteRange.EMPTY, Acls.OPEN_ALL, 0));
        assertEquals(-1, dataLength("/n"));
        assertEquals(0, dataLength("/e"));
        assertEquals(0, cell.statOf("/n").dataLength());
    }

    @Test
    void shouldExpandAuthToTheRequestersIdentities() {
        List<AclEntry> auth = List.of(new AclEntry(AclEntry.ALL, new Identity("auth", "")));
        assertError(ErrorCode.INVALID_ACL, OpCode.CREATE, Bodies.create("/a", null, auth, 0));
        cell.addAuth(client, new Identity("digest", "user:hash"));
        cell.send(client, OpCode.CREATE, Bodies.create("/a", null, auth, 0));
        assertEquals(
                List.of(new AclEntry(AclEntry.ALL, new Identity("digest", "user:hash"))),
                cell.changes.get(0).acl());
        assertError(ErrorCode.NO_AUTH, cell.open(), OpCode.SET_DATA, Bodies.setData("/a", "x", -1));
        assertError(ErrorCode.OK, client, OpCode.SET_DATA, Bodies.setData("/a", "x", -1));
    }

    @Test
    void shouldSkipAclsWhenTheBatchSaysSo() {
        cell.send(client, OpCode.CREATE, Bodies.create("/ro", ByteRange.EMPTY, READ_ONLY, 0));
        cell.settings |= BatchSettings.SKIP_ACL;
        assertError(ErrorCode.OK, OpCode.CREATE, Bodies.create("/ro/x"));
    }

    @Test
    void shouldMakeContainerByOperationOrFlag() {
        cell.send(client, OpCode.CREATE_CONTAINER, Bodies.create("/c", "", CreateMode.EPHEMERAL));
        cell.send(client, OpCode.CREATE, Bodies.create("/d", "", CreateMode.CONTAINER));
        assertEquals(0, cell.statOf("/c").ephemeralOwner());
        cell.send(client, OpCode.CLOSE_SESSION, ByteRange.EMPTY);
        assertTrue(cell.exists("/c"));
        assertTrue(cell.exists("/d"));
        assertFalse(cell.exists("/e"));
    }

    private int dataLength(String path) {
        return new WireReader(cell.read(client, OpCode.GET_DATA, Bodies.watchable(path))
                        .body())
                .readInt();
    }

    private String sequential(String path) {
        return cell.send(client, OpCode.CREATE, Bodies.create(path, "", CreateMode.PERSISTENT_SEQUENTIAL))
                .path();
    }

    private void assertError(ErrorCode expected, OpCode op, ByteRange body) {
        assertError(expected, client, op, body);
    }

    private void assertError(ErrorCode expected, Client by, OpCode op, ByteRange body) {
        TestCell.Result result = cell.send(by, op, body);
        assertEquals(expected, result.error());
        assertEquals(Outcome.APPLIED, result.outcome());
        if (expected != ErrorCode.OK) {
            assertTrue(result.body().isEmpty());
            assertTrue(cell.changes.isEmpty());
        }
    }
}
