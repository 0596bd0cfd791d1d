package io.cellkeeper.proxy.net;

import io.cellkeeper.protocol.FrameDecoder;
import io.cellkeeper.proxy.link.Transport;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** The port that clients connect to. */
public final class ClientPort implements AutoCloseable {
    private static final int BACKLOG = 1024;

    /** Bytes of a list of watches (rule 10.18): as much as {@code jute.maxbuffer} can be set to. */
    private static final int MAX_WATCHES_LENGTH = 16 << 20;

    private static final WriteBufferWaterMark WATER_MARK =
            new WriteBufferWaterMark(ClientSocket.MAX_UNSENT / 2, ClientSocket.MAX_UNSENT);

    private final Channel channel;

    private ClientPort(Channel channel) {
        this.channel = channel;
    }

    /**
     * Listens; waits until that is certain, so not on an event loop.
     *
     * @param sockets the loops that serve the clients' sockets: the proxy's own, or others of the same transport
     * @param address port 0 takes a free one
     * @param maxFrameLength {@code jute.maxbuffer}, in bytes; lists of watches may be longer
     * @throws IOException if the address can't be listened on
     */
    public static ClientPort open(
            ProxyLoop loop,
            EventLoopGroup sockets,
            Transport transport,
            InetSocketAddress address,
            int maxFrameLength,
            AdminWords words)
            throws IOException {
        IdentityHashMap<EventExecutor, IoLoop> ioLoops = ioLoops(sockets, loop);
        ChannelFuture bound = new ServerBootstrap()
                .group(sockets)
                .channel(transport.server())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel client) {
                        if (client instanceof EpollSocketChannel) {
                            client.config()
                                    .setOption(EpollChannelOption.TCP_NOTSENT_LOWAT, (long) ClientSocket.MAX_UNSENT);
                        }
                        client.pipeline()
                                .addLast(new WordDetector(words::lengthOf, maxFrameLength))
                                .addLast(new FrameDecoder(maxFrameLength, Math.max(maxFrameLength, MAX_WATCHES_LENGTH)))
                                .addLast(handler(ioLoops.get(client.eventLoop()), loop, words));
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException("can't listen for clients on " + address, bound.cause());
        }
        return new ClientPort(bound.channel());
    }

    /** Of those that are not the proxy's own loop. Read by all of them. */
    private static IdentityHashMap<EventExecutor, IoLoop> ioLoops(EventLoopGroup sockets, ProxyLoop loop) {
        IdentityHashMap<EventExecutor, IoLoop> ioLoops = new IdentityHashMap<>();
        for (EventExecutor each : sockets) {
            if (each != loop.eventLoop()) {
                ioLoops.put(each, new IoLoop((EventLoop) each, loop));
            }
        }
        return ioLoops;
    }

    private static ChannelHandler handler(@Nullable IoLoop io, ProxyLoop loop, AdminWords words) {
        return io == null ? new ClientHandler(loop, words) : new SpreadHandler(io, words);
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) channel.localAddress();
    }

    /** Accepts no more clients; those that are connected stay. */
    @Override
    public void close() {
        channel.close().awaitUninterruptibly();
    }
}
