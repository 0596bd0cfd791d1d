package io.cellkeeper.compat.differential;

import io.cellkeeper.compat.differential.Step.How;
import io.cellkeeper.compat.differential.Step.Part;
import io.cellkeeper.compat.wire.Frame;
import io.cellkeeper.compat.wire.RawClient;
import io.cellkeeper.compat.wire.RawSession;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.jspecify.annotations.Nullable;

/** One of a sequence's clients: its session, which outlives its connections. Connects when it needs to. */
final class SequenceClient {
    private static final Set<Integer> WATCHING = Set.of(
            OpCode.exists,
            OpCode.getData,
            OpCode.getChildren,
            OpCode.getChildren2,
            OpCode.addWatch,
            OpCode.setWatches,
            OpCode.setWatches2);

    /**
     * After a reply with one of these the server closes the connection (rules 7.3, 3.9, 11.7), but may answer a request
     * that comes meanwhile.
     */
    private static final Set<Integer> CLOSING = Set.of(-6, -112, -115, -124);

    private final int id;
    private final int port;
    private final Consumer<Seen> seen;
    private RawSession session = RawSession.NEW;
    private RawSession closed = RawSession.NEW;
    private @Nullable Connection connection;
    private boolean watching;
    private long lastZxid;

    SequenceClient(int id, int port, Consumer<Seen> seen) {
        this.id = id;
        this.port = port;
        this.seen = seen;
    }

    int id() {
        return id;
    }

    /** Sends requests and returns the replies; fewer if the connection was closed. */
    List<Frame> ask(int step, List<Part> parts, int timeoutMs) throws IOException {
        Connection open = connection(step, timeoutMs);
        if (open == null) {
            return List.of();
        }
        watching |= parts.stream().anyMatch(part -> WATCHING.contains(part.op()));
        List<Frame> replies = open.ask(step, parts);
        boolean closes = false;
        for (int i = 0; i < replies.size(); i++) {
            Frame reply = replies.get(i);
            lastZxid = Math.max(lastZxid, reply.zxid());
            closes |= CLOSING.contains(reply.err());
            if (parts.get(i).op() == OpCode.closeSession && reply.err() == 0) {
                closed = session;
                session = RawSession.NEW;
                closes = true;
            }
        }
        if (closes && replies.size() == parts.size()) {
            open.awaitClosed(step);
        }
        if (closes || replies.size() < parts.size()) {
            cut();
        }
        return replies;
    }

    void noise(int step, byte[] bytes, int timeoutMs) throws IOException {
        Connection open = connection(step, timeoutMs);
        if (open != null && !open.survives(step, bytes)) {
            cut();
        }
    }

    /** Asks for the events that have come, if the client may have watches; they are read by {@link #awaitEvents}. */
    boolean askForEvents(int step) throws IOException {
        if (connection == null || !watching) {
            return false;
        }
        if (!connection.ping(step)) {
            cut();
            return false;
        }
        return true;
    }

    /** Notes the events that were asked for. */
    void awaitEvents(int step) throws IOException {
        if (connection != null && !connection.awaitPing(step)) {
            cut();
        }
    }

    void closeSession(int step) throws IOException {
        if (session.id() != 0) {
            ask(step, List.of(Requests.bare(OpCode.closeSession)), 30_000);
        }
    }

    void cut() throws IOException {
        if (connection != null) {
            connection.cut();
            connection = null;
            watching = false;
        }
    }

    void connect(int step, How how, int timeoutMs) throws IOException {
        Connection old = connection;
        connection = null;
        watching = false;
        if (old != null && how != How.BESIDE_THE_OLD_CONNECTION) {
            old.cut();
            old = null;
        }
        RawSession asked = asked(how);
        RawClient socket = RawClient.open(port);
        long zxid = how == How.FROM_THE_FUTURE ? Long.MAX_VALUE : lastZxid;
        socket.sendConnect(asked, timeoutMs, zxid, how != How.WITHOUT_READ_ONLY_BYTE);
        try {
            RawSession got = socket.readConnected();
            seen.accept(Seen.connected(step, id, "connected: " + text(asked, got), got.id()));
            if (got.id() == 0) {
                seen.accept(socket.awaitClosed() ? Seen.note(step, id, "closed") : Seen.silence(step, id));
                socket.close();
            } else {
                connection = new Connection(socket, id, seen);
                session = got;
            }
        } catch (EOFException | SocketException e) {
            seen.accept(Seen.note(step, id, "closed without an answer"));
            socket.close();
        }
        if (old != null) {
            old.awaitClosed(step);
            old.cut();
        }
    }

    private RawSession asked(How how) {
        return switch (how) {
            case AGAIN, WITHOUT_READ_ONLY_BYTE, BESIDE_THE_OLD_CONNECTION, FROM_THE_FUTURE -> session;
            case WITH_ANOTHER_PASSWORD -> session.withPassword(new byte[16]);
            case WITH_A_SHORT_PASSWORD -> session.withPassword(Arrays.copyOf(session.password(), 15));
            case WITH_NO_PASSWORD -> session.withPassword(new byte[0]);
            case WITH_A_CLOSED_SESSION -> closed;
        };
    }

    private static String text(RawSession asked, RawSession got) {
        String name = got.id() == 0 ? "refused" : got.id() == asked.id() ? "the same session" : "a new session";
        String password = Arrays.equals(got.password(), asked.password())
                ? "the same password"
                : Arrays.equals(got.password(), new byte[16]) ? "no password" : "a new password";
        return name + ", " + password + ", " + got.timeoutMs() + " ms, " + got.length() + " bytes";
    }

    private @Nullable Connection connection(int step, int timeoutMs) throws IOException {
        if (connection == null) {
            connect(step, How.AGAIN, timeoutMs);
        }
        return connection;
    }
}
