package io.cellkeeper.server.link;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.proxy.link.AnswerLanes;
import io.cellkeeper.proxy.link.ArrivingBody;
import io.cellkeeper.proxy.link.LanePump;
import io.cellkeeper.proxy.link.LaneReader;
import io.cellkeeper.proxy.link.LinkMessage;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A link over TCP. What a pass has brought leaves in one write, as far as the socket takes it. */
@SuppressWarnings("FutureReturnValueIgnored") // What becomes of a channel is heard as its events.
final class TcpLinkEnd implements LinkEnd, LaneReader.Receiver<LinkMessage.ToLeader> {
    private static final Logger LOG = LoggerFactory.getLogger(TcpLinkEnd.class);

    /** With more than this waiting to leave in order the link closes: its proxy reads too slowly for what it asks. */
    private static final int MAX_ORDERED = 256 << 20;

    private static final String STALLED = "no progress in " + LanePump.NO_PROGRESS_SECONDS + " s";

    private final LinkServer server;
    private final Channel channel;
    private final AnswerLanes lanes = new AnswerLanes();
    private final LaneReader<LinkMessage.ToLeader> reader = LaneReader.ofRequests(this);
    private final LanePump pump;
    private boolean listedForFlush;
    private int link;
    private boolean closed;

    TcpLinkEnd(LinkServer server, Channel channel) {
        this.server = server;
        this.channel = channel;
        pump = new LanePump(channel, lanes, () -> end(STALLED));
    }

    ChannelHandler handler() {
        return new Handler();
    }

    @Override
    public void send(LinkMessage.ToProxy message) {
        if (closed) {
            return;
        }
        lanes.send(message);
        if (!listedForFlush) {
            listedForFlush = true;
            server.toFlush(this);
        }
    }

    @Override
    public void flush() {
        listedForFlush = false;
        if (closed) {
            return;
        }
        pump.pump();
        if (lanes.orderedLength() > MAX_ORDERED) {
            end(lanes.orderedLength() + " bytes unsent");
        }
    }

    @Override
    public void close(String reason) {
        if (!closed) {
            closed = true;
            pump.stop();
            // After what the socket was handed; a proxy that does not take it is cut off by the pump.
            channel.writeAndFlush(channel.alloc().buffer(0)).addListener(ChannelFutureListener.CLOSE);
        }
    }

    /** A frame from the proxy, without its length. */
    void frame(ByteRange frame) {
        if (closed) {
            return;
        }
        try {
            reader.frame(frame);
        } catch (MalformedRecordException e) {
            end("malformed frame: " + e.getMessage());
        }
    }

    @Override
    public void message(LinkMessage.ToLeader message) {
        if (closed) {
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

    /** †: a request is handled when all of it is here; the later ones of its session come after that. */
    @Override
    public void messageBegun(LinkMessage.ToLeader message, ArrivingBody body) {
        if (link == 0) {
            end("a large message before hello");
        } else {
            long begunNanos = server.now();
            body.whenComplete(() -> message(message.later(server.now() - begunNanos)));
        }
    }

    private void end(String reason) {
        if (!closed) {
            closed = true;
            pump.stop();
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
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            end("broken: " + cause);
        }
    }
}
