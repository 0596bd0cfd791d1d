package io.cellkeeper.proxy.link;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import io.netty.util.collection.LongObjectHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The frames of one direction of a link, made messages again. What is on the ordered lane is handed over in its order, a
 * message whose body comes apart at the place of its head; its body then fills up as chunks come. Every length is bounded
 * before anything is allocated for it. Not thread-safe.
 *
 * @param <T> the messages of this direction
 */
public final class LaneReader<T extends LinkMessage> {
    private static final int LENGTH_FIELD = 4;

    private final Function<ByteRange, T> codec;
    private final int maxBody;
    private final Receiver<T> receiver;
    private final LongObjectHashMap<ArrivingBody> arriving = new LongObjectHashMap<>();
    private long lastNumber;
    private int arrivingBytes;
    /** What has come of a message in parts, its length first; null if there is none. */
    private @Nullable WireWriter parts;

    /**
     * Who hears the messages.
     *
     * @param <T> the messages of this direction
     */
    public interface Receiver<T> {
        /** A message, whole. */
        void message(T message);

        /** A message at its place in the order, whose body is still to come. */
        void messageBegun(T message, ArrivingBody body);
    }

    private LaneReader(Function<ByteRange, T> codec, int maxBody, Receiver<T> receiver) {
        this.codec = codec;
        this.maxBody = maxBody;
        this.receiver = receiver;
    }

    /** Reads what proxies send. */
    public static LaneReader<LinkMessage.ToLeader> ofRequests(Receiver<LinkMessage.ToLeader> receiver) {
        return new LaneReader<>(LinkCodec::readToLeader, LaneFormat.MAX_REQUEST_BODY, receiver);
    }

    /** Reads what leaders send. */
    public static LaneReader<LinkMessage.ToProxy> ofAnswers(Receiver<LinkMessage.ToProxy> receiver) {
        return new LaneReader<>(LinkCodec::readToProxy, LaneFormat.MAX_BULK_BYTES, receiver);
    }

    /**
     * Handles a frame.
     *
     * @param frame what follows its length; its array is never written again
     * @throws MalformedRecordException if it breaks the format; the link is then closed
     */
    public void frame(ByteRange frame) {
        WireReader in = new WireReader(frame);
        int type = in.readByte();
        if (type == LaneFormat.CHUNK) {
            chunk(in);
        } else if (type == LaneFormat.PART) {
            part(in);
        } else if ((type & LaneFormat.BODY_APART) != 0) {
            head(frame, type & ~LaneFormat.BODY_APART);
        } else {
            receiver.message(codec.apply(frame));
        }
    }

    private void head(ByteRange frame, int type) {
        if (!LaneFormat.hasBodyApart(type) || frame.length() < 1 + LENGTH_FIELD) {
            throw new MalformedRecordException("type " + type + " with its body apart");
        }
        int length =
                new WireReader(frame.array(), frame.offset() + frame.length() - LENGTH_FIELD, LENGTH_FIELD).readInt();
        if (!isWithinBounds(length)) {
            throw new MalformedRecordException(
                    "a body of " + length + " bytes beside " + arrivingBytes + " of others under way");
        }
        // As if the whole message had come, for the codec: the body's bytes are filled in later.
        byte[] whole = new byte[frame.length() + length];
        System.arraycopy(frame.array(), frame.offset(), whole, 0, frame.length());
        whole[0] = (byte) type;
        T message = codec.apply(ByteRange.of(whole));
        ArrivingBody body = new ArrivingBody(whole, frame.length());
        arriving.put(++lastNumber, body);
        arrivingBytes += length;
        receiver.messageBegun(message, body);
    }

    /** A short body has no reason to travel apart: so the number of those under way is bounded by their bytes. */
    private boolean isWithinBounds(int length) {
        return length > LaneFormat.MAX_SMALL_BODY
                && length <= maxBody
                && length <= LaneFormat.MAX_BULK_BYTES - arrivingBytes;
    }

    private void chunk(WireReader in) {
        long number = in.readLong();
        ByteRange bytes = in.readBytes(in.remaining());
        ArrivingBody body = arriving.get(number);
        if (body == null || bytes.isEmpty() || bytes.length() > body.missing()) {
            throw new MalformedRecordException("a chunk of " + bytes + " for body " + number);
        }
        if (bytes.length() == body.missing()) {
            arriving.remove(number);
            arrivingBytes -= body.length();
        }
        body.append(bytes);
    }

    private void part(WireReader in) {
        WireWriter gathered = parts;
        if (gathered == null) {
            gathered = new WireWriter(2 * LinkCodec.MAX_FRAME_LENGTH);
            parts = gathered;
        }
        gathered.writeBytes(in.readBytes(in.remaining()));
        WireReader message = new WireReader(gathered.array(), 0, gathered.length());
        int length = message.readInt();
        if (length <= LinkCodec.MAX_FRAME_LENGTH || length > LaneFormat.MAX_IN_PARTS || message.remaining() > length) {
            throw new MalformedRecordException(message.remaining() + " bytes in parts of " + length);
        }
        if (message.remaining() == length) {
            parts = null;
            receiver.message(codec.apply(message.readBytes(length)));
        }
    }
}
