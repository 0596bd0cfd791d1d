package io.cellkeeper.server.leader;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.proxy.link.LinkMessage.Reregistration;
import io.cellkeeper.state.ReadAnswer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What interest an answered read registers (rules 8.3.1, 8.4.1, 8.8.1, 10.2, 10.16). */
final class ReadInterests {
    /** Changes of the node itself. */
    static final int DATA = Reregistration.DATA;
    /** Changes of its list of children, and its end. */
    static final int CHILD = Reregistration.CHILD;
    /** Changes of the node and of all below. */
    static final int RECURSIVE = Reregistration.RECURSIVE;

    private static final int PERSISTENT_RECURSIVE_MODE = 1;

    /** Hears what to register: no kinds if the read has registered nothing, but its answer still counts as one. */
    interface Registrar {
        void register(String path, int kinds);
    }

    private ReadInterests() {}

    /**
     * Says what a read registers.
     *
     * @param body the client's bytes; where the answer is not an error they have been decoded before
     */
    static void of(OpCode op, ByteRange body, ReadAnswer answer, Registrar registrar) {
        boolean ok = answer.error() == ErrorCode.OK;
        switch (op) {
            case EXISTS -> one(body, ok || answer.error() == ErrorCode.NO_NODE, DATA, registrar);
            case GET_DATA -> one(body, ok, DATA, registrar);
            case GET_CHILDREN, GET_CHILDREN2 -> one(body, ok, CHILD, registrar);
            case ADD_WATCH -> {
                if (ok) {
                    WireReader in = new WireReader(body);
                    String path = in.readString();
                    registrar.register(path, in.readInt() == PERSISTENT_RECURSIVE_MODE ? RECURSIVE : DATA | CHILD);
                } else {
                    one(body, false, 0, registrar);
                }
            }
            case SET_WATCHES, SET_WATCHES2 -> {
                if (ok) {
                    lists(op, body, answer.body(), registrar);
                }
            }
            default -> {
                // The other reads take no watch.
            }
        }
    }

    private static void one(ByteRange body, boolean registered, int kinds, Registrar registrar) {
        // An error may come from a body that is no record at all.
        if (registered) {
            registrar.register(new WireReader(body).readString(), kinds);
        } else if (body.length() >= 4) {
            WireReader in = new WireReader(body);
            int length = in.readInt();
            if (length >= 0 && length <= in.remaining()) {
                registrar.register(new WireReader(body).readString(), 0);
            }
        }
    }

    /** The answer has a byte for each path of each list in turn: 0 if it is to be watched, else the event it had. */
    private static void lists(OpCode op, ByteRange body, ByteRange outcomes, Registrar registrar) {
        WireReader in = new WireReader(body);
        WireReader outcome = new WireReader(outcomes);
        in.readLong();
        list(in.readStrings(), outcome, DATA, registrar);
        list(in.readStrings(), outcome, DATA, registrar);
        list(in.readStrings(), outcome, CHILD, registrar);
        if (op == OpCode.SET_WATCHES2) {
            list(in.readStrings(), outcome, DATA | CHILD, registrar);
            list(in.readStrings(), outcome, RECURSIVE, registrar);
        }
    }

    private static void list(@Nullable List<String> paths, WireReader outcomes, int kinds, Registrar registrar) {
        if (paths != null) {
            for (String path : paths) {
                registrar.register(path, outcomes.readByte() == 0 ? kinds : 0);
            }
        }
    }
}
