package io.cellkeeper.proxy.net;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.FrameTooLongException;
import io.cellkeeper.proxy.ClientConnection;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** One client's channel on the proxy's own loop: hands frames to the core and tells it what happens to the socket. */
@SuppressWarnings("FutureReturnValueIgnored") // What becomes of a channel is heard as its events.
final class ClientHandler extends ChannelInboundHandlerAdapter {
    private final ProxyLoop loop;
    private final AdminWords words;
    private @Nullable ClientSocket socket;
    private @Nullable ClientConnection connection;

    ClientHandler(ProxyLoop loop, AdminWords words) {
        this.loop = loop;
        this.words = words;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        Channel channel = context.channel();
        // A client that is gone already has no address any more: its channel is about to end.
        if (channel.remoteAddress() instanceof InetSocketAddress remote) {
            socket = new ClientSocket(channel, loop);
            connection = loop.core().connected(socket, remote, loop.now());
        } else {
            channel.close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (connection == null || socket == null) {
            return;
        }
        if (message instanceof String word) {
            socket.answerWord(words.answer(word));
        } else {
            loop.core().frame(connection, (ByteRange) message, loop.now());
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        loop.scheduleFlush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (connection != null && context.channel().isWritable()) {
            loop.core().writable(connection);
            loop.scheduleFlush();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (socket != null) {
            socket.release();
        }
        if (connection != null) {
            loop.core().disconnected(connection);
            loop.scheduleFlush();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof FrameTooLongException && connection != null) {
            loop.core().malformed(connection, loop.now());
            loop.scheduleFlush();
        } else if (cause instanceof IOException) {
            context.close();
        } else {
            loop.fail(cause);
        }
    }
}
