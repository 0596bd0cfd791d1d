package io.cellkeeper.proxy.net;

import io.cellkeeper.proxy.ClientOut;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client's channel as the core's way out: gathers what is written in a pass and hands it to the kernel at once. */
@SuppressWarnings("FutureReturnValueIgnored") // What becomes of a channel is heard as its events.
final class ClientSocket implements ClientOut {
    /** Bytes gathered, or unsent in the channel, above which the socket takes no more (decision 6). */
    static final int MAX_UNSENT = 64 << 10;

    private final Channel channel;
    private final ProxyLoop loop;
    private @Nullable ByteBuf gathered;
    private @Nullable UnacknowledgedLimit limit;

    ClientSocket(Channel channel, ProxyLoop loop) {
        this.channel = channel;
        this.loop = loop;
    }

    @Override
    public boolean isWritable() {
        return channel.isWritable();
    }

    @Override
    public void write(byte[] array, int offset, int length) {
        if (!channel.isActive()) {
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
    void flush() {
        ByteBuf bytes = gathered;
        if (bytes != null) {
            gathered = null;
            if (limit != null && limit.sends(bytes.readableBytes(), loop.now())) {
                setUserTimeout(limit);
            }
            channel.writeAndFlush(bytes, channel.voidPromise());
        }
    }

    @Override
    public void limitUnacknowledged(int deltaMs, int progressMs) {
        if (channel instanceof EpollSocketChannel) {
            limit = new UnacknowledgedLimit(deltaMs, progressMs);
            setUserTimeout(limit);
        }
    }

    private void setUserTimeout(UnacknowledgedLimit limitNow) {
        try {
            EpollSocketChannel socket = (EpollSocketChannel) channel;
            long rtoMs = TimeUnit.MICROSECONDS.toMillis(socket.tcpInfo().rto());
            socket.config().setOption(EpollChannelOption.TCP_USER_TIMEOUT, limitNow.userTimeoutMs(rtoMs));
        } catch (ChannelException e) {
            // The peer has closed it already: nothing will be sent.
        }
    }

    @Override
    public void setReading(boolean reading) {
        channel.config().setAutoRead(reading);
    }

    @Override
    public void closeAfterFlush() {
        ByteBuf bytes = gathered;
        gathered = null;
        ByteBuf last = bytes == null ? channel.alloc().buffer(0) : bytes;
        channel.writeAndFlush(last).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void reset() {
        release();
        try {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        } catch (ChannelException e) {
            // The peer has closed it already: there is nothing to reset.
        }
        channel.close();
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
