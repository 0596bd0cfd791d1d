package io.cellkeeper.proxy.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Looks at the first four bytes of a connection (rules 2.14, 15.1): a known word goes on as a {@link String}, and whatever
 * follows it is dropped; else they are the length of a frame, and this handler leaves.
 */
final class WordDetector extends ByteToMessageDecoder {
    private static final int WORD_LENGTH = 4;

    private final ToIntFunction<String> lengths;
    private final int maxFrameLength;
    private boolean found;

    /** @param lengths how long a word with these first four characters is; 0 if it is none */
    WordDetector(ToIntFunction<String> lengths, int maxFrameLength) {
        this.lengths = lengths;
        this.maxFrameLength = maxFrameLength;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (found) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (in.readableBytes() < WORD_LENGTH) {
            return;
        }
        int length = in.getInt(in.readerIndex());
        if (length > maxFrameLength) {
            // Every word is above the limit as a length: only then can this be one.
            String word = in.toString(in.readerIndex(), WORD_LENGTH, StandardCharsets.ISO_8859_1);
            int wordLength = lengths.applyAsInt(word);
            if (in.readableBytes() < wordLength) {
                return;
            }
            if (wordLength > 0) {
                found = true;
                out.add(in.toString(in.readerIndex(), wordLength, StandardCharsets.ISO_8859_1));
                in.skipBytes(in.readableBytes());
                // Those who send a word often end their output with it; the answer may take another pass.
                context.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
                return;
            }
        }
        // What is in the buffer goes on to the next handler.
        context.pipeline().remove(this);
    }
}
