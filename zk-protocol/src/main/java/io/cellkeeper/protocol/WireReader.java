package io.cellkeeper.protocol;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads jute's primitives from a range of an array, in place (section 1 of the rules). Every length is checked against
 * what is left of the range before anything is allocated; what does not fit is a {@link MalformedRecordException}.
 * Not thread-safe.
 */
public final class WireReader {
    private final byte[] array;
    private final int end;
    private int position;

    public WireReader(byte[] array, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, array.length);
        this.array = array;
        this.position = offset;
        this.end = offset + length;
    }

    public WireReader(ByteRange range) {
        this(range.array(), range.offset(), range.length());
    }

    /** Bytes left in the range. */
    public int remaining() {
        return end - position;
    }

    /** Where in the array the next byte is read. */
    public int position() {
        return position;
    }

    /** Reads one byte. */
    public byte readByte() {
        return array[advance(1)];
    }

    /** Reads a boolean: any byte but zero is true (rule 1.2). */
    public boolean readBoolean() {
        return readByte() != 0;
    }

    /** Reads 4 bytes, big-endian. */
    public int readInt() {
        int at = advance(4);
        return (array[at] & 0xff) << 24
                | (array[at + 1] & 0xff) << 16
                | (array[at + 2] & 0xff) << 8
                | (array[at + 3] & 0xff);
    }

    /** Reads 8 bytes, big-endian. */
    public long readLong() {
        return (long) readInt() << 32 | (readInt() & 0xffffffffL);
    }

    /** Reads a buffer in place, or null for the length −1 (rule 1.3). */
    public @Nullable ByteRange readBuffer() {
        int length = readLength();
        return length < 0 ? null : ByteRange.of(array, advance(length), length);
    }

    /** Reads a UTF-8 string, or null for the length −1. */
    public @Nullable String readNullableString() {
        int length = readLength();
        return length < 0 ? null : new String(array, advance(length), length, StandardCharsets.UTF_8);
    }

    /** Reads a UTF-8 string; null is malformed here. */
    public String readString() {
        String string = readNullableString();
        if (string == null) {
            throw new MalformedRecordException("null where a string is needed");
        }
        return string;
    }

    /** Reads exactly this many bytes, in place. */
    public ByteRange readBytes(int length) {
        if (length < 0) {
            throw new MalformedRecordException("length " + length);
        }
        return ByteRange.of(array, advance(length), length);
    }

    /** Reads past these bytes if they are what comes next; else reads nothing. */
    public boolean skipIfNext(byte[] bytes) {
        if (remaining() < bytes.length
                || !Arrays.equals(array, position, position + bytes.length, bytes, 0, bytes.length)) {
            return false;
        }
        position += bytes.length;
        return true;
    }

    /** Reads the count of a vector: −1 is null, other negative counts are malformed (rule 1.4). */
    public int readCount() {
        int count = readInt();
        if (count < -1) {
            throw new MalformedRecordException("vector of " + count);
        }
        return count;
    }

    /** Reads a vector of strings, or null for the count −1. Grows as elements are really there. */
    public @Nullable List<String> readStrings() {
        int count = readCount();
        if (count < 0) {
            return null;
        }
        // Each element takes 4 bytes at least: the count can't make us allocate beyond the frame.
        List<String> strings = new ArrayList<>(Math.min(count, remaining() / 4));
        for (int i = 0; i < count; i++) {
            strings.add(readString());
        }
        return strings;
    }

    private int readLength() {
        int length = readInt();
        if (length < -1) {
            throw new MalformedRecordException("length " + length);
        }
        return length;
    }

    private int advance(int bytes) {
        if (bytes > end - position) {
            throw new MalformedRecordException(bytes + " bytes needed, " + (end - position) + " left");
        }
        int at = position;
        position += bytes;
        return at;
    }
}
