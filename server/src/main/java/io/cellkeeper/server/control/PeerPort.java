package io.cellkeeper.server.control;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.FrameDecoder;
import io.cellkeeper.proxy.link.LinkCodec;
import io.cellkeeper.proxy.link.Transport;
import io.cellkeeper.server.link.LinkServer;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The election port: accepts links of proxies and control connections of replicas, and tells them apart by the type of
 * their first frame. Everybody else, and whoever says nothing, is cut off.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What becomes of a channel is heard as its events.
public final class PeerPort {
    private static final Logger LOG = LoggerFactory.getLogger(PeerPort.class);
    private static final int FIRST_FRAME_TIMEOUT_MS = 5_000;

    private final Channel server;

    private PeerPort(Channel server) {
        this.server = server;
    }

    /**
     * Begins to listen; waits until the port is bound, so not to be called on the event loop.
     *
     * @param loop where accepted connections live, and what they speak to
     * @param allowed whether an address is one of the configured servers'
     * @throws IOException if the port can't be bound
     */
    public static PeerPort bind(
            EventLoop loop,
            Transport transport,
            InetSocketAddress address,
            Predicate<InetAddress> allowed,
            LinkServer links,
            ControlMesh mesh)
            throws IOException, InterruptedException {
        LOG.warn(
                "connections between servers are neither encrypted nor authenticated: only the addresses of configured"
                        + " servers are accepted on {}",
                address);
        var bound = new ServerBootstrap()
                .group(loop)
                .channel(transport.server())
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel accepted) {
                        InetAddress from = accepted.remoteAddress().getAddress();
                        if (allowed.test(from)) {
                            accepted.pipeline()
                                    .addLast(new FrameDecoder(LinkCodec.MAX_FRAME_LENGTH))
                                    .addLast(new FirstFrame(links, mesh));
                        } else {
                            LOG.warn("refused {}: not the address of a configured server", from);
                            accepted.close();
                        }
                    }
                })
                .bind(address)
                .await();
        if (!bound.isSuccess()) {
            throw new IOException("can't listen on " + address, bound.cause());
        }
        return new PeerPort(bound.channel());
    }

    /** The port bound, where 0 was asked for. */
    public int port() {
        return ((InetSocketAddress) server.localAddress()).getPort();
    }

    /** Accepts nobody any more; connections stay. */
    public void close() {
        server.close();
    }

    /** Waits for the first frame, and hands the connection to whom it is for. */
    private static final class FirstFrame extends ChannelInboundHandlerAdapter {
        private final LinkServer links;
        private final ControlMesh mesh;
        private @Nullable Future<?> timeout;

        FirstFrame(LinkServer links, ControlMesh mesh) {
            this.links = links;
            this.mesh = mesh;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            timeout = context.executor().schedule(() -> context.close(), FIRST_FRAME_TIMEOUT_MS, TimeUnit.MILLISECONDS);
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteRange frame = (ByteRange) message;
            stopWaiting();
            if (frame.isEmpty()) {
                context.close();
                return;
            }
            context.pipeline().remove(this);
            int type = frame.array()[frame.offset()] & 0xff;
            if (type >= ControlCodec.FIRST_TYPE) {
                mesh.accept(context.channel(), frame);
            } else {
                links.accept(context.channel(), frame);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            stopWaiting();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            LOG.debug("connection from {}", context.channel().remoteAddress(), cause);
            context.close();
        }

        private void stopWaiting() {
            if (timeout != null) {
                timeout.cancel(false);
            }
        }
    }
}
