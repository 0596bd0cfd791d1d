package io.cellkeeper.testkit.sim;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.CreateMode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import java.util.List;

/** The frames that a client sends, without their lengths, and what it reads of answers. */
final class ClientWire {
    static final int PING_XID = -2;
    static final int SET_WATCHES_XID = -8;
    private static final int ALL_PERMISSIONS = 31;
    private static final int PERSISTENT = 0;

    private ClientWire() {}

    static ByteRange connect(long lastZxid, int timeoutMs, long session, ByteRange password) {
        return new WireWriter(64)
                .writeInt(0)
                .writeLong(lastZxid)
                .writeInt(timeoutMs)
                .writeLong(session)
                .writeBuffer(password)
                .writeBoolean(false)
                .toRange();
    }

    static ByteRange bare(int xid, OpCode op) {
        return request(xid, op).toRange();
    }

    static ByteRange create(int xid, String path, int value, CreateMode mode) {
        return writeCreate(request(xid, OpCode.CREATE), path, value, mode).toRange();
    }

    static ByteRange delete(int xid, String path, int version) {
        return request(xid, OpCode.DELETE).writeString(path).writeInt(version).toRange();
    }

    static ByteRange setData(int xid, String path, int value, int version) {
        return writeSet(request(xid, OpCode.SET_DATA), path, value, version).toRange();
    }

    /** A multi of two writes of data. */
    static ByteRange setBoth(int xid, String first, String second, int value) {
        WireWriter out = request(xid, OpCode.MULTI);
        for (String path : List.of(first, second)) {
            out.writeInt(OpCode.SET_DATA.code()).writeBoolean(false).writeInt(-1);
            writeSet(out, path, value, -1);
        }
        return out.writeInt(-1).writeBoolean(true).writeInt(-1).toRange();
    }

    /** A read with a flag for its watch. */
    static ByteRange read(int xid, OpCode op, String path, boolean watch) {
        return request(xid, op).writeString(path).writeBoolean(watch).toRange();
    }

    static ByteRange sync(int xid, String path) {
        return request(xid, OpCode.SYNC).writeString(path).toRange();
    }

    /** A persistent watch, of the node and its list of children. */
    static ByteRange addWatch(int xid, String path) {
        return request(xid, OpCode.ADD_WATCH)
                .writeString(path)
                .writeInt(PERSISTENT)
                .toRange();
    }

    static ByteRange setWatches(
            long relativeZxid, List<String> data, List<String> exist, List<String> child, List<String> persistent) {
        return request(SET_WATCHES_XID, OpCode.SET_WATCHES2)
                .writeLong(relativeZxid)
                .writeStrings(data)
                .writeStrings(exist)
                .writeStrings(child)
                .writeStrings(persistent)
                .writeStrings(List.of())
                .toRange();
    }

    /** The value that data stands for, −1 for none. */
    static int value(WireReader in) {
        ByteRange data = in.readBuffer();
        return data == null || data.length() != 4 ? -1 : new WireReader(data).readInt();
    }

    /** What of a node's stat is checked. */
    record SeenStat(long czxid, long mzxid, int version, long pzxid) {
        static SeenStat read(WireReader in) {
            long czxid = in.readLong();
            long mzxid = in.readLong();
            in.readLong();
            in.readLong();
            int version = in.readInt();
            in.readInt();
            in.readInt();
            in.readLong();
            in.readInt();
            in.readInt();
            return new SeenStat(czxid, mzxid, version, in.readLong());
        }
    }

    private static WireWriter writeCreate(WireWriter out, String path, int value, CreateMode mode) {
        return writeValue(out.writeString(path), value)
                .writeInt(1)
                .writeInt(ALL_PERMISSIONS)
                .writeString("world")
                .writeString("anyone")
                .writeInt(mode.flag());
    }

    private static WireWriter writeSet(WireWriter out, String path, int value, int version) {
        return writeValue(out.writeString(path), value).writeInt(version);
    }

    private static WireWriter writeValue(WireWriter out, int value) {
        return out.writeInt(4).writeInt(value);
    }

    private static WireWriter request(int xid, OpCode op) {
        return new WireWriter(64).writeInt(xid).writeInt(op.code());
    }
}
