package io.cellkeeper.proxy.link;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A socket between two ends of a link: what one end gives is cut into frames, and read by the other. Writes down what is
 * handed over, and when the bodies are complete.
 *
 * @param <T> the messages of this direction
 */
final class LanePipe<T extends LinkMessage> implements LaneReader.Receiver<T> {
    private final LaneSource from;
    final LaneReader<T> reader;
    /** What was handed over, at its place, in order. */
    final List<T> handed = new ArrayList<>();
    /** What is here with all of its body, in the order of that. */
    final List<T> complete = new ArrayList<>();

    int chunks;

    private LanePipe(LaneSource from, java.util.function.Function<LaneReader.Receiver<T>, LaneReader<T>> reader) {
        this.from = from;
        this.reader = reader.apply(this);
    }

    static LanePipe<LinkMessage.ToProxy> of(AnswerLanes from) {
        return new LanePipe<>(from, LaneReader::ofAnswers);
    }

    static LanePipe<LinkMessage.ToLeader> of(RequestLanes from) {
        return new LanePipe<>(from, LaneReader::ofRequests);
    }

    /** One write: checks its bounds, and delivers it. Returns its frames. */
    List<ByteRange> drain() {
        WireWriter out = new WireWriter(64);
        from.drain((array, offset, length) -> out.writeBytes(array, offset, length));
        assertTrue(out.length() <= LaneSource.MAX_DRAINED, "drained " + out.length());
        List<ByteRange> frames = new ArrayList<>();
        WireReader in = new WireReader(out.toRange());
        while (in.remaining() > 0) {
            int length = in.readInt();
            assertTrue(length <= LinkCodec.MAX_FRAME_LENGTH, "a frame of " + length);
            ByteRange frame = in.readBytes(length);
            frames.add(frame);
            if (frame.array()[frame.offset()] == LaneFormat.CHUNK) {
                chunks++;
            }
            reader.frame(frame);
        }
        return frames;
    }

    void drainAll() {
        while (from.nextLength() > 0) {
            assertTrue(!drain().isEmpty(), "bytes to send, but none given");
        }
    }

    @Override
    public void message(T message) {
        handed.add(message);
        complete.add(message);
    }

    @Override
    public void messageBegun(T message, ArrivingBody body) {
        handed.add(message);
        body.whenComplete(() -> complete.add(message));
    }
}
