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
 * <p>A bad length is a {@link FrameTooLongException} through the pipeline, once; whatever follows is dropped. One
 * instance serves one connection, on its event loop.
 */
public final class FrameDecoder extends ByteToMessageDecoder {
    /** The default of {@code jute.maxbuffer}, in bytes. */
    public static final int DEFAULT_MAX_LENGTH = 0xfffff;

    private static final int LENGTH_FIELD = 4;

    private final int maxLength;
    private boolean failed;

    /**
     * @param maxLength the longest frame accepted, in bytes, its length field not counted: {@code jute.maxbuffer}
     */
    public FrameDecoder(int maxLength) {
        if (maxLength < 0) {
            throw new IllegalArgumentException("maxLength " + maxLength);
        }
        this.maxLength = maxLength;
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
        if (length < 0 || length > maxLength) {
            failed = true;
            in.skipBytes(in.readableBytes());
            throw new FrameTooLongException(length, maxLength);
        }
        if (in.readableBytes() - LENGTH_FIELD < length) {
            return;
        }
        byte[] frame = new byte[length];
        in.skipBytes(LENGTH_FIELD).readBytes(frame);
        out.add(ByteRange.of(frame));
    }
}
