package io.cellkeeper.proxy.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What is done to a client's channel, whoever decides it. Called on the channel's own loop. A channel that is closed is left
 * alone, since the number of its file may be another socket's by now.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What becomes of a channel is heard as its events.
final class ClientChannel {
    private final Channel channel;
    private @Nullable UnacknowledgedLimit limit;

    ClientChannel(Channel channel) {
        this.channel = channel;
    }

    boolean isWritable() {
        return channel.isWritable();
    }

    boolean isActive() {
        return channel.isActive();
    }

    /** Hands bytes to the kernel, as far as it takes them; the channel keeps the rest. */
    void send(ByteBuf bytes, long nowNanos) {
        if (limit != null && limit.sends(bytes.readableBytes(), nowNanos)) {
            setUserTimeout(limit);
        }
        channel.writeAndFlush(bytes, channel.voidPromise());
    }

    /** See {@link io.cellkeeper.proxy.ClientOut#limitUnacknowledged}. */
    void limitUnacknowledged(int deltaMs, int progressMs) {
        if (channel instanceof EpollSocketChannel) {
            limit = new UnacknowledgedLimit(deltaMs, progressMs);
            setUserTimeout(limit);
        }
    }

    private void setUserTimeout(UnacknowledgedLimit limitNow) {
        if (!channel.isOpen()) {
            return;
        }
        try {
            EpollSocketChannel socket = (EpollSocketChannel) channel;
            long rtoMs = TimeUnit.MICROSECONDS.toMillis(socket.tcpInfo().rto());
            socket.config().setOption(EpollChannelOption.TCP_USER_TIMEOUT, limitNow.userTimeoutMs(rtoMs));
        } catch (ChannelException e) {
            // The peer has closed it already: nothing will be sent.
        }
    }

    void setReading(boolean reading) {
        if (channel.isOpen()) {
            channel.config().setAutoRead(reading);
        }
    }

    /** Answers a word: nothing else is sent, and it is closed. */
    void answerWord(String answer) {
        sendAndClose(ByteBufUtil.writeUtf8(channel.alloc(), answer));
    }

    /** Sends the last bytes, and closes once everything has left. */
    void sendAndClose(ByteBuf last) {
        channel.writeAndFlush(last).addListener(ChannelFutureListener.CLOSE);
    }

    /** Closes by a reset; what the channel still has is lost. */
    void reset() {
        if (!channel.isOpen()) {
            return;
        }
        try {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        } catch (ChannelException e) {
            // The peer has closed it already: there is nothing to reset.
        }
        channel.close();
    }
}
