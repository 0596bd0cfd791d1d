package io.cellkeeper.server.link;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.link.LinkCodec;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A link over TCP: one ordered lane of frames each way. What a pass has brought leaves in one write. */
@SuppressWarnings("FutureReturnValueIgnored") // What becomes of a channel is heard as its events.
final class TcpLinkEnd implements LinkEnd {
    private static final Logger LOG = LoggerFactory.getLogger(TcpLinkEnd.class);

    /** A longer answer closes its own client's connection instead (decision 15). */
    private static final int MAX_BODY = 64 << 20;
    /** With more than this unsent the link closes: its proxy reads too slowly for what it asks. */
    private static final long MAX_UNSENT = 256L << 20;
    /** A link that takes no bytes for this long is over (decision 15). */
    private static final int NO_PROGRESS_SECONDS = 5;

    private static final int INITIAL_CAPACITY = 4096;
    private static final int KEPT_CAPACITY = 1 << 20;

    private final LinkServer server;
    private final Channel channel;
    private WireWriter pending = new WireWriter(INITIAL_CAPACITY);
    private boolean listedForFlush;
    private long unsent;
    private int link;
    private boolean closed;

    TcpLinkEnd(LinkServer server, Channel channel) {
        this.server = server;
        this.channel = channel;
    }

    ChannelHandler idleHandler() {
        return new IdleStateHandler(true, 0, NO_PROGRESS_SECONDS, 0, TimeUnit.SECONDS);
    }

    ChannelHandler handler() {
        return new Handler();
    }

    @Override
    public void send(LinkMessage.ToProxy message) {
        if (closed) {
            return;
        }
        LinkCodec.write(pending, fitting(message));
        if (!listedForFlush) {
            listedForFlush = true;
            server.toFlush(this);
        }
    }

    @Override
    public void flush() {
        listedForFlush = false;
        int length = pending.length();
        if (closed || length == 0) {
            return;
        }
        unsent += length;
        channel.writeAndFlush(channel.alloc().buffer(length).writeBytes(pending.array(), 0, length))
                .addListener(written -> unsent -= length);
        if (pending.array().length > KEPT_CAPACITY) {
            pending = new WireWriter(INITIAL_CAPACITY);
        } else {
            pending.reset();
        }
        if (unsent > MAX_UNSENT) {
            end(unsent + " bytes unsent");
        }
    }

    @Override
    public void close(String reason) {
        if (!closed) {
            closed = true;
            // After what was flushed before; a proxy that does not take it is cut off by the idle check.
            channel.writeAndFlush(channel.alloc().buffer(0)).addListener(ChannelFutureListener.CLOSE);
        }
    }

    /** A frame from the proxy, without its length. */
    void frame(ByteRange frame) {
        if (closed) {
            return;
        }
        LinkMessage.ToLeader message;
        try {
            message = LinkCodec.readToLeader(frame);
        } catch (MalformedRecordException e) {
            end("malformed frame: " + e.getMessage());
            return;
        }
        if (link != 0) {
            server.receive(link, message);
        } else if (message instanceof LinkMessage.Hello hello) {
            link = server.hello(this, hello);
            if (link != 0) {
                LOG.info("link {} from {} at {}", link, hello.proxy(), channel.remoteAddress());
            }
        } else {
            end("a message before hello");
        }
    }

    /** An answer too large for the lane is not sent: its own client's connection closes. */
    private static LinkMessage.ToProxy fitting(LinkMessage.ToProxy message) {
        if (message instanceof LinkMessage.ReadAnswer answer && answer.body().length() > MAX_BODY) {
            return new SessionGone(answer.session(), answer.generation(), SessionGone.Reason.UNPROVEN);
        }
        if (message instanceof LinkMessage.Result result && result.body().length() > MAX_BODY) {
            return new SessionGone(result.session(), result.generation(), SessionGone.Reason.UNPROVEN);
        }
        return message;
    }

    private void end(String reason) {
        if (!closed) {
            closed = true;
            LOG.info("link {} at {} ends: {}", link, channel.remoteAddress(), reason);
            if (link != 0) {
                server.down(link);
            }
        }
        channel.close();
    }

    private final class Handler extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object frame) {
            frame((ByteRange) frame);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            end("connection lost");
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof IdleStateEvent && (unsent > 0 || closed)) {
                end("no progress in " + NO_PROGRESS_SECONDS + " s");
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            end("broken: " + cause);
        }
    }
}
