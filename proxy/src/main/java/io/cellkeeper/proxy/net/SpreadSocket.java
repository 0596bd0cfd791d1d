package io.cellkeeper.proxy.net;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.proxy.ClientConnection;
import io.cellkeeper.proxy.ClientOut;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The core's way out to a client whose channel is on an {@link IoLoop}, and that channel's way in: gathers what is written in
 * a pass and orders its {@link SpreadHandler} to send it. Everything here is on the proxy's loop, but the two passages,
 * where it meets the channel's.
 */
final class SpreadSocket implements ClientOut {
    /** Bytes read that the core hasn't handled, from which on the channel reads no more. */
    static final int MAX_UNHANDLED = 256 << 10;

    private final IoLoop io;
    private final SpreadHandler handler;
    private final AdminWords words;
    private final ByteBufAllocator allocator;
    private final Passage input = new Passage(MAX_UNHANDLED);
    private final Passage output = new Passage(ClientSocket.MAX_UNSENT);
    private @Nullable ClientConnection connection;
    private @Nullable ByteBuf gathered;

    /** The leave of what is written next, and the shortest of what is gathered. */
    private long leaveUntilNanos;

    private long gatheredLeaveNanos;

    SpreadSocket(IoLoop io, SpreadHandler handler, AdminWords words, ByteBufAllocator allocator) {
        this.io = io;
        this.handler = handler;
        this.words = words;
        this.allocator = allocator;
    }

    /** Frames: given by the channel's loop, taken by the proxy's. */
    Passage input() {
        return input;
    }

    /** Bytes for the client: given by the proxy's loop, taken by the channel's. */
    Passage output() {
        return output;
    }

    /** The channel is up. */
    void connected(InetSocketAddress remote, long nowNanos) {
        connection = io.proxy().core().connected(this, remote, nowNanos);
    }

    /** The client has sent these frames. */
    void frames(List<ByteRange> frames, int bytes, long receivedNanos) {
        ProxyLoop proxy = io.proxy();
        for (ByteRange frame : frames) {
            proxy.core().frame(connection(), frame, receivedNanos, proxy.now());
        }
        if (input.take(bytes)) {
            io.order(handler::caughtUp);
        }
    }

    /** The client has sent a four-letter word instead of frames. */
    void word(String word) {
        String answer = words.answer(word);
        io.order(() -> handler.answerWord(answer));
    }

    /** The client has sent what can't be a frame. */
    void malformed() {
        io.proxy().core().malformed(connection(), io.proxy().now());
    }

    /** The channel takes more again. */
    void writable() {
        io.proxy().core().writable(connection());
    }

    /** What was to be sent had no leave any more when its turn came: nothing was sent, and the channel is reset. */
    void lapsed() {
        io.proxy().core().leaveLapsed(connection());
    }

    /** The channel has ended. */
    void gone() {
        release();
        io.proxy().core().disconnected(connection());
    }

    private ClientConnection connection() {
        ClientConnection known = connection;
        if (known == null) {
            throw new IllegalStateException("an event of a channel that never was up");
        }
        return known;
    }

    @Override
    public boolean isWritable() {
        return output.hasRoom();
    }

    @Override
    public void leaveUntil(long nanos) {
        leaveUntilNanos = nanos;
    }

    @Override
    public void write(byte[] array, int offset, int length) {
        if (gathered == null) {
            gathered = allocator.buffer(Math.max(256, length));
            gatheredLeaveNanos = leaveUntilNanos;
            io.written(this);
        } else if (leaveUntilNanos - gatheredLeaveNanos < 0) {
            gatheredLeaveNanos = leaveUntilNanos;
        }
        gathered.writeBytes(array, offset, length);
        output.give(length);
    }

    /** Orders what was gathered to be sent. */
    void handOver() {
        ByteBuf bytes = gathered;
        if (bytes != null) {
            gathered = null;
            long leaveNanos = gatheredLeaveNanos;
            io.order(() -> handler.send(bytes, leaveNanos));
        }
    }

    @Override
    public void limitUnacknowledged(int deltaMs, int progressMs) {
        io.order(() -> handler.limitUnacknowledged(deltaMs, progressMs));
    }

    @Override
    public void setReading(boolean reading) {
        io.order(() -> handler.setReading(reading));
    }

    @Override
    public void closeAfterFlush() {
        handOver();
        io.order(handler::close);
    }

    @Override
    public void reset() {
        release();
        io.order(handler::reset);
    }

    private void release() {
        ByteBuf bytes = gathered;
        if (bytes != null) {
            gathered = null;
            bytes.release();
        }
    }
}
