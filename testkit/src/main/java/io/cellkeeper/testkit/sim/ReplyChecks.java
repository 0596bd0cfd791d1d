package io.cellkeeper.testkit.sim;

import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.testkit.sim.ClientCall.Reply;
import io.cellkeeper.testkit.sim.ClientWire.SeenStat;
import io.cellkeeper.testkit.truth.GroundTruth;
import io.cellkeeper.testkit.truth.NodeTimeline;
import io.cellkeeper.testkit.truth.SessionLedger;
import io.cellkeeper.testkit.truth.Violation;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds every answer that a client gets against the truth: answers in the order of requests, zxids that never go back, reads
 * that show exactly the state of the zxid they name and nothing older than anyone had been shown when they were sent, writes
 * that were applied at the zxid they name, events before the answers that show their change.
 */
final class ReplyChecks {
    private final String owner;
    private final Cell cell;
    private final GroundTruth truth;
    private final WatchBook watches;
    private long shownZxid;
    private long shownOnConnection;
    private long eventZxid;

    ReplyChecks(String owner, Cell cell) {
        this.owner = owner;
        this.cell = cell;
        truth = cell.truth();
        watches = new WatchBook(truth, owner);
    }

    WatchBook watches() {
        return watches;
    }

    void invoked(ClientCall call) {
        call.invoked = cell.agenda().now();
        call.floor = cell.shown();
        if (call.op != OpCode.PING) {
            cell.coverage().count(Coverage.Kind.OPERATION);
        }
    }

    void event(int type, String path, long zxid) {
        if (zxid >= 0) {
            if (zxid <= shownOnConnection) {
                throw new Violation(
                        "event before reply",
                        owner + " was told of " + path + " at " + Long.toHexString(zxid) + " after an answer at "
                                + Long.toHexString(shownOnConnection));
            }
            if (zxid < eventZxid) {
                throw new Violation(
                        "event order",
                        owner + " was told of " + path + " at " + Long.toHexString(zxid) + " after an event at "
                                + Long.toHexString(eventZxid));
            }
            eventZxid = zxid;
            cell.show(zxid);
        }
        watches.event(type, path, zxid);
    }

    void answered(@Nullable ClientCall call, int xid, Reply reply) {
        if (call == null || call.xid != xid) {
            throw new Violation("fifo", owner + " got an answer to " + xid + " when it waited for " + call);
        }
        long zxid = reply.zxid();
        if (zxid < shownZxid) {
            throw new Violation(
                    "monotonic",
                    owner + ": " + call + " answered at " + Long.toHexString(zxid) + " after "
                            + Long.toHexString(shownZxid));
        }
        // That a session is over is also told without the zxid at which it ended.
        boolean isOwnZxid = call.isCommand() && call.op != OpCode.CLOSE_SESSION;
        boolean isOld = isOwnZxid ? zxid <= call.floor : zxid < call.floor;
        if (isOld && (call.isRead() || call.isCommand())) {
            throw new Violation(
                    "real time",
                    owner + ": " + call + " answered at " + Long.toHexString(zxid) + " when "
                            + Long.toHexString(call.floor) + " had been shown before it was asked");
        }
        shownZxid = zxid;
        shownOnConnection = Math.max(shownOnConnection, zxid);
        cell.show(zxid);
        if (call.op != OpCode.SET_WATCHES2) {
            watches.shown(zxid);
        }
        content(call, reply);
        cell.histories().answered(owner, call, reply);
    }

    void unknown(long session, ClientCall call) {
        if (call.op != OpCode.PING) {
            cell.coverage().count(Coverage.Kind.UNKNOWN);
        }
        cell.histories().unknown(owner, session, call);
    }

    void disconnected() {
        watches.suspend();
        shownOnConnection = 0;
        eventZxid = 0;
    }

    void nothingToRestore() {
        watches.resume();
    }

    void sessionOver() {
        watches.clear();
        shownOnConnection = 0;
        eventZxid = 0;
    }

    /** Another process: what the former was shown doesn't bind. */
    void begin() {
        shownZxid = 0;
    }

    /** The client was told that its session is over. */
    void toldExpired(long session) {
        SessionLedger.Entry entry = truth.sessions().find(session);
        if (entry != null && !entry.isOver()) {
            throw new Violation(
                    "session", owner + " was told that its live session 0x" + Long.toHexString(session) + " is over");
        }
    }

    /** The client has a session: the one it came with, if it had one. */
    void opened(long before, long now) {
        SessionLedger.Entry entry = truth.sessions().find(now);
        if ((before != 0 && before != now) || entry == null) {
            throw new Violation(
                    "session",
                    owner + " came with 0x" + Long.toHexString(before) + " and got 0x" + Long.toHexString(now));
        }
        cell.histories().settled(now);
    }

    private void content(ClientCall call, Reply reply) {
        NodeTimeline node = truth.node(call.path);
        long zxid = reply.zxid();
        boolean isThere = node.existsAt(zxid);
        if (reply.error() != 0) {
            ErrorCode error = ErrorCode.of(reply.error());
            boolean right = switch (error) {
                case NO_NODE -> !isThere || call.op == OpCode.CREATE;
                case NODE_EXISTS -> isThere;
                case BAD_VERSION -> isThere && node.versionAt(zxid) != call.version;
                default -> false;
            };
            expect(right, call, reply, () -> "the error does not fit");
            if (error == ErrorCode.NO_NODE && call.watch && call.op == OpCode.EXISTS) {
                watches.register(call.path, WatchBook.Table.EXIST, zxid);
            }
            return;
        }
        switch (call.op) {
            case GET_DATA -> {
                var in = reply.reader();
                ClientWire.value(in);
                expectStat(call, reply, SeenStat.read(in));
            }
            case EXISTS -> expectStat(call, reply, SeenStat.read(reply.reader()));
            case GET_CHILDREN -> {
                List<String> names = reply.reader().readStrings();
                expect(
                        isThere && names != null && new TreeSet<>(names).equals(node.childrenAt(zxid)),
                        call,
                        reply,
                        () -> "children " + names + ", there were " + node.childrenAt(zxid));
                if (call.watch) {
                    watches.register(call.path, WatchBook.Table.CHILD, zxid);
                }
            }
            case ADD_WATCH -> watches.register(call.path, WatchBook.Table.PERSISTENT, zxid);
            case CREATE -> {
                NodeTimeline created = truth.node(reply.reader().readString());
                expect(created.czxidAt(zxid) == zxid, call, reply, () -> "nothing was created then");
            }
            case DELETE -> expect(!isThere && node.existsAt(zxid - 1), call, reply, () -> "nothing was deleted then");
            case SET_DATA ->
                expect(
                        node.mzxidAt(zxid) == zxid
                                && SeenStat.read(reply.reader()).version() == node.versionAt(zxid),
                        call,
                        reply,
                        () -> "nothing was set then");
            default -> {
                // The others say nothing that is not checked elsewhere.
            }
        }
    }

    private void expectStat(ClientCall call, Reply reply, SeenStat seen) {
        NodeTimeline node = truth.node(call.path);
        long zxid = reply.zxid();
        SeenStat right = new SeenStat(node.czxidAt(zxid), node.mzxidAt(zxid), node.versionAt(zxid), node.pzxidAt(zxid));
        expect(node.existsAt(zxid) && seen.equals(right), call, reply, () -> "saw " + seen + ", there was " + right);
        if (call.watch) {
            watches.register(call.path, WatchBook.Table.DATA, zxid);
        }
    }

    private void expect(boolean right, ClientCall call, Reply reply, Supplier<String> what) {
        if (!right) {
            throw new Violation(
                    "truth",
                    owner + ": " + call + " answered " + reply.error() + " at " + Long.toHexString(reply.zxid()) + ": "
                            + what.get());
        }
    }
}
