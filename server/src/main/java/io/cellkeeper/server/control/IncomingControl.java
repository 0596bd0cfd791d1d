package io.cellkeeper.server.control;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.MalformedRecordException;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A control connection that another server has opened to this one. */
@SuppressWarnings("FutureReturnValueIgnored") // What becomes of a channel is heard as its events.
final class IncomingControl {
    private static final Logger LOG = LoggerFactory.getLogger(IncomingControl.class);

    private final ControlMesh mesh;
    private final Channel channel;
    private int peer;
    private boolean up;
    private boolean endedHere;

    IncomingControl(ControlMesh mesh, Channel channel) {
        this.mesh = mesh;
        this.channel = channel;
    }

    /** The number of the server at the other end. */
    int peer() {
        return peer;
    }

    /** Handles the first frame. */
    void begin(ByteRange hello) {
        channel.pipeline()
                .addLast(new IdleStateHandler(OutgoingControl.SILENCE_SECONDS, 0, 0, TimeUnit.SECONDS), new Receiver());
        frame(hello);
    }

    void send(ControlMessage message) {
        channel.writeAndFlush(Unpooled.wrappedBuffer(ControlCodec.write(message)));
    }

    void close() {
        endedHere = true;
        channel.close();
    }

    /** The other end does not keep to the protocol. */
    void fail(String reason) {
        LOG.warn("control connection from {}: {}", channel.remoteAddress(), reason);
        close();
    }

    private void frame(ByteRange frame) {
        if (frame.length() > ControlCodec.MAX_FRAME_LENGTH) {
            fail("a frame of " + frame.length() + " bytes");
            return;
        }
        ControlMessage message;
        try {
            message = ControlCodec.read(frame);
        } catch (MalformedRecordException e) {
            fail(String.valueOf(e.getMessage()));
            return;
        }
        if (up) {
            mesh.heard(this, message);
        } else if (message instanceof ControlMessage.Hello hello) {
            hello(hello);
        } else {
            fail("a message before hello");
        }
    }

    private void hello(ControlMessage.Hello hello) {
        if (hello.version() != ControlCodec.VERSION || hello.to() != mesh.myid() || !mesh.isPeer(hello.from())) {
            fail("refused " + hello + " as server " + mesh.myid() + ", version " + ControlCodec.VERSION);
            return;
        }
        peer = hello.from();
        up = true;
        send(new ControlMessage.Hello(ControlCodec.VERSION, mesh.myid(), peer));
        mesh.up(this);
    }

    private final class Receiver extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object frame) {
            frame((ByteRange) frame);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (up) {
                up = false;
                mesh.down(IncomingControl.this, !endedHere);
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof IdleStateEvent) {
                close();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            LOG.debug("control connection from {}", context.channel().remoteAddress(), cause);
            endedHere |= !(cause instanceof IOException);
            context.close();
        }
    }
}
