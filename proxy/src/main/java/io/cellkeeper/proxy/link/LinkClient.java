package io.cellkeeper.proxy.link;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.FrameDecoder;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The proxy's end of a link over TCP. What is sent in one pass of the event loop leaves in one write, as far as the socket
 * takes it, with a report of this replica's Raft term at its end (decision 17). All methods and callbacks are on the event
 * loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What becomes of a channel is heard as its events.
public final class LinkClient implements LeaderOut {
    private static final int CONNECT_TIMEOUT_MS = 1_000;
    private static final String STALLED = "no progress in " + LanePump.NO_PROGRESS_SECONDS + " s";
    /** With more than this waiting to leave in order the link ends. */
    private static final int MAX_ORDERED = 256 << 20;

    private final EventLoop loop;
    private final LinkMessage.Hello hello;
    private final LinkListener listener;
    private final RequestLanes lanes;
    private final ChannelFuture connecting;
    private @Nullable LanePump pump;
    private boolean flushScheduled;
    private boolean down;

    private LinkClient(
            EventLoop loop,
            Transport transport,
            InetSocketAddress leader,
            LinkMessage.Hello hello,
            LongSupplier term,
            LinkListener listener) {
        this.loop = loop;
        this.hello = hello;
        this.listener = listener;
        lanes = new RequestLanes(term, System::nanoTime);
        connecting = new Bootstrap()
                .group(loop)
                .channel(transport.client())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MS)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast(new FrameDecoder(LinkCodec.MAX_FRAME_LENGTH))
                                .addLast(new Receiver());
                    }
                })
                .connect(leader);
    }

    /**
     * Begins to connect; call it on the event loop.
     *
     * @param loop where everything of this link happens
     * @param transport that of the loop
     * @param term the Raft term of this replica's division while it is running, else 0; read for each write
     */
    public static LinkClient connect(
            EventLoop loop,
            Transport transport,
            InetSocketAddress leader,
            LinkMessage.Hello hello,
            LongSupplier term,
            LinkListener listener) {
        LinkClient client = new LinkClient(loop, transport, leader, hello, term, listener);
        client.connecting.addListener(future -> {
            if (!future.isSuccess()) {
                client.end("can't connect to " + leader + ": " + future.cause().getMessage(), true);
            }
        });
        return client;
    }

    /** Sends a message with the next flush; dropped if the link is down. */
    @Override
    public void send(LinkMessage.ToLeader message) {
        if (down) {
            return;
        }
        lanes.send(message);
        if (!flushScheduled) {
            flushScheduled = true;
            // A task of the loop runs when what was readable in this pass has been handled (decision 19).
            loop.execute(this::flush);
        }
    }

    /** Ends the link. */
    public void close() {
        end("closed", true);
    }

    private Channel channel() {
        return connecting.channel();
    }

    private void flush() {
        flushScheduled = false;
        if (down || pump == null) {
            return;
        }
        pump.pump();
        if (lanes.orderedLength() > MAX_ORDERED) {
            end(lanes.orderedLength() + " bytes unsent", true);
        }
    }

    private void end(String reason, boolean retry) {
        if (!down) {
            down = true;
            if (pump != null) {
                pump.stop();
            }
            channel().close();
            listener.linkDown(reason, retry);
        }
    }

    /** Handles what comes from the leader. */
    private final class Receiver extends ChannelInboundHandlerAdapter
            implements LaneReader.Receiver<LinkMessage.ToProxy> {
        private final LaneReader<LinkMessage.ToProxy> reader = LaneReader.ofAnswers(this);
        private boolean welcomed;

        @Override
        public void channelActive(ChannelHandlerContext context) {
            pump = new LanePump(context.channel(), lanes, () -> end(STALLED, true));
            send(hello);
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object frame) {
            if (!down) {
                reader.frame((ByteRange) frame);
            }
        }

        @Override
        public void message(LinkMessage.ToProxy message) {
            if (message instanceof LinkMessage.Refused refused) {
                end("refused: " + refused.reason(), refused.retry());
            } else if (message instanceof LinkMessage.Welcome welcome) {
                if (welcomed) {
                    end("welcomed twice", true);
                } else {
                    welcomed = true;
                    listener.linkUp(welcome, LinkClient.this);
                }
            } else if (welcomed) {
                listener.linkMessage(message);
            } else {
                end("a message before the answer to hello", true);
            }
        }

        @Override
        public void messageBegun(LinkMessage.ToProxy message, ArrivingBody body) {
            if (welcomed) {
                listener.linkAnswerBegun(message, body);
            } else {
                end("a message before the answer to hello", true);
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            if (!down && welcomed) {
                listener.linkPassEnded();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            end("connection lost", true);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            end("broken: " + cause, true);
        }
    }
}
