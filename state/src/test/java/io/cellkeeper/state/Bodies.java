package io.cellkeeper.state;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.Acls;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.CreateMode;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.state.batch.SessionBody;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bytes that clients send after the header of a request. */
final class Bodies {
    /** One operation of a multi. */
    record Part(OpCode op, ByteRange body) {}

    private Bodies() {}

    static ByteRange create(String path) {
        return create(path, "", CreateMode.PERSISTENT);
    }

    static ByteRange create(String path, String data, CreateMode mode) {
        return create(path, bytes(data), Acls.OPEN_ALL, mode.flag());
    }

    static ByteRange create(String path, @Nullable ByteRange data, @Nullable List<AclEntry> acl, int flags) {
        return writeCreate(path, data, acl, flags).toRange();
    }

    static ByteRange createTtl(String path, int flags, long ttlMs) {
        return writeCreate(path, bytes("ttl"), Acls.OPEN_ALL, flags)
                .writeLong(ttlMs)
                .toRange();
    }

    static ByteRange createTtl(
            String path, @Nullable ByteRange data, @Nullable List<AclEntry> acl, int flags, long ttlMs) {
        return writeCreate(path, data, acl, flags).writeLong(ttlMs).toRange();
    }

    private static WireWriter writeCreate(
            String path, @Nullable ByteRange data, @Nullable List<AclEntry> acl, int flags) {
        WireWriter out = new WireWriter(64).writeString(path).writeBuffer(data);
        return writeAcl(out, acl).writeInt(flags);
    }

    static ByteRange delete(String path, int version) {
        return new WireWriter(64).writeString(path).writeInt(version).toRange();
    }

    static ByteRange setData(String path, @Nullable ByteRange data, int version) {
        return new WireWriter(64)
                .writeString(path)
                .writeBuffer(data)
                .writeInt(version)
                .toRange();
    }

    static ByteRange setData(String path, String data, int version) {
        return setData(path, bytes(data), version);
    }

    static ByteRange setAcl(String path, @Nullable List<AclEntry> acl, int version) {
        return writeAcl(new WireWriter(64).writeString(path), acl)
                .writeInt(version)
                .toRange();
    }

    static ByteRange check(String path, int version) {
        return delete(path, version);
    }

    static ByteRange multi(Part... parts) {
        return multi(List.of(parts));
    }

    static ByteRange multi(List<Part> parts) {
        WireWriter out = new WireWriter(256);
        for (Part part : parts) {
            out.writeInt(part.op().code()).writeBoolean(false).writeInt(-1).writeBytes(part.body());
        }
        return out.writeInt(-1).writeBoolean(true).writeInt(-1).toRange();
    }

    /** exists, getData, getChildren, getChildren2. */
    static ByteRange watchable(String path) {
        return new WireWriter(64).writeString(path).writeBoolean(false).toRange();
    }

    /** sync, getACL, getEphemerals, getAllChildrenNumber. */
    static ByteRange path(String path) {
        return new WireWriter(64).writeString(path).toRange();
    }

    static ByteRange setWatches(long since, List<List<String>> lists) {
        WireWriter out = new WireWriter(64).writeLong(since);
        for (List<String> list : lists) {
            out.writeStrings(list);
        }
        return out.toRange();
    }

    static ByteRange session(int timeoutMs, byte[] password, List<Identity> identities) {
        WireWriter out = new WireWriter(64);
        new SessionBody(timeoutMs, ByteRange.of(password), identities).write(out);
        return out.toRange();
    }

    static ByteRange identities(Identity... identities) {
        WireWriter out = new WireWriter(64);
        SessionBody.writeIdentities(out, List.of(identities));
        return out.toRange();
    }

    static ByteRange integer(int value) {
        return new WireWriter(4).writeInt(value).toRange();
    }

    static ByteRange bytes(String text) {
        return ByteRange.of(text.getBytes(StandardCharsets.UTF_8));
    }

    private static WireWriter writeAcl(WireWriter out, @Nullable List<AclEntry> acl) {
        return acl == null ? out.writeInt(-1) : out.writeAcl(acl);
    }
}
