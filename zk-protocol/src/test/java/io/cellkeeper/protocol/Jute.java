package io.cellkeeper.protocol;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.jute.BinaryInputArchive;
import org.apache.jute.BinaryOutputArchive;
import org.apache.jute.Record;
import org.apache.zookeeper.proto.MultiHeader;

/** Records as ZooKeeper's own code writes and reads them: the oracle. */
final class Jute {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final BinaryOutputArchive archive = BinaryOutputArchive.getArchive(bytes);

    static ByteRange bytesOf(Record record) {
        return new Jute().add(record).bytes();
    }

    /** Reads a record that must take all the bytes. */
    static <T extends Record> T read(T record, ByteRange from) {
        ByteArrayInputStream in = new ByteArrayInputStream(from.toArray());
        try {
            record.deserialize(BinaryInputArchive.getArchive(in), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (in.available() > 0) {
            throw new IllegalArgumentException(in.available() + " bytes more than the record");
        }
        return record;
    }

    Jute add(Record record) {
        try {
            record.serialize(archive, "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Adds the header of an operation of a multi. */
    Jute header(int type, boolean done, int error) {
        return add(new MultiHeader(type, done, error));
    }

    Jute end() {
        return header(-1, true, -1);
    }

    ByteRange bytes() {
        return ByteRange.of(bytes.toByteArray());
    }
}
