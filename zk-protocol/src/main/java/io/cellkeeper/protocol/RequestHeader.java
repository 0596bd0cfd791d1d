package io.cellkeeper.protocol;

/**
 * What precedes every request but the first of a connection (rule 7.1).
 *
 * @param xid the client's own number, echoed and never interpreted (rule 7.4)
 * @param type the operation, see {@link OpCode#of}
 */
public record RequestHeader(int xid, int type) {
    /** Bytes on the wire. */
    public static final int LENGTH = 8;

    /**
     * The header of a request's frame.
     *
     * @throws MalformedRecordException if the frame is too short for one: that connection is closed (rule 1.9)
     */
    public static RequestHeader of(ByteRange frame) {
        WireReader in = new WireReader(frame);
        return new RequestHeader(in.readInt(), in.readInt());
    }

    /** What follows the header in a frame that has one. */
    public static ByteRange bodyOf(ByteRange frame) {
        return ByteRange.of(frame.array(), frame.offset() + LENGTH, frame.length() - LENGTH);
    }
}
