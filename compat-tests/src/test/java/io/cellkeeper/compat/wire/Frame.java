package io.cellkeeper.compat.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.jute.BinaryInputArchive;
import org.apache.jute.Record;
import org.apache.zookeeper.proto.ReplyHeader;
import org.apache.zookeeper.proto.WatcherEvent;

/**
 * A frame from the server after the handshake: a reply or a watch event.
 *
 * @param xid the request's xid, −1 for an event
 * @param zxid the header's zxid
 * @param err the error code, 0 if none
 * @param body what follows the header, not checked
 */
@SuppressWarnings("ArrayRecordComponent") // compared nowhere
public record Frame(int xid, long zxid, int err, byte[] body) {
    private static final int EVENT_XID = -1;

    static Frame parse(byte[] bytes) {
        ReplyHeader header = decode(bytes, 0, new ReplyHeader());
        byte[] body = java.util.Arrays.copyOfRange(bytes, 16, bytes.length);
        return new Frame(header.getXid(), header.getZxid(), header.getErr(), body);
    }

    /** Fails if this reply tells of an error. */
    public static void ok(Frame reply) {
        assertEquals(0, reply.err(), reply::toString);
    }

    /** Whether this is a watch event. */
    public boolean isEvent() {
        return xid == EVENT_XID;
    }

    /** The event that this frame carries. */
    public WatcherEvent event() {
        return as(new WatcherEvent());
    }

    /** Decodes the body into the record and returns it. */
    public <R extends Record> R as(R record) {
        return decode(body, 0, record);
    }

    private static BinaryInputArchive archive(byte[] bytes, int offset) {
        return new BinaryInputArchive(
                new DataInputStream(new ByteArrayInputStream(bytes, offset, bytes.length - offset)));
    }

    static <R extends Record> R decode(byte[] bytes, int offset, R record) {
        try {
            record.deserialize(archive(bytes, offset), "record");
            return record;
        } catch (IOException e) {
            throw new UncheckedIOException("not a " + record.getClass().getSimpleName(), e);
        }
    }

    @Override
    public String toString() {
        return "xid=" + xid + " zxid=0x" + Long.toHexString(zxid) + " err=" + err + " body=" + body.length + "B"
                + (isEvent() ? " " + event().toString().trim() : "");
    }
}
