package io.cellkeeper.proxy.net;

import io.cellkeeper.proxy.ClientOut;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/**
 * The core's way out to a client whose channel is on the proxy's own loop: gathers what is written in a pass and hands it to
 * the kernel at once.
 */
final class ClientSocket implements ClientOut, PassEnd {
    /** Bytes gathered, or unsent in the channel, above which the socket takes no more (decision 6). */
    static final int MAX_UNSENT = 64 << 10;

    private final Channel channel;
    private final ClientChannel end;
    private final ProxyLoop loop;
    private @Nullable ByteBuf gathered;

    ClientSocket(Channel channel, ProxyLoop loop) {
        this.channel = channel;
        this.loop = loop;
        end = new ClientChannel(channel);
    }

    @Override
    public boolean isWritable() {
        return end.isWritable();
    }

    @Override
    public void write(byte[] array, int offset, int length) {
        if (!end.isActive()) {
            return;
        }
        if (gathered == null) {
            gathered = channel.alloc().buffer(Math.max(256, length));
            loop.written(this);
        }
        gathered.writeBytes(array, offset, length);
        if (gathered.readableBytes() >= MAX_UNSENT) {
            flush();
        }
    }

    /** Hands what was gathered to the kernel, as far as it takes it. */
    @Override
    public void flush() {
        ByteBuf bytes = gathered;
        if (bytes != null) {
            gathered = null;
            end.send(bytes, loop.now());
        }
    }

    @Override
    public void limitUnacknowledged(int deltaMs, int progressMs) {
        end.limitUnacknowledged(deltaMs, progressMs);
    }

    @Override
    public void setReading(boolean reading) {
        end.setReading(reading);
    }

    @Override
    public void closeAfterFlush() {
        ByteBuf bytes = gathered;
        gathered = null;
        end.sendAndClose(bytes == null ? channel.alloc().buffer(0) : bytes);
    }

    @Override
    public void reset() {
        release();
        end.reset();
    }

    /** The client has sent a word: answers it and closes. */
    void answerWord(String answer) {
        end.answerWord(answer);
    }

    /** Drops what was gathered: the channel is gone. */
    void release() {
        ByteBuf bytes = gathered;
        if (bytes != null) {
            gathered = null;
            bytes.release();
        }
    }
}
