package io.cellkeeper.proxy.link;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.FrameDecoder;
import io.cellkeeper.protocol.WireWriter;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The proxy's end of a link over TCP. What is sent in one pass of the event loop leaves in one write, with a report of this
 * replica's Raft term at its end (decision 17). All methods and callbacks are on the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What becomes of a channel is heard as its events.
public final class LinkClient implements LeaderOut {
    private static final int CONNECT_TIMEOUT_MS = 1_000;
    /** A link that takes no bytes for this long is over (decision 15). */
    private static final int NO_PROGRESS_SECONDS = 5;

    private static final int KEPT_CAPACITY = 1 << 20;

    private final EventLoop loop;
    private final LinkMessage.Hello hello;
    private final LongSupplier term;
    private final LinkListener listener;
    private final ChannelFuture connecting;
    private WireWriter pending = new WireWriter(4096);
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
        this.term = term;
        this.listener = listener;
        connecting = new Bootstrap()
                .group(loop)
                .channel(transport.client())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MS)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast(new IdleStateHandler(true, 0, NO_PROGRESS_SECONDS, 0, TimeUnit.SECONDS))
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
     * @param term the Raft term of this replica's division while it is running, else 0; read for each flush
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
        LinkCodec.write(pending, message);
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
        if (down) {
            return;
        }
        reportTerm();
        channel()
                .writeAndFlush(
                        channel().alloc().buffer(pending.length()).writeBytes(pending.array(), 0, pending.length()));
        if (pending.array().length > KEPT_CAPACITY) {
            pending = new WireWriter(4096);
        } else {
            pending.reset();
        }
    }

    /** † The term is read after everything before it in this flush was received from its clients. */
    private void reportTerm() {
        long current = term.getAsLong();
        if (current > 0) {
            LinkCodec.write(pending, new LinkMessage.TermReport(current));
        }
    }

    private void end(String reason, boolean retry) {
        if (!down) {
            down = true;
            channel().close();
            listener.linkDown(reason, retry);
        }
    }

    /** Handles what comes from the leader. */
    private final class Receiver extends ChannelInboundHandlerAdapter {
        private boolean welcomed;

        @Override
        public void channelActive(ChannelHandlerContext context) {
            send(hello);
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object frame) {
            if (down) {
                return;
            }
            LinkMessage.ToProxy message = LinkCodec.readToProxy((ByteRange) frame);
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
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof IdleStateEvent && !context.channel().isWritable()) {
                end("no progress in " + NO_PROGRESS_SECONDS + " s", true);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            end("broken: " + cause, true);
        }
    }
}
