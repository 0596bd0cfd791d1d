package io.cellkeeper.compat.differential;

import io.cellkeeper.compat.differential.Step.Part;
import io.cellkeeper.compat.wire.Frame;
import io.cellkeeper.compat.wire.RawClient;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.jspecify.annotations.Nullable;

/** An established connection of one of a sequence's clients. */
final class Connection {
    private static final int PING_XID = -2;
    private static final Part PING = Requests.bare(OpCode.ping);

    private final RawClient socket;
    private final int client;
    private final Consumer<Seen> seen;
    private int lastXid;

    Connection(RawClient socket, int client, Consumer<Seen> seen) {
        this.socket = socket;
        this.client = client;
        this.seen = seen;
    }

    /**
     * Sends requests at once and waits for all replies, and for the events before them.
     *
     * @return the replies; fewer than requests if the server closed the connection
     */
    List<Frame> ask(int step, List<Part> parts) throws IOException {
        int first = lastXid + 1;
        byte[][] requests = new byte[parts.size()][];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = request(++lastXid, parts.get(i));
        }
        List<Frame> replies = new ArrayList<>();
        if (!send(requests)) {
            seen.accept(Seen.note(step, client, "closed"));
            return replies;
        }
        while (replies.size() < requests.length) {
            Frame frame = next(step);
            if (frame == null) {
                break;
            }
            if (frame.isEvent()) {
                seen.accept(Seen.event(step, client, frame));
            } else {
                int place = replies.size();
                replies.add(frame);
                seen.accept(Seen.reply(step, client, parts.get(place), first + place, frame));
            }
        }
        return replies;
    }

    /** Sends a ping, whose answer comes after all events so far. Returns whether the connection is still open. */
    boolean ping(int step) throws IOException {
        if (send(request(PING_XID, PING))) {
            return true;
        }
        seen.accept(Seen.note(step, client, "closed"));
        return false;
    }

    /** Sends bytes that are no request, and tells whether the connection survives them. */
    boolean survives(int step, byte[] bytes) throws IOException {
        try {
            socket.sendFrames(bytes);
        } catch (SocketException e) {
            seen.accept(Seen.note(step, client, "closed"));
            return false;
        }
        return ping(step) && awaitPing(step);
    }

    /** Notes all events until the answer to a ping. Returns whether the connection is still open. */
    boolean awaitPing(int step) throws IOException {
        while (true) {
            Frame frame = next(step);
            if (frame == null) {
                return false;
            }
            if (frame.isEvent()) {
                seen.accept(Seen.event(step, client, frame));
            } else if (frame.xid() == PING_XID && frame.err() == 0) {
                return true;
            } else {
                seen.accept(Seen.note(step, client, "unexpected " + frame));
            }
        }
    }

    /** Waits for the server to close the connection. */
    void awaitClosed(int step) throws IOException {
        Frame frame = next(step);
        while (frame != null) {
            seen.accept(frame.isEvent() ? Seen.event(step, client, frame) : Seen.note(step, client, "late " + frame));
            frame = next(step);
        }
    }

    /** The next frame, or null if there will be none, which is noted. */
    private @Nullable Frame next(int step) throws IOException {
        try {
            return socket.read();
        } catch (EOFException | SocketException e) {
            seen.accept(Seen.note(step, client, "closed"));
        } catch (SocketTimeoutException e) {
            seen.accept(Seen.silence(step, client));
        }
        return null;
    }

    private boolean send(byte[]... requests) throws IOException {
        try {
            socket.pipeline(requests);
            return true;
        } catch (SocketException e) {
            return false;
        }
    }

    private static byte[] request(int xid, Part part) {
        return ByteBuffer.allocate(8 + part.body().length)
                .putInt(xid)
                .putInt(part.op())
                .put(part.body())
                .array();
    }

    void cut() throws IOException {
        socket.close();
    }
}
