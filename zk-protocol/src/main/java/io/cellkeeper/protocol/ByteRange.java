package io.cellkeeper.protocol;

import java.util.Arrays;
import java.util.Objects;

/**
 * Bytes that nobody changes any more: a range of an array that may be shared. Two ranges are equal if their bytes are.
 */
public final class ByteRange {
    public static final ByteRange EMPTY = new ByteRange(new byte[0], 0, 0);

    private final byte[] array;
    private final int offset;
    private final int length;

    private ByteRange(byte[] array, int offset, int length) {
        this.array = array;
        this.offset = offset;
        this.length = length;
    }

    /** The whole of an array, which the caller gives away. */
    public static ByteRange of(byte[] array) {
        return array.length == 0 ? EMPTY : new ByteRange(array, 0, array.length);
    }

    /** A part of an array, which the caller no longer changes. */
    public static ByteRange of(byte[] array, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, array.length);
        return new ByteRange(array, offset, length);
    }

    /** The array behind this range: to read, never to write. */
    public byte[] array() {
        return array;
    }

    /** Where in {@link #array()} this range begins. */
    public int offset() {
        return offset;
    }

    /** The number of bytes. */
    public int length() {
        return length;
    }

    /** Whether there are no bytes. */
    public boolean isEmpty() {
        return length == 0;
    }

    /** A copy of the bytes, the caller's own. */
    public byte[] toArray() {
        return Arrays.copyOfRange(array, offset, offset + length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ByteRange that
                && Arrays.equals(array, offset, offset + length, that.array, that.offset, that.offset + that.length);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    @Override
    public String toString() {
        return length + " bytes";
    }
}
