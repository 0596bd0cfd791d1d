package io.cellkeeper.proxy.link;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;

/**
 * How sockets are made: by epoll where its native library is there, else by the JDK. All channels on a loop must be made by
 * the transport that made the loop.
 *
 * @param client makes outgoing channels
 * @param server makes listening channels; they make the accepted ones
 */
public record Transport(
        IoHandlerFactory handlers, Class<? extends SocketChannel> client, Class<? extends ServerChannel> server) {

    /** The best that works here. */
    public static Transport best() {
        return Epoll.isAvailable() ? epoll() : nio();
    }

    /** By epoll: only where {@link Epoll#isAvailable}. */
    public static Transport epoll() {
        return new Transport(EpollIoHandler.newFactory(), EpollSocketChannel.class, EpollServerSocketChannel.class);
    }

    /** By the JDK's selectors. */
    public static Transport nio() {
        return new Transport(NioIoHandler.newFactory(), NioSocketChannel.class, NioServerSocketChannel.class);
    }

    /** New event loops; the caller shuts them down. */
    public EventLoopGroup newLoops(int count, String name) {
        return new MultiThreadIoEventLoopGroup(count, new DefaultThreadFactory(name), handlers);
    }
}
