package io.cellkeeper.proxy;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.WireWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Frames that clients send, without their length. */
final class Requests {
    static final ByteRange PASSWORD = ByteRange.of(new byte[16]);

    private Requests() {}

    static ByteRange connect(int timeoutMs, long sessionId, @Nullable Boolean readOnly) {
        WireWriter out =
                new WireWriter(64).writeInt(0).writeLong(0).writeInt(timeoutMs).writeLong(sessionId);
        out.writeBuffer(PASSWORD);
        if (readOnly != null) {
            out.writeBoolean(readOnly);
        }
        return out.toRange();
    }

    static ByteRange header(int xid, int type) {
        return new WireWriter(8).writeInt(xid).writeInt(type).toRange();
    }

    static ByteRange ping() {
        return header(-2, 11);
    }

    static ByteRange closeSession(int xid) {
        return header(xid, -11);
    }

    static ByteRange create(int xid, String path) {
        return request(xid, 1)
                .writeString(path)
                .writeBuffer(ByteRange.EMPTY)
                .writeInt(1)
                .writeInt(31)
                .writeString("world")
                .writeString("anyone")
                .writeInt(0)
                .toRange();
    }

    static ByteRange delete(int xid, String path) {
        return request(xid, 2).writeString(path).writeInt(-1).toRange();
    }

    static ByteRange setData(int xid, String path, byte[] data) {
        return request(xid, 5)
                .writeString(path)
                .writeBuffer(ByteRange.of(data))
                .writeInt(-1)
                .toRange();
    }

    static ByteRange exists(int xid, String path, boolean watch) {
        return request(xid, 3).writeString(path).writeBoolean(watch).toRange();
    }

    static ByteRange getData(int xid, String path, boolean watch) {
        return request(xid, 4).writeString(path).writeBoolean(watch).toRange();
    }

    static ByteRange getChildren(int xid, String path, boolean watch) {
        return request(xid, 8).writeString(path).writeBoolean(watch).toRange();
    }

    static ByteRange sync(int xid, String path) {
        return request(xid, 9).writeString(path).toRange();
    }

    static ByteRange addWatch(int xid, String path, int mode) {
        return request(xid, 106).writeString(path).writeInt(mode).toRange();
    }

    static ByteRange checkWatches(int xid, String path, int type) {
        return request(xid, 17).writeString(path).writeInt(type).toRange();
    }

    static ByteRange removeWatches(int xid, String path, int type) {
        return request(xid, 18).writeString(path).writeInt(type).toRange();
    }

    static ByteRange whoAmI(int xid) {
        return header(xid, 107);
    }

    static ByteRange sasl(int xid) {
        return request(xid, 102).writeBuffer(ByteRange.EMPTY).toRange();
    }

    static ByteRange auth(int xid, String scheme, String auth) {
        return request(xid, 100)
                .writeInt(0)
                .writeString(scheme)
                .writeBuffer(ByteRange.of(auth.getBytes(StandardCharsets.UTF_8)))
                .toRange();
    }

    static ByteRange setWatches2(
            int xid,
            List<String> data,
            List<String> exist,
            List<String> child,
            List<String> persistent,
            List<String> recursive) {
        return request(xid, 105)
                .writeLong(7)
                .writeStrings(data)
                .writeStrings(exist)
                .writeStrings(child)
                .writeStrings(persistent)
                .writeStrings(recursive)
                .toRange();
    }

    private static WireWriter request(int xid, int type) {
        return new WireWriter(64).writeInt(xid).writeInt(type);
    }
}
