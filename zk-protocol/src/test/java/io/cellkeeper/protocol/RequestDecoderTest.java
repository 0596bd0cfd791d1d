package io.cellkeeper.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.apache.jute.Record;
import org.apache.zookeeper.proto.AddWatchRequest;
import org.apache.zookeeper.proto.AuthPacket;
import org.apache.zookeeper.proto.CheckVersionRequest;
import org.apache.zookeeper.proto.CheckWatchesRequest;
import org.apache.zookeeper.proto.CreateRequest;
import org.apache.zookeeper.proto.CreateTTLRequest;
import org.apache.zookeeper.proto.DeleteRequest;
import org.apache.zookeeper.proto.ExistsRequest;
import org.apache.zookeeper.proto.GetACLRequest;
import org.apache.zookeeper.proto.GetAllChildrenNumberRequest;
import org.apache.zookeeper.proto.GetChildren2Request;
import org.apache.zookeeper.proto.GetChildrenRequest;
import org.apache.zookeeper.proto.GetDataRequest;
import org.apache.zookeeper.proto.GetEphemeralsRequest;
import org.apache.zookeeper.proto.GetSASLRequest;
import org.apache.zookeeper.proto.ReconfigRequest;
import org.apache.zookeeper.proto.RemoveWatchesRequest;
import org.apache.zookeeper.proto.SetACLRequest;
import org.apache.zookeeper.proto.SetDataRequest;
import org.apache.zookeeper.proto.SetWatches;
import org.apache.zookeeper.proto.SetWatches2;
import org.apache.zookeeper.proto.SyncRequest;

/** Every request that jute writes is read as what it says. */
@Domain(Samples.class)
@Domain(DomainContext.Global.class)
@SuppressWarnings("NullAway") // jute's records take nulls.
class RequestDecoderTest {
    @Property(tries = 200)
    void shouldReadCreates(
            @ForAll String path, @ForAll byte[] data, @ForAll List<AclEntry> acl, @ForAll int flags, @ForAll long ttl) {
        CreateRequest record = new CreateRequest(path, data, Samples.juteAcl(acl), flags);
        for (OpCode op : List.of(OpCode.CREATE, OpCode.CREATE2, OpCode.CREATE_CONTAINER)) {
            assertReads(op, record, new Request.Create(op, path, ByteRange.of(data), acl, flags, 0));
        }
        assertReads(
                OpCode.CREATE_TTL,
                new CreateTTLRequest(path, data, Samples.juteAcl(acl), flags, ttl),
                new Request.Create(OpCode.CREATE_TTL, path, ByteRange.of(data), acl, flags, ttl));
    }

    @Property(tries = 100)
    void shouldReadWrites(@ForAll String path, @ForAll byte[] data, @ForAll List<AclEntry> acl, @ForAll int version) {
        assertReads(OpCode.DELETE, new DeleteRequest(path, version), new Request.Delete(path, version));
        assertReads(OpCode.CHECK, new CheckVersionRequest(path, version), new Request.Check(path, version));
        assertReads(
                OpCode.SET_DATA,
                new SetDataRequest(path, data, version),
                new Request.SetData(path, ByteRange.of(data), version));
        assertReads(
                OpCode.SET_ACL,
                new SetACLRequest(path, Samples.juteAcl(acl), version),
                new Request.SetAcl(path, acl, version));
    }

    @Property(tries = 100)
    void shouldReadReads(@ForAll String path, @ForAll boolean watch) {
        assertReads(OpCode.EXISTS, new ExistsRequest(path, watch), new Request.Exists(path, watch));
        assertReads(OpCode.GET_DATA, new GetDataRequest(path, watch), new Request.GetData(path, watch));
        assertReads(
                OpCode.GET_CHILDREN, new GetChildrenRequest(path, watch), new Request.GetChildren(path, watch, false));
        assertReads(
                OpCode.GET_CHILDREN2, new GetChildren2Request(path, watch), new Request.GetChildren(path, watch, true));
        assertReads(OpCode.GET_ACL, new GetACLRequest(path), new Request.GetAcl(path));
        assertReads(OpCode.SYNC, new SyncRequest(path), new Request.Sync(path));
        assertReads(OpCode.GET_EPHEMERALS, new GetEphemeralsRequest(path), new Request.GetEphemerals(path));
        assertReads(
                OpCode.GET_ALL_CHILDREN_NUMBER,
                new GetAllChildrenNumberRequest(path),
                new Request.GetAllChildrenNumber(path));
    }

    @Property(tries = 100)
    void shouldReadWatchRequests(
            @ForAll String path, @ForAll int mode, @ForAll long zxid, @ForAll @Size(5) List<List<String>> lists) {
        assertReads(OpCode.ADD_WATCH, new AddWatchRequest(path, mode), new Request.AddWatch(path, mode));
        assertReads(OpCode.CHECK_WATCHES, new CheckWatchesRequest(path, mode), new Request.CheckWatches(path, mode));
        assertReads(OpCode.REMOVE_WATCHES, new RemoveWatchesRequest(path, mode), new Request.RemoveWatches(path, mode));
        assertReads(
                OpCode.SET_WATCHES,
                new SetWatches(zxid, lists.get(0), lists.get(1), lists.get(2)),
                new Request.SetWatches(zxid, lists.get(0), lists.get(1), lists.get(2), List.of(), List.of()));
        assertReads(
                OpCode.SET_WATCHES2,
                new SetWatches2(zxid, lists.get(0), lists.get(1), lists.get(2), lists.get(3), lists.get(4)),
                new Request.SetWatches(zxid, lists.get(0), lists.get(1), lists.get(2), lists.get(3), lists.get(4)));
    }

    @Property(tries = 100)
    void shouldReadAuthAndReconfig(
            @ForAll String a, @ForAll String b, @ForAll String c, @ForAll long id, @ForAll byte[] bytes) {
        assertReads(OpCode.AUTH, new AuthPacket((int) id, a, bytes), new Request.Auth(a, ByteRange.of(bytes)));
        assertReads(OpCode.SASL, new GetSASLRequest(bytes), new Request.Sasl(ByteRange.of(bytes)));
        assertReads(OpCode.RECONFIG, new ReconfigRequest(a, b, c, id), new Request.Reconfig(a, b, c, id));
    }

    @Property(tries = 100)
    void shouldReadMulti(
            @ForAll String path,
            @ForAll byte[] data,
            @ForAll List<AclEntry> acl,
            @ForAll int number,
            @ForAll @IntRange(max = 4) int repeats) {
        Jute multi = new Jute();
        List<Request> expected = new ArrayList<>();
        for (int i = 0; i < repeats; i++) {
            for (OpCode op : List.of(OpCode.CREATE, OpCode.CREATE2, OpCode.CREATE_CONTAINER)) {
                multi.header(op.code(), false, -1).add(new CreateRequest(path, data, Samples.juteAcl(acl), number));
                expected.add(new Request.Create(op, path, ByteRange.of(data), acl, number, 0));
            }
            multi.header(21, false, -1).add(new CreateTTLRequest(path, data, Samples.juteAcl(acl), number, 77));
            expected.add(new Request.Create(OpCode.CREATE_TTL, path, ByteRange.of(data), acl, number, 77));
            multi.header(2, false, -1).add(new DeleteRequest(path, number));
            expected.add(new Request.Delete(path, number));
            multi.header(5, false, -1).add(new SetDataRequest(path, data, number));
            expected.add(new Request.SetData(path, ByteRange.of(data), number));
            multi.header(13, false, -1).add(new CheckVersionRequest(path, number));
            expected.add(new Request.Check(path, number));
        }
        assertReads(OpCode.MULTI, multi.end().bytes(), new Request.Multi(expected));
    }

    @Property(tries = 50)
    void shouldReadMultiRead(@ForAll String path, @ForAll boolean watch) {
        ByteRange bytes = new Jute()
                .header(4, false, -1)
                .add(new GetDataRequest(path, watch))
                .header(8, false, -1)
                .add(new GetChildrenRequest(path, watch))
                .end()
                .bytes();

        assertReads(
                OpCode.MULTI_READ,
                bytes,
                new Request.MultiRead(
                        List.of(new Request.GetData(path, watch), new Request.GetChildren(path, watch, false))));
    }

    @Example
    void shouldTakeNothingFromBodylessRequests() {
        for (ByteRange body : List.of(ByteRange.EMPTY, Hex.range("ff"))) {
            assertEquals(new Request.Ping(), RequestDecoder.decode(OpCode.PING, body));
            assertEquals(new Request.WhoAmI(), RequestDecoder.decode(OpCode.WHO_AM_I, body));
            assertEquals(new Request.CloseSession(), RequestDecoder.decode(OpCode.CLOSE_SESSION, body));
        }
    }

    @Example
    void shouldTellNullFromEmpty() {
        Request.Create nulls = (Request.Create)
                RequestDecoder.decode(OpCode.CREATE, Jute.bytesOf(new CreateRequest("/a", null, null, 0)));
        assertNull(nulls.data());
        assertNull(nulls.acl());

        Request.Create empty = (Request.Create)
                RequestDecoder.decode(OpCode.CREATE, Jute.bytesOf(new CreateRequest("/a", new byte[0], List.of(), 0)));
        assertEquals(ByteRange.EMPTY, empty.data());
        assertEquals(List.of(), empty.acl());

        Request.SetAcl acl =
                (Request.SetAcl) RequestDecoder.decode(OpCode.SET_ACL, Jute.bytesOf(new SetACLRequest("/a", null, 0)));
        assertNull(acl.acl());
        assertEquals(
                new Request.SetData("/a", null, 3),
                RequestDecoder.decode(OpCode.SET_DATA, Jute.bytesOf(new SetDataRequest("/a", null, 3))));
        assertEquals(
                new Request.GetEphemerals(null),
                RequestDecoder.decode(OpCode.GET_EPHEMERALS, Jute.bytesOf(new GetEphemeralsRequest(null))));
        assertEquals(
                new Request.Sasl(null), RequestDecoder.decode(OpCode.SASL, Jute.bytesOf(new GetSASLRequest(null))));
        assertEquals(
                new Request.Auth("", ByteRange.EMPTY),
                RequestDecoder.decode(OpCode.AUTH, Jute.bytesOf(new AuthPacket(0, null, null))));
    }

    @Example
    void shouldReadNullListsOfWatchesAsEmpty() {
        Request expected = new Request.SetWatches(5, List.of(), List.of(), List.of(), List.of(), List.of());

        assertReads(OpCode.SET_WATCHES, new SetWatches(5, null, null, null), expected);
        assertReads(OpCode.SET_WATCHES2, new SetWatches2(5, null, null, null, null, null), expected);
    }

    @Example
    void shouldRefuseNullPaths() {
        assertMalformed(OpCode.CREATE, Jute.bytesOf(new CreateRequest(null, null, null, 0)));
        assertMalformed(OpCode.SYNC, Jute.bytesOf(new SyncRequest(null)));
        assertMalformed(OpCode.GET_ACL, Jute.bytesOf(new GetACLRequest(null)));
        assertMalformed(OpCode.GET_DATA, Jute.bytesOf(new GetDataRequest(null, true)));
        assertMalformed(
                OpCode.SET_WATCHES, Jute.bytesOf(new SetWatches(0, Collections.singletonList(null), null, null)));
    }

    @Example
    void shouldShareTheOpenAcl() {
        var acl = Samples.juteAcl(Acls.OPEN_ALL);
        Request.Create create = (Request.Create)
                RequestDecoder.decode(OpCode.CREATE, Jute.bytesOf(new CreateRequest("/a", null, acl, 0)));
        Request.SetAcl setAcl =
                (Request.SetAcl) RequestDecoder.decode(OpCode.SET_ACL, Jute.bytesOf(new SetACLRequest("/a", acl, 0)));

        assertSame(Acls.OPEN_ALL, create.acl());
        assertSame(Acls.OPEN_ALL, setAcl.acl());
    }

    @Example
    void shouldReadPayloadInPlace() {
        ByteRange body = Jute.bytesOf(new SetDataRequest("/a", new byte[] {1, 2, 3}, 0));

        ByteRange data = ((Request.SetData) RequestDecoder.decode(OpCode.SET_DATA, body)).data();

        assertNotNull(data);
        assertSame(body.array(), data.array());
    }

    @Example
    void shouldRefuseMultiWithAnythingButItsOperations() {
        for (int type : new int[] {-11, -10, -1, 0, 3, 4, 6, 7, 8, 9, 11, 12, 14, 16, 20, 22, 100, 101, 1000}) {
            ByteRange bytes = new Jute()
                    .header(type, false, -1)
                    .add(new SetDataRequest("/a", new byte[40], 0))
                    .end()
                    .bytes();
            assertMalformed(OpCode.MULTI, bytes);
        }
        for (int type : new int[] {-1, 1, 2, 3, 5, 12, 13, 14, 22, 103}) {
            ByteRange bytes = new Jute()
                    .header(type, false, -1)
                    .add(new GetDataRequest("/a", true))
                    .end()
                    .bytes();
            assertMalformed(OpCode.MULTI_READ, bytes);
        }
    }

    @Example
    void shouldRefuseMultiWithoutTerminator() {
        Jute multi = new Jute().header(13, false, -1).add(new CheckVersionRequest("/a", 1));

        assertMalformed(OpCode.MULTI, multi.bytes());
        assertMalformed(OpCode.MULTI, ByteRange.EMPTY);
        assertMalformed(OpCode.MULTI_READ, ByteRange.EMPTY);
    }

    @Example
    void shouldReadEmptyMulti() {
        assertReads(OpCode.MULTI, new Jute().end().bytes(), new Request.Multi(List.of()));
        assertReads(OpCode.MULTI_READ, new Jute().end().bytes(), new Request.MultiRead(List.of()));
    }

    private static void assertReads(OpCode op, Record record, Request expected) {
        assertReads(op, Jute.bytesOf(record), expected);
    }

    /** Also with bytes around it in the array, which are ignored (rule 1.6), and cut short, which is malformed. */
    private static void assertReads(OpCode op, ByteRange body, Request expected) {
        assertEquals(expected, RequestDecoder.decode(op, body));

        byte[] padded = new byte[body.length() + 7];
        System.arraycopy(body.array(), 0, padded, 3, body.length());
        assertEquals(expected, RequestDecoder.decode(op, ByteRange.of(padded, 3, body.length() + 4)));
        assertMalformed(op, ByteRange.of(padded, 3, body.length() - 1));
    }

    private static void assertMalformed(OpCode op, ByteRange body) {
        assertThrows(MalformedRecordException.class, () -> RequestDecoder.decode(op, body));
    }
}
