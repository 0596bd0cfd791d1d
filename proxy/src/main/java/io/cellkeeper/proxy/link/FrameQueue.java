package io.cellkeeper.proxy.link;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.WireWriter;

/**
 * Encoded messages that leave in the order in which they came: as whole frames, or, what is longer than a frame may be, in
 * parts that follow each other. Invariant: {@code taken} is at the beginning of a frame, or, with {@code taken < longEnd},
 * within a long one.
 */
final class FrameQueue {
    private static final int LENGTH_FIELD = 4;
    private static final int INITIAL_CAPACITY = 4096;
    /** A shorter part than this is not worth its header, unless it is the last. */
    private static final int MIN_PART = 1024;
    /** Room that is kept when everything has left. */
    private static final int KEPT_CAPACITY = 1 << 20;

    private final WireWriter partHeader = new WireWriter(LaneFormat.PART_HEADER);
    private WireWriter frames = new WireWriter(INITIAL_CAPACITY);
    private int taken;
    /** The end of the long message whose parts are leaving; 0 if there is none. */
    private int longEnd;

    private long left;

    void add(LinkMessage message) {
        makeRoom();
        LinkCodec.write(frames, message);
    }

    /** Adds a message whose body of this length travels apart. */
    void addHead(LinkMessage message, int bodyLength) {
        makeRoom();
        LaneFormat.writeHead(frames, message, bodyLength);
    }

    /** Bytes that have not left; parts have a few more. */
    int length() {
        return frames.length() - taken;
    }

    /** Bytes that have ever been added. */
    long added() {
        return left + length();
    }

    /** Bytes, of those that have ever been added, that have left. */
    long left() {
        return left;
    }

    /**
     * Lets the next frames go.
     *
     * @param room most bytes to write
     * @return bytes written; 0 if the next frame doesn't fit
     */
    int drain(LaneOut out, int room) {
        int remaining = room;
        int written = -1;
        while (length() > 0 && written != 0) {
            written = longEnd > 0 ? writePart(out, remaining) : writeWhole(out, remaining);
            remaining -= written;
        }
        if (length() == 0) {
            forgetAll();
        }
        return room - remaining;
    }

    /** Writes as many whole frames as fit, up to a long one; if that is the next, its first part. */
    private int writeWhole(LaneOut out, int room) {
        int end = taken;
        while (end < frames.length()) {
            int next = LENGTH_FIELD + lengthAt(end);
            if (next > LENGTH_FIELD + LinkCodec.MAX_FRAME_LENGTH) {
                if (end == taken) {
                    longEnd = taken + next;
                    return writePart(out, room);
                }
                break;
            }
            if (end + next - taken > room) {
                break;
            }
            end += next;
        }
        return write(out, end - taken);
    }

    private int writePart(LaneOut out, int room) {
        int most = Math.min(room - LaneFormat.PART_HEADER, LinkCodec.MAX_FRAME_LENGTH - 1);
        int length = Math.min(most, longEnd - taken);
        if (length < Math.min(MIN_PART, longEnd - taken)) {
            return 0;
        }
        partHeader.reset();
        partHeader.writeInt(1 + length).writeByte(LaneFormat.PART);
        out.write(partHeader.array(), 0, partHeader.length());
        write(out, length);
        if (taken == longEnd) {
            longEnd = 0;
        }
        return LaneFormat.PART_HEADER + length;
    }

    private int write(LaneOut out, int length) {
        if (length > 0) {
            out.write(frames.array(), taken, length);
            taken += length;
            left += length;
        }
        return length;
    }

    private int lengthAt(int at) {
        byte[] array = frames.array();
        return (array[at] & 0xff) << 24
                | (array[at + 1] & 0xff) << 16
                | (array[at + 2] & 0xff) << 8
                | (array[at + 3] & 0xff);
    }

    private void forgetAll() {
        taken = 0;
        if (frames.array().length > KEPT_CAPACITY) {
            frames = new WireWriter(INITIAL_CAPACITY);
        } else {
            frames.reset();
        }
    }

    /** Moves what has not left to the front, once that is less than what has: so each byte is moved about once. */
    private void makeRoom() {
        if (taken > INITIAL_CAPACITY && taken >= length()) {
            WireWriter moved = new WireWriter(Math.max(INITIAL_CAPACITY, 2 * length()));
            moved.writeBytes(ByteRange.of(frames.array(), taken, length()));
            longEnd = longEnd == 0 ? 0 : longEnd - taken;
            frames = moved;
            taken = 0;
        }
    }
}
