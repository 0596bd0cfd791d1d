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
import io.cellkeeper.state.TestCell.Client;
import io.cellkeeper.state.TestCell.Result;
import java.util.List;
import org.junit.jupiter.api.Test;

/** delete, setData, setACL: rules 5.5, 5.9, 6, 8.2, 8.5, 8.7. */
class ChangeOperationsTest {
    private static final List<AclEntry> NONE = List.of(new AclEntry(0, AclEntry.ANYONE));
    private static final List<AclEntry> INVALID = List.of(new AclEntry(AclEntry.ALL, new Identity("super", "x")));

    private final TestCell cell = new TestCell();
    private final Client client = cell.open();

    @Test
    void shouldCheckDeletesInTheOrderOfRule8_2_1() {
        create("/p/c");
        create("/locked", NONE);
        for (String system : List.of("/", "/zookeeper", "/zookeeper/quota", "/zookeeper/config")) {
            assertDelete(ErrorCode.BAD_ARGUMENTS, system, 99);
        }
        assertDelete(ErrorCode.BAD_ARGUMENTS, "noslash", -1);
        assertDelete(ErrorCode.BAD_ARGUMENTS, "", -1);
        assertDelete(ErrorCode.BAD_ARGUMENTS, "/a\0", -1);
        assertDelete(ErrorCode.NO_NODE, "/no/x", -1);
        assertDelete(ErrorCode.NO_NODE, "no/x", -1);
        assertDelete(ErrorCode.NO_AUTH, "/locked/x", -1);
        assertDelete(ErrorCode.NO_NODE, "/x", -1);
        assertDelete(ErrorCode.NO_NODE, "/p/", -1);
        assertDelete(ErrorCode.NO_NODE, "//p", -1);
        assertDelete(ErrorCode.BAD_VERSION, "/p", 1);
        assertDelete(ErrorCode.BAD_VERSION, "/p", -2);
        assertDelete(ErrorCode.NOT_EMPTY, "/p", 0);
        assertDelete(ErrorCode.OK, "/p/c", 0);
        assertDelete(ErrorCode.OK, "/p", -1);
        assertDelete(ErrorCode.OK, "/locked", -1);
        assertEquals(1, cell.statOf("/").numChildren());
    }

    @Test
    void shouldDeleteWithEffectOnParentOnly() {
        create("/p/c");
        Stat root = cell.statOf("/");
        Result result = cell.send(client, OpCode.DELETE, Bodies.delete("/p/c", -1));
        assertTrue(result.body().isEmpty());
        Stat parent = cell.statOf("/p");
        assertEquals(2, parent.cversion());
        assertEquals(result.zxid(), parent.pzxid());
        assertEquals(0, parent.numChildren());
        assertEquals(0, parent.version());
        assertTrue(parent.mzxid() < result.zxid());
        assertEquals(root, cell.statOf("/"));
        assertEquals(
                List.of(new Change(result.zxid(), Change.Kind.DELETED, "/p/c", Acls.OPEN_ALL, Acls.OPEN_ALL)),
                cell.changes);
    }

    @Test
    void shouldCheckSetDataInTheOrderOfRule8_5_1() {
        create("/a");
        create("/locked", NONE);
        assertSetData(ErrorCode.BAD_ARGUMENTS, "/a/", 7);
        assertSetData(ErrorCode.BAD_ARGUMENTS, "", 7);
        assertSetData(ErrorCode.NO_NODE, "/no", 7);
        assertSetData(ErrorCode.NO_AUTH, "/locked", 7);
        assertSetData(ErrorCode.NO_AUTH, "/zookeeper/config", 7);
        assertSetData(ErrorCode.BAD_VERSION, "/a", 7);
        assertSetData(ErrorCode.OK, "/a", 0);
        assertSetData(ErrorCode.OK, "/", -1);
    }

    @Test
    void shouldSetDataWithEffectOnTheNodeOnly() {
        create("/p/c");
        Stat parent = cell.statOf("/p");
        Stat before = cell.statOf("/p/c");
        cell.timeMs += 3;
        Result result = cell.send(client, OpCode.SET_DATA, Bodies.setData("/p/c", "", 0));
        Stat after = cell.statOf("/p/c");
        assertEquals(after, result.stat());
        assertEquals(
                new Stat(before.czxid(), result.zxid(), before.ctime(), cell.timeMs, 1, 0, 0, 0, 0, 0, before.pzxid()),
                after);
        assertEquals(parent, cell.statOf("/p"));
        assertEquals(
                List.of(new Change(result.zxid(), Change.Kind.DATA_CHANGED, "/p/c", Acls.OPEN_ALL, null)),
                cell.changes);
    }

    @Test
    void shouldCheckSetAclInTheOrderOfRule8_7_1() {
        create("/a");
        create("/locked", NONE);
        assertSetAcl(ErrorCode.BAD_ARGUMENTS, "a", INVALID, 7);
        assertSetAcl(ErrorCode.INVALID_ACL, "/no", INVALID, 7);
        assertSetAcl(ErrorCode.NO_NODE, "/no", Acls.OPEN_ALL, 7);
        assertSetAcl(ErrorCode.NO_AUTH, "/locked", Acls.OPEN_ALL, 7);
        assertSetAcl(ErrorCode.BAD_VERSION, "/a", Acls.OPEN_ALL, 7);
        assertSetAcl(ErrorCode.OK, "/a", Acls.OPEN_ALL, 0);
    }

    @Test
    void shouldSetAclWithEffectOnAversionOnly() {
        create("/a");
        Stat before = cell.statOf("/a");
        Result result = cell.send(client, OpCode.SET_ACL, Bodies.setAcl("/a", Acls.OPEN_READ, -1));
        Stat after = cell.statOf("/a");
        assertEquals(after, result.stat());
        assertEquals(1, after.aversion());
        assertEquals(before.mzxid(), after.mzxid());
        assertEquals(before.version(), after.version());
        assertTrue(cell.changes.isEmpty());
        assertSetData(ErrorCode.NO_AUTH, "/a", -1);
    }

    @Test
    void shouldLetASuperuserDoAnything() {
        create("/locked", NONE);
        cell.addAuth(client, new Identity("super", ""));
        assertSetData(ErrorCode.OK, "/locked", -1);
        assertSetData(ErrorCode.OK, "/zookeeper/config", -1);
        assertEquals(0, cell.statOf("/zookeeper/config").version(), "after -1 comes 0");
    }

    @Test
    void shouldRefuseWhatIsNoCommand() {
        for (OpCode op : OpCode.values()) {
            if (op.route() != OpCode.Route.COMMAND) {
                assertEquals(
                        ErrorCode.UNIMPLEMENTED,
                        cell.send(client, op, Bodies.watchable("/")).error());
            }
        }
    }

    @Test
    void shouldAnswerAnUndecodableBodyAndTakeItsNumber() {
        Result result = cell.send(client, OpCode.CREATE, Bodies.bytes("?"));
        assertEquals(ErrorCode.MARSHALLING_ERROR, result.error());
        assertEquals(Outcome.APPLIED, result.outcome());
        create("/a");
        assertFalse(cell.changes.isEmpty());
    }

    @Test
    void shouldManageDeepTreesAndLongNames() {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < 4_000; i++) {
            path.append("/d");
            cell.send(client, OpCode.CREATE, Bodies.create(path.toString()));
        }
        assertEquals(4_000, cell.state.tree().root().descendants() - 3);
        String name = "/" + "n".repeat(100_000);
        assertEquals(
                ErrorCode.OK,
                cell.send(client, OpCode.CREATE, Bodies.create(path + name, "", CreateMode.EPHEMERAL))
                        .error());
        cell.send(client, OpCode.CLOSE_SESSION, ByteRange.EMPTY);
        assertEquals(path + name, cell.changes.get(0).path());
    }

    private void create(String path) {
        int slash = path.indexOf('/', 1);
        if (slash > 0) {
            cell.send(client, OpCode.CREATE, Bodies.create(path.substring(0, slash)));
        }
        cell.send(client, OpCode.CREATE, Bodies.create(path));
    }

    private void create(String path, List<AclEntry> acl) {
        cell.send(client, OpCode.CREATE, Bodies.create(path, null, acl, 0));
    }

    private void assertDelete(ErrorCode expected, String path, int version) {
        assertEquals(
                expected,
                cell.send(client, OpCode.DELETE, Bodies.delete(path, version)).error());
    }

    private void assertSetData(ErrorCode expected, String path, int version) {
        assertEquals(
                expected,
                cell.send(client, OpCode.SET_DATA, Bodies.setData(path, "x", version))
                        .error());
    }

    private void assertSetAcl(ErrorCode expected, String path, List<AclEntry> acl, int version) {
        assertEquals(
                expected,
                cell.send(client, OpCode.SET_ACL, Bodies.setAcl(path, acl, version))
                        .error());
    }
}
