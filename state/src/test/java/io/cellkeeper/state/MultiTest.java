package io.cellkeeper.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.Acls;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.CreateMode;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.MultiResult;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Replies;
import io.cellkeeper.protocol.Stat;
import io.cellkeeper.state.Bodies.Part;
import io.cellkeeper.state.TestCell.Client;
import io.cellkeeper.state.TestCell.Result;
import io.cellkeeper.state.tree.TreeAudit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rule 8.12. */
class MultiTest {
    private final TestCell cell = new TestCell();
    private final Client client = cell.open();

    @Test
    void shouldLetEachOperationSeeThoseBefore() {
        Result result = multi(
                part(OpCode.CREATE, Bodies.create("/a")),
                part(OpCode.CREATE2, Bodies.create("/a/b", "x", CreateMode.EPHEMERAL)),
                part(OpCode.SET_DATA, Bodies.setData("/a", "new", 0)),
                part(OpCode.CHECK, Bodies.check("/a", 1)),
                part(OpCode.DELETE, Bodies.delete("/a/b", 0)),
                part(OpCode.CREATE_CONTAINER, Bodies.create("/a/b", "", CreateMode.CONTAINER)),
                part(OpCode.CREATE, Bodies.create("/a/s-", "", CreateMode.PERSISTENT_SEQUENTIAL)));

        long z = result.zxid();
        long t = cell.timeMs;
        Stat ephemeral = new Stat(z, z, t, t, 0, 0, 0, client.id, 1, 0, z);
        Stat container = new Stat(z, z, t, t, 0, 0, 0, 0, 0, 0, z);
        Stat set = new Stat(z, z, t, t, 1, 1, 0, 0, 3, 1, z);
        assertEquals(ErrorCode.OK, result.error());
        assertEquals(
                Replies.multi(List.of(
                        new MultiResult.Created("/a"),
                        new MultiResult.CreatedWithStat("/a/b", ephemeral),
                        new MultiResult.DataSet(set),
                        new MultiResult.Checked(),
                        new MultiResult.Deleted(),
                        new MultiResult.CreatedWithStat("/a/b", container),
                        new MultiResult.Created("/a/s-0000000002"))),
                result.body());
        assertEquals(
                List.of(
                        "CREATED /a",
                        "CREATED /a/b",
                        "DATA_CHANGED /a",
                        "DELETED /a/b",
                        "CREATED /a/b",
                        "CREATED /a/s-0000000002"),
                cell.changes.stream().map(c -> c.kind() + " " + c.path()).toList());
        assertTrue(cell.changes.stream().allMatch(c -> c.zxid() == z));
    }

    @Test
    void shouldChangeNothingWhenOneOperationFails() {
        cell.send(client, OpCode.CREATE, Bodies.create("/p"));
        cell.send(client, OpCode.CREATE, Bodies.create("/p/e", "old", CreateMode.EPHEMERAL));
        cell.send(client, OpCode.CREATE, Bodies.create("/leaf", null, Acls.OPEN_READ, 0));
        cell.send(client, OpCode.CREATE_TTL, Bodies.createTtl("/p/t", 5, 7));
        Map<String, TreeAudit.Seen> before = TreeAudit.nodes(cell.state.tree());
        long digest = cell.state.tree().digest();
        cell.timeMs += 9;
        cell.cellTimeMs += 9;

        Result result = multi(
                part(OpCode.DELETE, Bodies.delete("/p/e", -1)),
                part(OpCode.CREATE, Bodies.create("/p/e", "mine", CreateMode.PERSISTENT)),
                part(OpCode.CREATE, Bodies.create("/p/e/below")),
                part(OpCode.SET_DATA, Bodies.setData("/p/t", "x", -1)),
                part(OpCode.DELETE, Bodies.delete("/leaf", -1)),
                part(OpCode.CREATE, Bodies.create("/leaf", null, Acls.OPEN_ALL, 1)),
                part(OpCode.CREATE, Bodies.create("/p/s-", "", CreateMode.EPHEMERAL_SEQUENTIAL)),
                part(OpCode.SET_DATA, Bodies.setData("/p", "x", -1)),
                part(OpCode.CHECK, Bodies.check("/p", 0)),
                part(OpCode.CREATE, Bodies.create("/after")));

        assertEquals(ErrorCode.OK, result.error());
        assertEquals(Replies.multiFailure(10, 8, ErrorCode.BAD_VERSION), result.body());
        assertTrue(cell.changes.isEmpty());
        assertEquals(before, TreeAudit.nodes(cell.state.tree()));
        assertEquals(digest, cell.state.tree().digest());
        TreeAudit.verify(cell.state.tree());
        assertEquals(
                "/p/s-0000000002",
                cell.send(client, OpCode.CREATE, Bodies.create("/p/s-", "", CreateMode.EPHEMERAL_SEQUENTIAL))
                        .path());
        cell.send(client, OpCode.CLOSE_SESSION, ByteRange.EMPTY);
        assertEquals(
                List.of("/p/e", "/p/s-0000000002"),
                cell.changes.stream().map(Change::path).toList());
    }

    @Test
    void shouldMakeALeafALeafAgain() {
        cell.send(client, OpCode.CREATE, Bodies.create("/a"));
        long digest = cell.state.tree().digest();
        multi(
                part(OpCode.SET_DATA, Bodies.setData("/a", "1", -1)),
                part(OpCode.CREATE, Bodies.create("/a/b")),
                part(OpCode.CREATE, Bodies.create("/a/b/c")),
                part(OpCode.SET_DATA, Bodies.setData("/a", "2", -1)),
                part(OpCode.DELETE, Bodies.delete("/no", -1)));
        assertEquals(digest, cell.state.tree().digest());
        TreeAudit.verify(cell.state.tree());
        assertEquals(0, cell.statOf("/a").dataLength());
    }

    @Test
    void shouldSucceedWithNoOperations() {
        Result result = multi();
        assertEquals(ErrorCode.OK, result.error());
        assertEquals(Replies.multi(List.of()), result.body());
    }

    @Test
    void shouldRefuseOperationsThatDoNotBelongInAMulti() {
        Result result = multi(
                part(OpCode.CREATE, Bodies.create("/a")), part(OpCode.SET_ACL, Bodies.setAcl("/a", Acls.OPEN_ALL, -1)));
        assertEquals(ErrorCode.MARSHALLING_ERROR, result.error());
        assertFalse(cell.exists("/a"));
    }

    private Result multi(Part... parts) {
        return cell.send(client, OpCode.MULTI, Bodies.multi(parts));
    }

    private static Part part(OpCode op, ByteRange body) {
        return new Part(op, body);
    }
}
