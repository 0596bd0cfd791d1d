package io.cellkeeper.protocol;

import java.io.IOException;
import org.apache.jute.Index;
import org.apache.jute.InputArchive;
import org.apache.jute.Record;
import org.jspecify.annotations.Nullable;

/**
 * Lets jute's generated records read from a range of bytes, with every length checked against what is left of it before
 * anything is allocated (rules 1.4, 1.5). Vectors grow as their elements are really there. What does not fit is a
 * {@link MalformedRecordException}; no other exception comes out.
 */
@SuppressWarnings("NullAway") // jute's interface isn't annotated: null strings, buffers and vectors are values to it.
final class RangeInputArchive implements InputArchive {
    private final WireReader in;

    private RangeInputArchive(WireReader in) {
        this.in = in;
    }

    /** Reads a record; bytes after it are left unread (rule 1.6). */
    static <T extends Record> T read(T record, ByteRange body) {
        try {
            record.deserialize(new RangeInputArchive(new WireReader(body)), "");
        } catch (IOException e) {
            throw new AssertionError("reading from memory", e);
        }
        return record;
    }

    @Override
    public byte readByte(String tag) {
        return in.readByte();
    }

    @Override
    public boolean readBool(String tag) {
        return in.readBoolean();
    }

    @Override
    public int readInt(String tag) {
        return in.readInt();
    }

    @Override
    public long readLong(String tag) {
        return in.readLong();
    }

    @Override
    public float readFloat(String tag) {
        return Float.intBitsToFloat(in.readInt());
    }

    @Override
    public double readDouble(String tag) {
        return Double.longBitsToDouble(in.readLong());
    }

    @Override
    public @Nullable String readString(String tag) {
        return in.readNullableString();
    }

    @Override
    public byte @Nullable [] readBuffer(String tag) {
        ByteRange buffer = in.readBuffer();
        return buffer == null ? null : buffer.toArray();
    }

    @Override
    public void readRecord(Record record, String tag) throws IOException {
        record.deserialize(this, tag);
    }

    @Override
    public void startRecord(String tag) {}

    @Override
    public void endRecord(String tag) {}

    @Override
    public @Nullable Index startVector(String tag) {
        int count = in.readCount();
        return count < 0 ? null : new CountedIndex(count);
    }

    @Override
    public void endVector(String tag) {}

    @Override
    public Index startMap(String tag) {
        throw new AssertionError("no record of the protocol has a map");
    }

    @Override
    public void endMap(String tag) {}

    private static final class CountedIndex implements Index {
        private int left;

        CountedIndex(int count) {
            left = count;
        }

        @Override
        public boolean done() {
            return left == 0;
        }

        @Override
        public void incr() {
            left--;
        }
    }
}
