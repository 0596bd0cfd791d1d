package io.cellkeeper.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A client whose socket is a list of the frames it was sent. */
final class FakeClient implements ClientOut {
    private final ProxyFixture fixture;
    private final WireWriter received = new WireWriter(256);
    private final Deque<ByteRange> frames = new ArrayDeque<>();
    private int taken;
    ClientConnection connection;
    boolean writable = true;
    boolean reading = true;
    boolean closed;
    boolean reset;
    int deltaMs;
    int progressMs;
    long session;
    int generation;

    FakeClient(ProxyFixture fixture, InetSocketAddress remote) {
        this.fixture = fixture;
        connection = fixture.core.connected(this, remote, fixture.now());
    }

    /** A reply: header and what follows. */
    record Reply(int xid, long zxid, int error, ByteRange body) {}

    /** A watch event. */
    record Event(long zxid, int type, String path) {}

    FakeClient send(ByteRange frame) {
        fixture.core.frame(connection, frame, fixture.now());
        fixture.flush();
        return this;
    }

    void disconnect() {
        fixture.core.disconnected(connection);
        fixture.flush();
    }

    void setWritable(boolean now) {
        writable = now;
        if (now) {
            fixture.core.writable(connection);
            fixture.flush();
        }
    }

    ByteRange takeFrame() {
        assertFalse(frames.isEmpty(), "nothing was sent to the client");
        return frames.remove();
    }

    Reply takeReply() {
        WireReader in = new WireReader(takeFrame());
        Reply reply = new Reply(in.readInt(), in.readLong(), in.readInt(), in.readBytes(in.remaining()));
        assertTrue(reply.xid != -1, "an event, not a reply");
        return reply;
    }

    Event takeEvent() {
        WireReader in = new WireReader(takeFrame());
        assertEquals(-1, in.readInt(), "the xid of an event");
        long zxid = in.readLong();
        assertEquals(0, in.readInt());
        int type = in.readInt();
        assertEquals(3, in.readInt(), "the state of an event");
        Event event = new Event(zxid, type, in.readString());
        assertEquals(0, in.remaining());
        return event;
    }

    /** The xids of everything received and not taken yet, which is taken. */
    List<Integer> takeXids() {
        List<Integer> xids = new ArrayList<>();
        while (!frames.isEmpty()) {
            xids.add(new WireReader(frames.remove()).readInt());
        }
        return xids;
    }

    /** The zxids of the replies received since. */
    List<Long> takeZxids() {
        List<Long> zxids = new ArrayList<>();
        while (!frames.isEmpty()) {
            WireReader header = new WireReader(frames.remove());
            header.readInt();
            zxids.add(header.readLong());
        }
        return zxids;
    }

    void receivedNothing() {
        assertEquals(0, frames.size(), "frames received");
    }

    boolean hasFrames() {
        return !frames.isEmpty();
    }

    @Override
    public boolean isWritable() {
        return writable;
    }

    @Override
    public void write(byte[] array, int offset, int length) {
        assertFalse(closed || reset, "written after the end");
        received.writeBytes(array, offset, length);
        for (; ; ) {
            WireReader in = new WireReader(received.array(), taken, received.length() - taken);
            if (in.remaining() < 4) {
                return;
            }
            int frameLength = in.readInt();
            if (in.remaining() < frameLength) {
                return;
            }
            frames.add(ByteRange.of(in.readBytes(frameLength).toArray()));
            taken += 4 + frameLength;
        }
    }

    @Override
    public void setReading(boolean on) {
        reading = on;
    }

    @Override
    public void limitUnacknowledged(int deltaLimitMs, int progressLimitMs) {
        deltaMs = deltaLimitMs;
        progressMs = progressLimitMs;
    }

    @Override
    public void closeAfterFlush() {
        closed = true;
    }

    @Override
    public void reset() {
        reset = true;
    }
}
