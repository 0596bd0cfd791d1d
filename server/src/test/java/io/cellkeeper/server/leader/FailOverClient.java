package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.ClientConnection;
import io.cellkeeper.proxy.ClientOut;
import io.cellkeeper.state.Change;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A client that sends one request at a time, and is told of every change of one node. */
final class FailOverClient implements ClientOut {
    static final int READY = 4;
    private static final String WATCHED = "/watched";

    /** A request without a reply. */
    private record Sent(int xid, OpCode op) {}

    final FailOverSimulationTest.World world;
    final FailOverSimulationTest.Proxy proxy;
    final int number;
    final ClientConnection connection;
    final WireWriter received = new WireWriter(256);
    final List<String> created = new ArrayList<>();
    int taken;
    int phase;
    int pending;
    int xid;
    final ArrayDeque<Sent> sent = new ArrayDeque<>();
    boolean over;
    long sentAt;
    /** How many of all changes of the watched node it has been told; −1 while it does not watch. */
    int told = -1;

    FailOverClient(FailOverSimulationTest.World world, FailOverSimulationTest.Proxy proxy, int number) {
        this.world = world;
        this.proxy = proxy;
        this.number = number;
        connection = proxy.core.connected(
                this, new InetSocketAddress(InetAddress.getLoopbackAddress(), 1000 + number), world.now);
    }

    void act() {
        if (pending > 0 || (over && world.now - sentAt < 1_000 * FailOverSimulationTest.MS)) {
            return;
        }
        switch (phase) {
            case 0 -> {
                send(new WireWriter(64)
                        .writeInt(0)
                        .writeLong(0)
                        .writeInt(40_000)
                        .writeLong(0)
                        .writeBuffer(ByteRange.of(new byte[16]))
                        .writeBoolean(false));
            }
            case 1 -> create(WATCHED, 0);
            case 2 -> create(FailOverSimulationTest.PARENT, 0);
            case 3 ->
                request(OpCode.ADD_WATCH, body -> body.writeString(WATCHED).writeInt(0));
            default -> {
                if (over) {
                    request(OpCode.SYNC, body -> body.writeString("/"));
                    return;
                }
                for (int commands = world.random.nextInt(3); commands > 0; commands--) {
                    command();
                }
                for (int others = world.random.nextInt(3); others > 0; others--) {
                    other();
                }
            }
        }
    }

    private void command() {
        switch (world.random.nextInt(3)) {
            case 0 -> create(FailOverSimulationTest.PARENT + "/n-", 2);
            case 1 -> request(OpCode.SET_DATA, FailOverClient::setWatched);
            default ->
                // Changes of one command, which a link can cut in two.
                request(OpCode.MULTI, body -> {
                    int changes = 1 + world.random.nextInt(3);
                    for (int i = 0; i < changes; i++) {
                        setWatched(multiHeader(body, OpCode.SET_DATA.code(), false));
                    }
                    multiHeader(body, -1, true);
                });
        }
    }

    private static void setWatched(WireWriter body) {
        body.writeString(WATCHED).writeBuffer(ByteRange.of(new byte[3])).writeInt(-1);
    }

    private static WireWriter multiHeader(WireWriter body, int type, boolean done) {
        return body.writeInt(type).writeBoolean(done).writeInt(-1);
    }

    private void other() {
        switch (world.random.nextInt(3)) {
            case 0 -> request(OpCode.GET_DATA, body -> body.writeString(WATCHED).writeBoolean(false));
            case 1 -> request(OpCode.SYNC, body -> body.writeString("/"));
            default -> request(OpCode.PING, body -> {});
        }
    }

    /** Whether it was told every change there has been. */
    boolean hasHeardAll() {
        return told == watchedChanges().size();
    }

    private void create(String path, int flags) {
        request(
                OpCode.CREATE,
                body -> body.writeString(path)
                        .writeBuffer(ByteRange.EMPTY)
                        .writeAcl(List.of(new AclEntry(AclEntry.ALL, AclEntry.ANYONE)))
                        .writeInt(flags));
    }

    private void request(OpCode code, Consumer<WireWriter> body) {
        int ofXid = code == OpCode.PING ? -2 : ++xid;
        sent.add(new Sent(ofXid, code));
        WireWriter out = new WireWriter(64).writeInt(ofXid).writeInt(code.code());
        body.accept(out);
        send(out);
    }

    private void send(WireWriter frame) {
        pending++;
        sentAt = world.now;
        proxy.core.frame(connection, frame.toRange(), world.now);
        proxy.flush();
    }

    private List<Change> watchedChanges() {
        return world.changes.stream()
                .filter(change -> change.path().equals(WATCHED))
                .toList();
    }

    private void frame(WireReader in) {
        if (phase == 0) {
            phase = 1;
            pending--;
            return;
        }
        int got = in.readInt();
        long zxid = in.readLong();
        int error = in.readInt();
        if (got == -1) {
            assertEquals(
                    watchedChanges().get(told).zxid(), zxid, () -> this + " is told a change too early, late or twice");
            told++;
            return;
        }
        pending--;
        Sent request = sent.remove();
        assertEquals(request.xid, got, "xid");
        if (request.op == OpCode.ADD_WATCH) {
            told = (int) watchedChanges().stream()
                    .filter(change -> change.zxid() <= zxid)
                    .count();
        } else if (told >= 0 && zxid > 0) {
            long shown = watchedChanges().stream()
                    .filter(change -> change.zxid() <= zxid)
                    .count();
            assertTrue(told >= shown, () -> this + " is shown a change it was not told");
        }
        if (phase < READY) {
            phase++;
        } else if (request.op == OpCode.CREATE) {
            assertEquals(0, error);
            created.add(in.readString());
        }
    }

    @Override
    public boolean isWritable() {
        return true;
    }

    @Override
    public void write(byte[] array, int offset, int length) {
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
            taken += 4 + frameLength;
            frame(new WireReader(in.readBytes(frameLength)));
        }
    }

    @Override
    public void setReading(boolean reading) {}

    @Override
    public void closeAfterFlush() {
        throw new AssertionError(this + " is closed: " + proxy.core.closedByReason());
    }

    @Override
    public void reset() {
        throw new AssertionError(this + " is reset: " + proxy.core.closedByReason());
    }

    @Override
    public String toString() {
        return "client " + number + " in phase " + phase + " with " + sent + " unanswered, told " + told;
    }
}
