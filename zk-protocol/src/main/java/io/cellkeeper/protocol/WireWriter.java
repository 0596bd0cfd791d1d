package io.cellkeeper.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes jute's primitives into an array that grows. Not thread-safe. */
public final class WireWriter {
    private static final byte[] NO_ROOM = new byte[0];

    private byte[] array;
    private int length;

    public WireWriter(int capacity) {
        array = new byte[Math.max(16, capacity)];
    }

    /** Bytes written so far. */
    public int length() {
        return length;
    }

    /** Forgets what was written and keeps the room. */
    public void reset() {
        length = 0;
    }

    public WireWriter writeByte(int value) {
        int at = reserve(1);
        array[at] = (byte) value;
        return this;
    }

    public WireWriter writeBoolean(boolean value) {
        return writeByte(value ? 1 : 0);
    }

    public WireWriter writeInt(int value) {
        putInt(reserve(4), value);
        return this;
    }

    public WireWriter writeLong(long value) {
        int at = reserve(8);
        putInt(at, (int) (value >>> 32));
        putInt(at + 4, (int) value);
        return this;
    }

    /** Writes bytes without their length. */
    public WireWriter writeBytes(byte[] bytes, int offset, int count) {
        int at = reserve(count);
        System.arraycopy(bytes, offset, array, at, count);
        return this;
    }

    /** Writes bytes without their length. */
    public WireWriter writeBytes(ByteRange bytes) {
        return writeBytes(bytes.array(), bytes.offset(), bytes.length());
    }

    /** Writes a buffer with its length; null is the length −1 (rule 1.3). */
    public WireWriter writeBuffer(@Nullable ByteRange bytes) {
        if (bytes == null) {
            return writeInt(-1);
        }
        return writeInt(bytes.length()).writeBytes(bytes);
    }

    /** Writes a UTF-8 string with its length; null is the length −1. */
    public WireWriter writeString(@Nullable String string) {
        if (string == null) {
            return writeInt(-1);
        }
        int start = length;
        int chars = string.length();
        writeInt(chars);
        int at = reserve(chars);
        for (int i = 0; i < chars; i++) {
            char c = string.charAt(i);
            if (c >= 0x80) {
                length = start;
                return writeEncoded(string);
            }
            array[at + i] = (byte) c;
        }
        return this;
    }

    /** Writes a vector of strings. */
    public WireWriter writeStrings(Collection<String> strings) {
        writeInt(strings.size());
        for (String string : strings) {
            writeString(string);
        }
        return this;
    }

    /** Writes the 68 bytes of a Stat (rule 5.3). */
    public WireWriter writeStat(Stat stat) {
        return writeLong(stat.czxid())
                .writeLong(stat.mzxid())
                .writeLong(stat.ctime())
                .writeLong(stat.mtime())
                .writeInt(stat.version())
                .writeInt(stat.cversion())
                .writeInt(stat.aversion())
                .writeLong(stat.ephemeralOwner())
                .writeInt(stat.dataLength())
                .writeInt(stat.numChildren())
                .writeLong(stat.pzxid());
    }

    /** Writes an ACL as a vector of (perms, scheme, id). */
    public WireWriter writeAcl(List<AclEntry> acl) {
        writeInt(acl.size());
        for (AclEntry entry : acl) {
            writeInt(entry.perms());
            writeString(entry.identity().scheme());
            writeString(entry.identity().id());
        }
        return this;
    }

    /** Overwrites 4 bytes written before, such as a length that is known only at the end. */
    public void setInt(int at, int value) {
        if (at < 0 || at + 4 > length) {
            throw new IndexOutOfBoundsException("int at " + at + " of " + length);
        }
        putInt(at, value);
    }

    /** A copy of what was written. */
    public byte[] toArray() {
        return Arrays.copyOf(array, length);
    }

    /** A copy of what was written. */
    public ByteRange toRange() {
        return ByteRange.of(toArray());
    }

    /**
     * What was written, not copied: the writer gives its array away and starts anew without room. For writers made with
     * the capacity they needed; what is left over stays allocated as long as the range.
     */
    public ByteRange takeRange() {
        ByteRange range = length == array.length ? ByteRange.of(array) : ByteRange.of(array, 0, length);
        array = NO_ROOM;
        length = 0;
        return range;
    }

    /** The array written into: valid up to {@link #length()}, until the next write. */
    public byte[] array() {
        return array;
    }

    private WireWriter writeEncoded(String string) {
        byte[] bytes = string.getBytes(StandardCharsets.UTF_8);
        return writeInt(bytes.length).writeBytes(bytes, 0, bytes.length);
    }

    private void putInt(int at, int value) {
        array[at] = (byte) (value >>> 24);
        array[at + 1] = (byte) (value >>> 16);
        array[at + 2] = (byte) (value >>> 8);
        array[at + 3] = (byte) value;
    }

    private int reserve(int bytes) {
        int at = length;
        if (bytes > array.length - at) {
            array = Arrays.copyOf(array, Math.max(Math.addExact(at, bytes), (int)
                    Math.min(Integer.MAX_VALUE - 8L, array.length * 2L)));
        }
        length = at + bytes;
        return at;
    }
}
