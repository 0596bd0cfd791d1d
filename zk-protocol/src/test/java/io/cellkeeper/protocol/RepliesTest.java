package io.cellkeeper.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.apache.zookeeper.data.ClientInfo;
import org.apache.zookeeper.proto.ConnectResponse;
import org.apache.zookeeper.proto.Create2Response;
import org.apache.zookeeper.proto.CreateResponse;
import org.apache.zookeeper.proto.ErrorResponse;
import org.apache.zookeeper.proto.GetACLResponse;
import org.apache.zookeeper.proto.GetAllChildrenNumberResponse;
import org.apache.zookeeper.proto.GetChildren2Response;
import org.apache.zookeeper.proto.GetChildrenResponse;
import org.apache.zookeeper.proto.GetDataResponse;
import org.apache.zookeeper.proto.GetEphemeralsResponse;
import org.apache.zookeeper.proto.ReplyHeader;
import org.apache.zookeeper.proto.SetDataResponse;
import org.apache.zookeeper.proto.SetSASLResponse;
import org.apache.zookeeper.proto.SyncResponse;
import org.apache.zookeeper.proto.WatcherEvent;
import org.apache.zookeeper.proto.WhoAmIResponse;

/** Every reply has the bytes that jute writes for it. */
@Domain(Samples.class)
@Domain(DomainContext.Global.class)
@SuppressWarnings("NullAway") // jute's records take nulls.
class RepliesTest {
    @Property(tries = 100)
    void shouldWriteRecords(
            @ForAll String path, @ForAll byte[] data, @ForAll List<String> names, @ForAll Stat stat, @ForAll int n) {
        var juteStat = Samples.juteStat(stat);

        assertEquals(Jute.bytesOf(new CreateResponse(path)), Replies.path(path));
        assertEquals(Jute.bytesOf(new SyncResponse(path)), Replies.path(path));
        assertEquals(Jute.bytesOf(new Create2Response(path, juteStat)), Replies.pathAndStat(path, stat));
        assertEquals(Jute.bytesOf(new SetDataResponse(juteStat)), Replies.stat(stat));
        assertEquals(Jute.bytesOf(new GetDataResponse(data, juteStat)), Replies.dataAndStat(ByteRange.of(data), stat));
        assertEquals(Jute.bytesOf(new GetDataResponse(null, juteStat)), Replies.dataAndStat(null, stat));
        assertEquals(Jute.bytesOf(new GetChildrenResponse(names)), Replies.strings(names));
        assertEquals(Jute.bytesOf(new GetEphemeralsResponse(names)), Replies.strings(names));
        assertEquals(Jute.bytesOf(new GetChildren2Response(names, juteStat)), Replies.stringsAndStat(names, stat));
        assertEquals(Jute.bytesOf(new GetAllChildrenNumberResponse(n)), Replies.integer(n));
        assertEquals(Jute.bytesOf(new SetSASLResponse(data)), Replies.buffer(ByteRange.of(data)));
        assertEquals(Jute.bytesOf(new SetSASLResponse(null)), Replies.buffer(null));
        assertEquals(Jute.bytesOf(new ErrorResponse(0)), Replies.ADD_WATCH);
    }

    @Property(tries = 100)
    void shouldWriteAcls(@ForAll List<AclEntry> acl, @ForAll Stat stat) {
        assertEquals(
                Jute.bytesOf(new GetACLResponse(Samples.juteAcl(acl), Samples.juteStat(stat))),
                Replies.aclAndStat(acl, stat));
    }

    @Property(tries = 100)
    void shouldWriteSucceededMulti(@ForAll String path, @ForAll Stat stat) {
        var juteStat = Samples.juteStat(stat);

        assertEquals(
                new Jute()
                        .header(1, false, 0)
                        .add(new CreateResponse(path))
                        .header(15, false, 0)
                        .add(new Create2Response(path, juteStat))
                        .header(2, false, 0)
                        .header(5, false, 0)
                        .add(new SetDataResponse(juteStat))
                        .header(13, false, 0)
                        .end()
                        .bytes(),
                Replies.multi(List.of(
                        new MultiResult.Created(path),
                        new MultiResult.CreatedWithStat(path, stat),
                        new MultiResult.Deleted(),
                        new MultiResult.DataSet(stat),
                        new MultiResult.Checked())));
    }

    @Property(tries = 100)
    void shouldWriteMultiReadWithFailuresBetween(
            @ForAll byte[] data, @ForAll List<String> names, @ForAll Stat stat, @ForAll ErrorCode error) {
        assertEquals(
                new Jute()
                        .header(4, false, 0)
                        .add(new GetDataResponse(data, Samples.juteStat(stat)))
                        .header(-1, false, error.code())
                        .add(new ErrorResponse(error.code()))
                        .header(8, false, 0)
                        .add(new GetChildrenResponse(names))
                        .end()
                        .bytes(),
                Replies.multi(List.of(
                        new MultiResult.Data(ByteRange.of(data), stat),
                        new MultiResult.Failed(error),
                        new MultiResult.Children(names))));
    }

    @Example
    void shouldWriteFailedMultiWithErrorsBeforeAndAfter() {
        Jute expected = new Jute();
        for (int error : new int[] {0, 0, -110, -2}) {
            expected.header(-1, false, error).add(new ErrorResponse(error));
        }

        assertEquals(expected.end().bytes(), Replies.multiFailure(4, 2, ErrorCode.NODE_EXISTS));
    }

    @Example
    void shouldWriteEmptyMultiAsTerminatorOnly() {
        assertEquals(new Jute().end().bytes(), Replies.multi(List.of()));
    }

    @Example
    void shouldShowWhoOneIsWithoutHashes() {
        assertEquals(
                Jute.bytesOf(new WhoAmIResponse(List.of(
                        new ClientInfo("ip", "127.0.0.1"),
                        new ClientInfo("digest", "u"),
                        new ClientInfo("super", "")))),
                Replies.whoAmI(List.of(
                        new Identity("ip", "127.0.0.1"),
                        new Identity("digest", "u:hash"),
                        new Identity("super", "anything"))));
    }

    @Property(tries = 100)
    void shouldWriteFrames(
            @ForAll int xid, @ForAll long zxid, @ForAll ErrorCode error, @ForAll byte[] body, @ForAll String path) {
        WireWriter out = new WireWriter(0);

        ReplyFrames.writeReply(out, xid, zxid, error, ByteRange.of(body));
        ReplyFrames.writeEvent(out, zxid, 4, path);

        Jute event = new Jute().add(new ReplyHeader(-1, zxid, 0)).add(new WatcherEvent(4, 3, path));
        WireWriter expected = new WireWriter(0);
        expected.writeInt(error == ErrorCode.OK ? 16 + body.length : 16)
                .writeBytes(Jute.bytesOf(new ReplyHeader(xid, zxid, error.code())));
        if (error == ErrorCode.OK) {
            expected.writeBytes(ByteRange.of(body));
        }
        expected.writeBuffer(event.bytes());
        assertEquals(expected.toRange(), out.toRange());
    }

    @Property(tries = 50)
    void shouldWriteConnectResponse(
            @ForAll int timeoutMs, @ForAll long session, @ForAll @Size(16) byte[] password, @ForAll boolean readOnly) {
        WireWriter out = new WireWriter(0);

        ConnectRecords.writeResponse(out, timeoutMs, session, ByteRange.of(password), readOnly);

        ByteRange expected = Jute.bytesOf(new ConnectResponse(0, timeoutMs, session, password, readOnly));
        assertEquals(37, expected.length());
        assertEquals(new WireWriter(0).writeBuffer(expected).toRange(), out.toRange());
    }

    @Property(tries = 50)
    void shouldReadConnectRequest(
            @ForAll int version,
            @ForAll long zxid,
            @ForAll int timeoutMs,
            @ForAll long session,
            @ForAll byte[] password,
            @ForAll boolean readOnly) {
        ByteRange frame = Jute.bytesOf(
                new org.apache.zookeeper.proto.ConnectRequest(version, zxid, timeoutMs, session, password, readOnly));
        ByteRange old = ByteRange.of(frame.array(), frame.offset(), frame.length() - 1);

        assertEquals(
                new ConnectRequest(version, zxid, timeoutMs, session, ByteRange.of(password), readOnly),
                ConnectRecords.readRequest(frame));
        assertEquals(
                new ConnectRequest(version, zxid, timeoutMs, session, ByteRange.of(password), null),
                ConnectRecords.readRequest(old));
    }
}
