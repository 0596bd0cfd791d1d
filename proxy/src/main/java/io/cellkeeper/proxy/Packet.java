package io.cellkeeper.proxy;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.ReplyFrames;
import io.cellkeeper.protocol.WireWriter;

/**
 * A whole frame for a client. The record of a reply stays where the leader's message has it.
 *
 * @param head the frame's length and what precedes the body
 * @param body the rest
 */
record Packet(ByteRange head, ByteRange body) {
    private static final int LENGTH_LENGTH = 4;

    /** A reply; if {@code error} is not OK, the body is left out (rule 1.10). */
    static Packet reply(int xid, long zxid, ErrorCode error, ByteRange body) {
        WireWriter out = new WireWriter(LENGTH_LENGTH + ReplyFrames.HEADER_LENGTH);
        ReplyFrames.writeHeader(out, xid, zxid, error);
        ByteRange record = error == ErrorCode.OK ? body : ByteRange.EMPTY;
        out.setInt(0, ReplyFrames.HEADER_LENGTH + record.length());
        return new Packet(out.takeRange(), record);
    }

    /** A watch event, the same for every connection that gets it. */
    static Packet event(long zxid, int type, String path) {
        WireWriter out = new WireWriter(36 + path.length());
        ReplyFrames.writeEvent(out, zxid, type, path);
        return new Packet(out.takeRange(), ByteRange.EMPTY);
    }

    int length() {
        return head.length() + body.length();
    }
}
