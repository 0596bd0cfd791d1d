package io.cellkeeper.testkit.sim;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.link.LinkCodec;
import io.cellkeeper.proxy.link.LinkMessage;
import java.util.ArrayList;
import java.util.List;

/** A number of messages as they cross a link. */
final class LinkFrames {
    private LinkFrames() {}

    /** Objects within a process, else bytes. */
    static Object of(List<LinkMessage> messages, boolean local) {
        if (local) {
            return messages;
        }
        WireWriter out = new WireWriter(256);
        for (LinkMessage message : messages) {
            LinkCodec.write(out, message);
        }
        return out.takeRange();
    }

    static List<LinkMessage> toLeader(Object packet) {
        return read(packet, true);
    }

    static List<LinkMessage> toProxy(Object packet) {
        return read(packet, false);
    }

    @SuppressWarnings("unchecked")
    private static List<LinkMessage> read(Object packet, boolean toLeader) {
        if (packet instanceof List<?> messages) {
            return (List<LinkMessage>) messages;
        }
        WireReader in = new WireReader((ByteRange) packet);
        List<LinkMessage> messages = new ArrayList<>();
        while (in.remaining() > 0) {
            ByteRange frame = in.readBytes(in.readInt());
            messages.add(toLeader ? LinkCodec.readToLeader(frame) : LinkCodec.readToProxy(frame));
        }
        return messages;
    }
}
