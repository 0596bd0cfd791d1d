package io.cellkeeper.testkit.sim;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import java.util.ArrayList;
import java.util.List;

/** Cuts a stream of bytes into frames: a frame counts when its last byte is there. */
final class FrameSplitter {
    private WireWriter rest = new WireWriter(64);

    /** Takes bytes; returns the frames that are whole now, without their lengths. */
    List<ByteRange> take(ByteRange bytes) {
        rest.writeBytes(bytes);
        ByteRange all = rest.takeRange();
        WireReader in = new WireReader(all);
        List<ByteRange> frames = new ArrayList<>();
        int taken = 0;
        while (in.remaining() >= 4) {
            int length = in.readInt();
            if (in.remaining() < length) {
                break;
            }
            frames.add(in.readBytes(length));
            taken = in.position();
        }
        rest = new WireWriter(64);
        rest.writeBytes(ByteRange.of(all.array(), all.offset() + taken, all.length() - taken));
        return frames;
    }
}
