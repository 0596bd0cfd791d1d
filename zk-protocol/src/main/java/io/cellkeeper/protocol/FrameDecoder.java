package io.cellkeeper.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Cuts a connection's bytes into frames (rule 1.1) and hands each on as a {@link ByteRange} of an array of its own,
 * without its length. What has arrived of a frame is gathered in a buffer that grows with it; the frame's own array is
 * made once all of it is there (rule 1.12). It may join a connection at any time, provided the next byte it is given is
 * the first of a frame: a handler that looked at the first four bytes for a four-letter word (rule 2.14) passes them on.
 *
 * <p>A client's list of watches may be longer than other frames (rule 10.18): clients that don't split it would otherwise
 * come back for ever with the same list. Its kind is known once its header is there; the first frame, which is a connect
 * request, is never one.
 *
 * <p>A bad length is a {@link FrameTooLongException} through the pipeline, once; whatever follows is dropped. One
 * instance serves one connection, on its event loop.
 */
public final class FrameDecoder extends ByteToMessageDecoder {
    /** The default of {@code jute.maxbuffer}, in bytes. */
    public static final int DEFAULT_MAX_LENGTH = 0xfffff;

    private static final int LENGTH_FIELD = 4;

    /** Of a request's type from the start of its frame's length: behind that and the xid. */
    private static final int TYPE_OFFSET = 8;

    private final int maxLength;
    private final int maxWatchesLength;
    private boolean first = true;
    private boolean failed;

    /**
     * One limit for all frames.
     *
     * @param maxLength the longest frame accepted, in bytes, its length field not counted: {@code jute.maxbuffer}
     */
    public FrameDecoder(int maxLength) {
        this(maxLength, maxLength);
    }

    /**
     * A limit of its own for a client's setWatches and setWatches2.
     *
     * @param maxLength the longest other frame accepted, in bytes, its length field not counted
     * @param maxWatchesLength the longest of those two accepted, at least {@code maxLength}
     */
    public FrameDecoder(int maxLength, int maxWatchesLength) {
        if (maxLength < 0 || maxWatchesLength < maxLength) {
            throw new IllegalArgumentException("maxLength " + maxLength + ", maxWatchesLength " + maxWatchesLength);
        }
        this.maxLength = maxLength;
        this.maxWatchesLength = maxWatchesLength;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (failed) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (in.readableBytes() < LENGTH_FIELD) {
            return;
        }
        int length = in.getInt(in.readerIndex());
        if (length < 0 || length > maxWatchesLength || (length > maxLength && first)) {
            throw fail(in, length);
        }
        if (length > maxLength) {
            if (in.readableBytes() < LENGTH_FIELD + RequestHeader.LENGTH) {
                return;
            }
            if (!isListOfWatches(in.getInt(in.readerIndex() + TYPE_OFFSET))) {
                throw fail(in, length);
            }
        }
        if (in.readableBytes() - LENGTH_FIELD < length) {
            return;
        }
        first = false;
        byte[] frame = new byte[length];
        in.skipBytes(LENGTH_FIELD).readBytes(frame);
        out.add(ByteRange.of(frame));
    }

    private FrameTooLongException fail(ByteBuf in, int length) {
        failed = true;
        in.skipBytes(in.readableBytes());
        return new FrameTooLongException(length, maxLength);
    }

    private static boolean isListOfWatches(int type) {
        return type == OpCode.SET_WATCHES.code() || type == OpCode.SET_WATCHES2.code();
    }
}
