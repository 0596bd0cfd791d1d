package io.cellkeeper.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.Acls;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.CreateMode;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.MultiResult;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Replies;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.state.Bodies.Part;
import io.cellkeeper.state.TestCell.Client;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rules 6.4, 8.3, 8.4, 8.6, 8.8, 8.9, 8.13 to 8.15, 10.2, 10.13, 10.16. */
class ReadTest {
    private static final Identity ALICE = new Identity("digest", "alice:hash");
    private static final List<AclEntry> NONE = List.of(new AclEntry(0, AclEntry.ANYONE));

    private final TestCell cell = new TestCell();
    private final Client client = cell.open();

    @Test
    void shouldAnswerExists() {
        create("/a", "x");
        assertAnswer(Replies.stat(cell.statOf("/a")), OpCode.EXISTS, Bodies.watchable("/a"));
        assertAnswer(Replies.stat(cell.statOf("/")), OpCode.EXISTS, Bodies.watchable("/"));
        assertFails(ErrorCode.NO_NODE, OpCode.EXISTS, Bodies.watchable("/b"));
        assertFails(ErrorCode.NO_NODE, OpCode.EXISTS, Bodies.watchable("/a/"));
        assertFails(ErrorCode.NO_NODE, OpCode.EXISTS, Bodies.watchable("a"));
        assertFails(ErrorCode.NO_NODE, OpCode.EXISTS, Bodies.watchable("//a"));
        assertFails(ErrorCode.BAD_ARGUMENTS, OpCode.EXISTS, Bodies.watchable("/a\0"));
    }

    @Test
    void shouldAnswerGetData() {
        create("/a", "x");
        assertAnswer(
                Replies.dataAndStat(Bodies.bytes("x"), cell.statOf("/a")), OpCode.GET_DATA, Bodies.watchable("/a"));
        assertFails(ErrorCode.NO_NODE, OpCode.GET_DATA, Bodies.watchable("/b"));
    }

    @Test
    void shouldAskForReadPermission() {
        cell.send(client, OpCode.CREATE, Bodies.create("/locked", null, NONE, 0));
        for (OpCode op : List.of(OpCode.EXISTS, OpCode.GET_DATA, OpCode.GET_CHILDREN, OpCode.GET_CHILDREN2)) {
            assertFails(ErrorCode.NO_AUTH, op, Bodies.watchable("/locked"));
        }
        assertFails(ErrorCode.NO_AUTH, OpCode.GET_ALL_CHILDREN_NUMBER, Bodies.path("/locked"));
        assertFails(ErrorCode.NO_AUTH, OpCode.GET_ACL, Bodies.path("/locked"));
    }

    @Test
    void shouldAnswerChildrenByBareName() {
        create("/a", "");
        create("/a/x", "");
        create("/a/y", "");
        WireReader in = new WireReader(answer(OpCode.GET_CHILDREN2, Bodies.watchable("/a")));
        assertEquals(Set.of("x", "y"), Set.copyOf(in.readStrings()));
        assertEquals(cell.statOf("/a"), TestCell.stat(in));
        assertAnswer(Replies.strings(List.of()), OpCode.GET_CHILDREN, Bodies.watchable("/a/x"));
        WireReader system = new WireReader(answer(OpCode.GET_CHILDREN, Bodies.watchable("/zookeeper")));
        assertEquals(Set.of("config", "quota"), Set.copyOf(system.readStrings()));
        assertEquals(0, system.remaining());
    }

    @Test
    void shouldHideHashesFromThoseWithoutAdmin() {
        List<AclEntry> acl = List.of(new AclEntry(AclEntry.ALL, ALICE), new AclEntry(AclEntry.READ, AclEntry.ANYONE));
        cell.send(client, OpCode.CREATE, Bodies.create("/a", null, acl, 0));
        assertAnswer(
                Replies.aclAndStat(Acls.mask(acl, List.of()), cell.statOf("/a")), OpCode.GET_ACL, Bodies.path("/a"));
        cell.addAuth(client, ALICE);
        assertAnswer(Replies.aclAndStat(acl, cell.statOf("/a")), OpCode.GET_ACL, Bodies.path("/a"));
    }

    @Test
    void shouldCountAllDescendants() {
        assertAnswer(Replies.integer(3), OpCode.GET_ALL_CHILDREN_NUMBER, Bodies.path("/"));
        create("/a", "");
        create("/a/b", "");
        create("/a/b/c", "");
        assertAnswer(Replies.integer(6), OpCode.GET_ALL_CHILDREN_NUMBER, Bodies.path("/"));
        assertAnswer(Replies.integer(2), OpCode.GET_ALL_CHILDREN_NUMBER, Bodies.path("/a"));
        cell.send(client, OpCode.DELETE, Bodies.delete("/a/b/c", -1));
        assertAnswer(Replies.integer(1), OpCode.GET_ALL_CHILDREN_NUMBER, Bodies.path("/a"));
    }

    @Test
    void shouldListTheSessionsOwnEphemeralsByPlainPrefix() {
        for (String path : List.of("/a", "/ab", "/b")) {
            cell.send(client, OpCode.CREATE, Bodies.create(path, "", CreateMode.EPHEMERAL));
        }
        cell.send(cell.open(), OpCode.CREATE, Bodies.create("/a2", "", CreateMode.EPHEMERAL));
        assertEquals(Set.of("/a", "/ab"), ephemerals("/a"));
        assertEquals(Set.of("/a", "/ab", "/b"), ephemerals("/"));
        assertEquals(Set.of("/a", "/ab", "/b"), ephemerals(""));
        assertEquals(Set.of("/a", "/ab", "/b"), ephemerals(null));
    }

    @Test
    void shouldEchoSync() {
        assertAnswer(Replies.path("no path"), OpCode.SYNC, Bodies.path("no path"));
        assertFails(
                ErrorCode.MARSHALLING_ERROR,
                OpCode.SYNC,
                new WireWriter(4).writeInt(-1).toRange());
    }

    @Test
    void shouldAnswerEachReadOfAMultiRead() {
        create("/a", "x");
        create("/a/b", "");
        ByteRange body = Bodies.multi(
                new Part(OpCode.GET_DATA, Bodies.watchable("/a")),
                new Part(OpCode.GET_CHILDREN, Bodies.watchable("/no")),
                new Part(OpCode.GET_CHILDREN, Bodies.watchable("/a")));
        assertAnswer(
                Replies.multi(List.of(
                        new MultiResult.Data(Bodies.bytes("x"), cell.statOf("/a")),
                        new MultiResult.Failed(ErrorCode.NO_NODE),
                        new MultiResult.Children(List.of("b")))),
                OpCode.MULTI_READ,
                body);
        assertFails(
                ErrorCode.MARSHALLING_ERROR,
                OpCode.MULTI_READ,
                Bodies.multi(new Part(OpCode.EXISTS, Bodies.watchable("/a"))));
    }

    @Test
    void shouldRefuseAMultiReadWhoseAnswerNobodyCouldTake() {
        create("/large", "x".repeat(1 << 20));
        Part large = new Part(OpCode.GET_DATA, Bodies.watchable("/large"));
        assertEquals(
                ErrorCode.OK,
                cell.read(client, OpCode.MULTI_READ, Bodies.multi(Collections.nCopies(63, large)))
                        .error());
        assertFails(ErrorCode.MARSHALLING_ERROR, OpCode.MULTI_READ, Bodies.multi(Collections.nCopies(60_000, large)));
    }

    @Test
    void shouldAnswerAddWatchWithAnInt() {
        for (int mode : new int[] {0, 1}) {
            assertAnswer(
                    Replies.integer(0),
                    OpCode.ADD_WATCH,
                    new WireWriter(16).writeString("/no").writeInt(mode).toRange());
        }
        for (int mode : new int[] {-1, 2}) {
            assertFails(
                    ErrorCode.MARSHALLING_ERROR,
                    OpCode.ADD_WATCH,
                    new WireWriter(16).writeString("/no").writeInt(mode).toRange());
        }
    }

    @Test
    void shouldTellWhatWatchesMissed() {
        create("/old", "");
        create("/new", "");
        create("/parent", "");
        long since = cell.state.zxid();
        cell.send(client, OpCode.SET_DATA, Bodies.setData("/new", "x", -1));
        create("/parent/x", "");
        List<String> paths = List.of("/old", "/new", "/parent", "/gone");
        ByteRange body = Bodies.setWatches(since, List.of(paths, paths, paths, paths, paths));
        assertArrayEquals(
                new byte[] {0, 3, 0, 2, 1, 1, 1, 0, 0, 0, 4, 2, 0, 0, 0, 0, 0, 0, 0, 0},
                answer(OpCode.SET_WATCHES2, body).toArray());
        ByteRange three = Bodies.setWatches(since, List.of(List.of("/new"), List.of(), List.of()));
        assertArrayEquals(new byte[] {3}, answer(OpCode.SET_WATCHES, three).toArray());
    }

    @Test
    void shouldSuppressMissedEventsOfWhatMayNotBeRead() {
        cell.send(client, OpCode.CREATE, Bodies.create("/locked", null, NONE, 0));
        List<String> path = List.of("/locked");
        ByteRange body = Bodies.setWatches(0, List.of(path, path, path));
        assertArrayEquals(
                new byte[] {(byte) 0x83, (byte) 0x81, (byte) 0x84},
                answer(OpCode.SET_WATCHES, body).toArray());
    }

    @Test
    void shouldRefuseReadsOfUnknownSessionsAndOfNoReads() {
        assertEquals(
                ErrorCode.SESSION_EXPIRED,
                cell.state
                        .read(client.id + 1, OpCode.EXISTS, Bodies.watchable("/"))
                        .error());
        assertFails(ErrorCode.UNIMPLEMENTED, OpCode.CREATE, Bodies.create("/a"));
        assertFails(ErrorCode.MARSHALLING_ERROR, OpCode.EXISTS, ByteRange.EMPTY);
    }

    private Set<String> ephemerals(@Nullable String prefix) {
        ByteRange body = new WireWriter(16).writeString(prefix).toRange();
        return new TreeSet<>(new WireReader(answer(OpCode.GET_EPHEMERALS, body)).readStrings());
    }

    private void create(String path, String data) {
        cell.send(client, OpCode.CREATE, Bodies.create(path, data, CreateMode.PERSISTENT));
    }

    private ByteRange answer(OpCode op, ByteRange body) {
        ReadAnswer answer = cell.read(client, op, body);
        assertEquals(ErrorCode.OK, answer.error());
        return answer.body();
    }

    private void assertAnswer(ByteRange expected, OpCode op, ByteRange body) {
        assertArrayEquals(expected.toArray(), answer(op, body).toArray());
    }

    private void assertFails(ErrorCode error, OpCode op, ByteRange body) {
        assertEquals(ReadAnswer.failed(error), cell.read(client, op, body));
    }
}
