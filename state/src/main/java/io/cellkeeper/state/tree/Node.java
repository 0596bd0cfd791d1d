package io.cellkeeper.state.tree;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.Stat;
import io.cellkeeper.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * A znode; of this very class if it has no owner and never had a child. It knows its name but not its place, so that a
 * node under a wide parent costs one object of 64 bytes and one array. Changed by {@link Tree} only.
 */
public class Node {
    long czxid;
    long mzxid;
    long ctimeMs;
    long mtimeMs;
    int version;
    int aversion;
    int acl;
    private int nameLength;
    private byte[] bytes;

    // The sign bit of nameLength says that the data is null and not merely empty (rule 1.3).
    private static final int NULL_DATA = Integer.MIN_VALUE;

    private static final byte[] UNNAMED = new byte[0];

    Node() {
        bytes = UNNAMED;
    }

    /** Becomes what another node was, but for its children and owner. */
    Node(Node other) {
        czxid = other.czxid;
        mzxid = other.mzxid;
        ctimeMs = other.ctimeMs;
        mtimeMs = other.mtimeMs;
        version = other.version;
        aversion = other.aversion;
        acl = other.acl;
        nameLength = other.nameLength;
        bytes = other.bytes;
    }

    public final long czxid() {
        return czxid;
    }

    public final long mzxid() {
        return mzxid;
    }

    public final int version() {
        return version;
    }

    public final int aversion() {
        return aversion;
    }

    /** The id of its ACL in the {@link AclTable}. */
    public final int acl() {
        return acl;
    }

    /** The zxid of the last creation or deletion of a child, at first its own. */
    public long pzxid() {
        return czxid;
    }

    /** How many children it has. */
    public int numChildren() {
        return 0;
    }

    /** How many children it ever had, in 64 bits: the number of the next sequential child (rules 8.1.10, 8.1.12). */
    public long creations() {
        return 0;
    }

    /** How many nodes are below it. */
    public int descendants() {
        return 0;
    }

    /** Bytes of data of all nodes below it. */
    public long dataBelow() {
        return 0;
    }

    /** The nodes of its subtree, itself included (rule 13.3). */
    public final long subtreeCount() {
        return 1L + descendants();
    }

    /** The bytes of data in its subtree, its own included (rule 13.3). */
    public final long subtreeBytes() {
        return dataLength() + dataBelow();
    }

    /** The session whose ephemeral it is, or 0 (rule 5.7). */
    public long ephemeralOwner() {
        return 0;
    }

    /** A hash of what else there is to it: how it goes when nobody needs it. */
    long removalHash() {
        return 0;
    }

    /** Bytes of data; null counts as none (rule 5.8). */
    public final int dataLength() {
        return bytes.length - nameLength();
    }

    /** The data in place: to read, never to change. */
    public final @Nullable ByteRange data() {
        return isDataNull() ? null : ByteRange.of(bytes, nameLength(), dataLength());
    }

    /** Writes the data as a buffer. */
    public final void writeData(WireWriter out) {
        if (isDataNull()) {
            out.writeInt(-1);
        } else {
            out.writeInt(dataLength()).writeBytes(bytes, nameLength(), dataLength());
        }
    }

    /** Writes the name as a string. */
    public final void writeName(WireWriter out) {
        out.writeInt(nameLength()).writeBytes(bytes, 0, nameLength());
    }

    /** What clients see beside the data; cversion is made as in rule 5.4. */
    public final Stat stat() {
        int cversion = (int) (2 * creations() - numChildren());
        return new Stat(
                czxid,
                mzxid,
                ctimeMs,
                mtimeMs,
                version,
                cversion,
                aversion,
                ephemeralOwner(),
                dataLength(),
                numChildren(),
                pzxid());
    }

    final int nameLength() {
        return nameLength & ~NULL_DATA;
    }

    final boolean isDataNull() {
        return (nameLength & NULL_DATA) != 0;
    }

    /** The name, then the data. */
    final byte[] bytes() {
        return bytes;
    }

    final void setNameAndData(byte[] source, int nameStart, int nameEnd, @Nullable ByteRange data) {
        int names = nameEnd - nameStart;
        int length = data == null ? 0 : data.length();
        byte[] joined = new byte[Math.addExact(names, length)];
        System.arraycopy(source, nameStart, joined, 0, names);
        if (data != null) {
            System.arraycopy(data.array(), data.offset(), joined, names, length);
        }
        bytes = joined;
        nameLength = data == null ? names | NULL_DATA : names;
    }

    final void setData(@Nullable ByteRange data) {
        setNameAndData(bytes, 0, nameLength(), data);
    }
}
