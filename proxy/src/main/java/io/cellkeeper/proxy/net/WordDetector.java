package io.cellkeeper.proxy.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Looks at the first four bytes of a connection (rules 2.14, 15.1): a known word is answered and the connection closed; else
 * they are the length of a frame, and this handler leaves.
 */
final class WordDetector extends ByteToMessageDecoder {
    private static final int WORD_LENGTH = 4;

    private final AdminWords words;
    private final int maxFrameLength;
    private boolean answered;

    WordDetector(AdminWords words, int maxFrameLength) {
        this.words = words;
        this.maxFrameLength = maxFrameLength;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (answered) {
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
            Optional<String> answer = words.answer(word);
            if (answer.isPresent()) {
                answered = true;
                in.skipBytes(in.readableBytes());
                context.writeAndFlush(ByteBufUtil.writeUtf8(context.alloc(), answer.get()))
                        .addListener(ChannelFutureListener.CLOSE);
                return;
            }
        }
        // What is in the buffer goes on to the next handler.
        context.pipeline().remove(this);
    }
}
