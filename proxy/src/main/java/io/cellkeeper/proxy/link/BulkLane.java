package io.cellkeeper.proxy.link;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.WireWriter;
import java.util.ArrayDeque;
import java.util.function.LongConsumer;

/**
 * Bodies on their way in chunks, each in its turn: one of many megabytes doesn't hold up another. A body waits until the
 * head that announces it has left on the ordered lane.
 */
final class BulkLane {
    private static final int CHUNK_LENGTH = 16 << 10;
    /** The longest frame of this lane. */
    static final int MAX_FRAME = LaneFormat.CHUNK_HEADER + CHUNK_LENGTH;

    private static final class Body {
        final long number;
        final long session;
        final ByteRange bytes;
        /** How much of the ordered lane ends with its head. */
        final long headEnd;

        int sent;

        Body(long number, long session, ByteRange bytes, long headEnd) {
            this.number = number;
            this.session = session;
            this.bytes = bytes;
            this.headEnd = headEnd;
        }
    }

    private final ArrayDeque<Body> announced = new ArrayDeque<>();
    private final ArrayDeque<Body> underWay = new ArrayDeque<>();
    private final WireWriter header = new WireWriter(LaneFormat.CHUNK_HEADER);
    private long lastNumber;
    private int bytes;

    /** Whether a body of this length may be added: all that are under way are then within the bound. */
    boolean hasRoomFor(int length) {
        return length <= LaneFormat.MAX_BULK_BYTES - bytes;
    }

    /**
     * Adds a body.
     *
     * @param headEnd bytes of the ordered lane, of all that were ever added, up to the end of its head
     */
    void add(long session, ByteRange body, long headEnd) {
        bytes += body.length();
        announced.add(new Body(++lastNumber, session, body, headEnd));
    }

    /** The ordered lane has left up to here: bodies whose heads are in that may follow. */
    void headsHaveLeft(long upTo) {
        while (!announced.isEmpty() && hasHeadLeft(announced.peek(), upTo)) {
            underWay.add(announced.remove());
        }
    }

    /** Whether chunks could go now. */
    boolean isUnderWay() {
        return !underWay.isEmpty();
    }

    /**
     * Lets the next chunks go, one of each body in turn.
     *
     * @param room most bytes to write
     * @param sent hears the session of each body of which the last chunk has gone
     */
    void drain(LaneOut out, int room, LongConsumer sent) {
        int remaining = room;
        for (Body body = underWay.peek(); body != null; body = underWay.peek()) {
            int length = Math.min(CHUNK_LENGTH, body.bytes.length() - body.sent);
            if (LaneFormat.CHUNK_HEADER + length > remaining) {
                return;
            }
            underWay.remove();
            write(out, body, length);
            remaining -= LaneFormat.CHUNK_HEADER + length;
            if (body.sent < body.bytes.length()) {
                underWay.add(body);
            } else {
                bytes -= body.bytes.length();
                sent.accept(body.session);
            }
        }
    }

    /** †: a chunk never comes before the head that says what it belongs to. */
    private static boolean hasHeadLeft(Body body, long upTo) {
        return body.headEnd <= upTo;
    }

    private void write(LaneOut out, Body body, int length) {
        header.reset();
        header.writeInt(LaneFormat.CHUNK_HEADER - 4 + length)
                .writeByte(LaneFormat.CHUNK)
                .writeLong(body.number);
        out.write(header.array(), 0, header.length());
        out.write(body.bytes.array(), body.bytes.offset() + body.sent, length);
        body.sent += length;
    }
}
