package io.cellkeeper.proxy;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.ReplyFrames;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.link.ArrivingBody;
import org.jspecify.annotations.Nullable;

/**
 * A whole frame for a client. The record of a reply stays where the leader's message has it.
 *
 * @param head the frame's length and what precedes the body
 * @param body the rest
 * @param arriving the body while it is on its way: nothing of the packet is sent before it is complete; null if it was here
 *     at once
 */
record Packet(ByteRange head, ByteRange body, @Nullable ArrivingBody arriving) {
    /** Bytes of a frame before what its length counts. */
    static final int LENGTH_LENGTH = 4;

    /** One whose body is here. */
    Packet(ByteRange head, ByteRange body) {
        this(head, body, null);
    }

    /** A reply; if {@code error} is not OK, the body is left out (rule 1.10). */
    static Packet reply(int xid, long zxid, ErrorCode error, ByteRange body, @Nullable ArrivingBody arriving) {
        WireWriter out = new WireWriter(LENGTH_LENGTH + ReplyFrames.HEADER_LENGTH);
        ReplyFrames.writeHeader(out, xid, zxid, error);
        boolean hasBody = error == ErrorCode.OK;
        ByteRange record = hasBody ? body : ByteRange.EMPTY;
        out.setInt(0, ReplyFrames.HEADER_LENGTH + record.length());
        return new Packet(out.takeRange(), record, hasBody ? arriving : null);
    }

    /** A watch event, the same for every connection that gets it. */
    static Packet event(long zxid, int type, String path) {
        WireWriter out = new WireWriter(36 + path.length());
        ReplyFrames.writeEvent(out, zxid, type, path);
        return new Packet(out.takeRange(), ByteRange.EMPTY);
    }

    /** Whether the body is still on its way. */
    boolean isArriving() {
        return arriving != null && !arriving.isComplete();
    }

    int length() {
        return head.length() + body.length();
    }
}
