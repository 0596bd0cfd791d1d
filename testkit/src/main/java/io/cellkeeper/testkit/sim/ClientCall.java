package io.cellkeeper.testkit.sim;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireReader;
import org.jspecify.annotations.Nullable;

/** A request of a client under way. */
final class ClientCall {
    final OpCode op;
    final String path;
    final int xid;
    final ByteRange frame;
    final Then then;
    /** What it writes, or −1. */
    final int value;
    /** The version that it demands, −1 for any. */
    final int version;
    /** A watch to register with the answer. */
    final boolean watch;
    /** When it was sent, the agenda's time. */
    long invoked;
    /** The newest zxid that anyone had been shown by then. */
    long floor;

    /** What the program does with an answer. */
    interface Then {
        /** @param reply null if the connection was lost first: the outcome is unknown */
        void answered(@Nullable Reply reply);
    }

    /** An answer. */
    record Reply(long zxid, int error, ByteRange body) {
        boolean isOk() {
            return error == 0;
        }

        WireReader reader() {
            return new WireReader(body);
        }
    }

    ClientCall(OpCode op, String path, int xid, ByteRange frame, int value, int version, boolean watch, Then then) {
        this.op = op;
        this.path = path;
        this.xid = xid;
        this.frame = frame;
        this.value = value;
        this.version = version;
        this.watch = watch;
        this.then = then;
    }

    boolean isCommand() {
        return op.route() == OpCode.Route.COMMAND;
    }

    boolean isRead() {
        return op.route() == OpCode.Route.READ;
    }

    @Override
    public String toString() {
        return op + " " + path + (value < 0 ? "" : " value " + value) + (version < 0 ? "" : " version " + version)
                + (watch ? " watch" : "");
    }
}
