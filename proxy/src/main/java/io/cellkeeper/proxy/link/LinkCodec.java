package io.cellkeeper.proxy.link;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;

/**
 * The link's messages as bytes: {@code u32 length, u8 type}, then the fields (decision 27; docs/protocol.md). The length
 * counts what follows it. Stateless.
 */
public final class LinkCodec {
    /** The version of the protocol, for {@link LinkMessage.Hello#version}. */
    public static final int VERSION = 1;

    /** A frame above this many bytes, its length not counted, closes the link: what is longer travels otherwise. */
    public static final int MAX_FRAME_LENGTH = 32 << 10;

    private LinkCodec() {}

    /** Appends a message as a whole frame, its length included. */
    public static void write(WireWriter out, LinkMessage message) {
        int at = out.length();
        out.writeInt(0);
        if (message instanceof LinkMessage.ToLeader toLeader) {
            ToLeaderCodec.write(out, toLeader);
        } else if (message instanceof LinkMessage.ToProxy toProxy) {
            ToProxyCodec.write(out, toProxy);
        } else {
            throw new AssertionError(message);
        }
        out.setInt(at, out.length() - at - 4);
    }

    /**
     * Reads a frame sent by a proxy.
     *
     * @param frame what follows the length; ranges in the message share its array
     * @throws MalformedRecordException if these bytes are no such message; the link is then closed
     */
    public static LinkMessage.ToLeader readToLeader(ByteRange frame) {
        WireReader in = new WireReader(frame);
        return ended(in, ToLeaderCodec.read(in));
    }

    /**
     * Reads a frame sent by a leader.
     *
     * @param frame what follows the length; ranges in the message share its array
     * @throws MalformedRecordException if these bytes are no such message; the link is then closed
     */
    public static LinkMessage.ToProxy readToProxy(ByteRange frame) {
        WireReader in = new WireReader(frame);
        return ended(in, ToProxyCodec.read(in));
    }

    /** Both ends have the same version (it is in the hello), so bytes left over are a fault, not a newer field. */
    private static <T extends LinkMessage> T ended(WireReader in, T message) {
        if (in.remaining() != 0) {
            throw new MalformedRecordException(in.remaining() + " bytes after the message");
        }
        return message;
    }

    /** Reads a buffer that is never null on the link. */
    static ByteRange readBytes(WireReader in) {
        return in.readBytes(in.readInt());
    }
}
