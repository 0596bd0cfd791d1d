package io.cellkeeper.server.control;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.FrameDecoder;
import io.cellkeeper.proxy.link.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The control connection that this server keeps open to one other: opened again whenever it is lost. */
@SuppressWarnings("FutureReturnValueIgnored") // What becomes of a channel is heard as its events.
final class OutgoingControl {
    private static final Logger LOG = LoggerFactory.getLogger(OutgoingControl.class);
    private static final int CONNECT_TIMEOUT_MS = 1_000;
    private static final int FIRST_PAUSE_MS = 50;
    private static final int LONGEST_PAUSE_MS = 1_000;
    static final int PING_SECONDS = 1;
    static final int SILENCE_SECONDS = 5;

    private final ControlMesh mesh;
    private final EventLoop loop;
    private final Transport transport;
    private final Executor background;
    private final ControlMesh.Peer peer;
    private int pauseMs = FIRST_PAUSE_MS;
    private boolean stopped;
    private @Nullable Channel channel;
    private boolean up;

    /** Whether this side ends the connection: else its end says that the other process has gone or closes it. */
    private boolean endedHere;

    OutgoingControl(ControlMesh mesh, EventLoop loop, Transport transport, Executor background, ControlMesh.Peer peer) {
        this.mesh = mesh;
        this.loop = loop;
        this.transport = transport;
        this.background = background;
        this.peer = peer;
    }

    ControlMesh.Peer peer() {
        return peer;
    }

    boolean isUp() {
        return up;
    }

    /** Begins to connect: the name is looked up each time, since it may have moved. */
    void open() {
        background.execute(() -> {
            InetSocketAddress address = new InetSocketAddress(peer.host(), peer.port());
            loop.execute(() -> connect(address));
        });
    }

    void stop() {
        stopped = true;
        end();
    }

    /** Sends now, or never if the connection is not up. */
    void send(ControlMessage message) {
        if (up && channel != null) {
            channel.writeAndFlush(Unpooled.wrappedBuffer(ControlCodec.write(message)));
        }
    }

    /** The other end does not keep to the protocol. */
    void fail(String reason) {
        LOG.warn("control connection to server {}: {}", peer.myid(), reason);
        end();
    }

    private void end() {
        endedHere = true;
        if (channel != null) {
            channel.close();
        }
    }

    private void connect(InetSocketAddress address) {
        if (stopped) {
            return;
        }
        if (address.isUnresolved()) {
            lost("unknown host " + peer.host());
            return;
        }
        new Bootstrap()
                .group(loop)
                .channel(transport.client())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MS)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel created) {
                        created.pipeline()
                                .addLast(new IdleStateHandler(SILENCE_SECONDS, PING_SECONDS, 0, TimeUnit.SECONDS))
                                .addLast(new FrameDecoder(ControlCodec.MAX_FRAME_LENGTH))
                                .addLast(new Receiver());
                    }
                })
                .connect(address)
                .addListener(connected -> {
                    if (!connected.isSuccess()) {
                        lost(String.valueOf(connected.cause().getMessage()));
                    }
                });
    }

    private void lost(String reason) {
        if (stopped) {
            return;
        }
        LOG.debug("no control connection to server {}: {}; again in {} ms", peer.myid(), reason, pauseMs);
        loop.schedule(this::open, pauseMs, TimeUnit.MILLISECONDS);
        pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    }

    private final class Receiver extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(ChannelHandlerContext context) {
            channel = context.channel();
            endedHere = false;
            if (stopped) {
                context.close();
                return;
            }
            ControlMessage hello = new ControlMessage.Hello(ControlCodec.VERSION, mesh.myid(), peer.myid());
            context.writeAndFlush(Unpooled.wrappedBuffer(ControlCodec.write(hello)));
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object frame) {
            ControlMessage message = ControlCodec.read((ByteRange) frame);
            if (up) {
                // Only one that goes on being spoken on is sound: a server that stops answers hello and closes.
                pauseMs = FIRST_PAUSE_MS;
                mesh.heard(OutgoingControl.this, message);
            } else if (message.equals(new ControlMessage.Hello(ControlCodec.VERSION, peer.myid(), mesh.myid()))) {
                up = true;
                LOG.info("control connection to server {} is up", peer.myid());
                mesh.up(OutgoingControl.this);
            } else {
                fail("answered by " + message);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            boolean wasUp = up;
            up = false;
            channel = null;
            if (wasUp) {
                LOG.info("control connection to server {} is lost", peer.myid());
                mesh.down(OutgoingControl.this, !endedHere);
            }
            lost("closed");
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof IdleStateEvent idle) {
                if (idle.state() == IdleState.READER_IDLE) {
                    end();
                } else {
                    send(new ControlMessage.Ping());
                }
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            LOG.debug("control connection to server {}", peer.myid(), cause);
            // What the socket reports, such as a reset, comes from the other side; all else is found here.
            endedHere |= !(cause instanceof IOException);
            context.close();
        }
    }
}
