package io.cellkeeper.proxy.net;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.FrameTooLongException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One client's channel on an {@link IoLoop}: what it reads is handed to the {@link SpreadSocket}, whose orders it carries
 * out. Everything here is on the channel's loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What becomes of a channel is heard as its events.
final class SpreadHandler extends ChannelInboundHandlerAdapter {
    /** What a frame counts in the passage beside its bytes: about what it takes in memory. */
    private static final int FRAME_OVERHEAD = 64;

    private final IoLoop io;
    private final AdminWords words;
    private @Nullable Client client;

    /** What is read and not handed over: in one read of the channel, at the time of its first frame. */
    private List<ByteRange> frames = new ArrayList<>(2);

    private int framesBytes;
    private long receivedNanos;

    /** Whether the core wants more frames, and whether it is too far behind to be given more. */
    private boolean wanted = true;

    private boolean behind;

    /** Bytes sent while the channel was not writable: they don't count as taken. */
    private int untaken;

    /** Both ends of a client whose channel is up. */
    private record Client(ClientChannel channel, SpreadSocket socket) {}

    SpreadHandler(IoLoop io, AdminWords words) {
        this.io = io;
        this.words = words;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        Channel channel = context.channel();
        // A client that is gone already has no address any more: its channel is about to end.
        if (channel.remoteAddress() instanceof InetSocketAddress remote) {
            SpreadSocket socket = new SpreadSocket(io, this, words, channel.alloc());
            client = new Client(new ClientChannel(channel), socket);
            long nowNanos = now();
            io.tell(() -> socket.connected(remote, nowNanos));
        } else {
            context.close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        Client of = client;
        if (of == null) {
            return;
        }
        if (message instanceof String word) {
            tell(() -> of.socket.word(word));
            return;
        }
        if (frames.isEmpty()) {
            receivedNanos = now();
        }
        ByteRange frame = (ByteRange) message;
        frames.add(frame);
        framesBytes += frame.length() + FRAME_OVERHEAD;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        handOverFrames();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable()) {
            taken();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        Client of = client;
        if (of != null) {
            tell(of.socket::gone);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        Client of = client;
        if (cause instanceof FrameTooLongException && of != null) {
            tell(of.socket::malformed);
        } else if (cause instanceof IOException) {
            context.close();
        } else {
            io.proxy().fail(cause);
        }
    }

    /** Bytes for the client, with the time until which they may leave. */
    void send(ByteBuf bytes, long leaveUntilNanos) {
        Client of = client();
        long nowNanos = now();
        if (!of.channel.isActive()) {
            bytes.release();
        } else if (mayLeave(leaveUntilNanos, nowNanos)) {
            // Counted first: the channel may turn writable again within the call.
            untaken += bytes.readableBytes();
            of.channel.send(bytes, nowNanos);
            if (of.channel.isWritable()) {
                taken();
            }
        } else {
            bytes.release();
            tell(of.socket::lapsed);
            of.channel.reset();
        }
    }

    /** † Whether a promise that may be made until then may be made now: it may have waited for this thread (I9). */
    private static boolean mayLeave(long leaveUntilNanos, long nowNanos) {
        return leaveUntilNanos - nowNanos >= 0;
    }

    void limitUnacknowledged(int deltaMs, int progressMs) {
        client().channel.limitUnacknowledged(deltaMs, progressMs);
    }

    void setReading(boolean reading) {
        wanted = reading;
        updateReading();
    }

    /** The core has caught up with what this channel has read. */
    void caughtUp() {
        behind = false;
        updateReading();
    }

    void answerWord(String answer) {
        client().channel.answerWord(answer);
    }

    /** Closes once everything sent has left. */
    void close() {
        client().channel.sendAndClose(Unpooled.EMPTY_BUFFER);
    }

    void reset() {
        client().channel.reset();
    }

    private Client client() {
        Client of = client;
        if (of == null) {
            throw new IllegalStateException("an order for a channel that never was up");
        }
        return of;
    }

    /** Adds an event behind the frames read before it. */
    private void tell(Runnable event) {
        handOverFrames();
        io.tell(event);
    }

    private void handOverFrames() {
        if (frames.isEmpty()) {
            return;
        }
        List<ByteRange> batch = frames;
        int bytes = framesBytes;
        long atNanos = receivedNanos;
        frames = new ArrayList<>(2);
        framesBytes = 0;
        SpreadSocket socket = client().socket;
        socket.input().give(bytes);
        io.tell(() -> socket.frames(batch, bytes, atNanos));
        if (!behind && !socket.input().hasRoom()) {
            behind = true;
            updateReading();
        }
    }

    private void updateReading() {
        client().channel.setReading(wanted && !behind);
    }

    private void taken() {
        int bytes = untaken;
        untaken = 0;
        SpreadSocket socket = client().socket;
        if (bytes > 0 && socket.output().take(bytes)) {
            io.tell(socket::writable);
        }
    }

    private long now() {
        return io.proxy().now();
    }
}
