package io.cellkeeper.state.op;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Request;
import io.cellkeeper.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/** multiRead: each read is answered for itself, all of one state (rule 8.13.1). */
final class MultiRead {
    /** Bytes of an answer: a link takes no more for one client, and a few reads of one node could ask for any number. */
    static final int MAX_ANSWER_BYTES = 64 << 20;

    private static final int ERROR_TYPE = -1;

    private MultiRead() {}

    /** The answer, or null if it would be too large for anybody. */
    static @Nullable ByteRange answer(Request.MultiRead request, Context context) {
        WireWriter out = new WireWriter(128 * (1 + Math.min(request.reads().size(), 1024)));
        for (Request read : request.reads()) {
            if (read instanceof Request.GetData getData) {
                if (begin(OpCode.GET_DATA, getData.path(), context, out)) {
                    Reads.writeDataAndStat(getData.path(), context, out);
                }
            } else if (read instanceof Request.GetChildren getChildren) {
                if (begin(OpCode.GET_CHILDREN, getChildren.path(), context, out)) {
                    Reads.writeChildren(Reads.found(context), out);
                }
            } else {
                throw new AssertionError(read);
            }
            if (out.length() > MAX_ANSWER_BYTES) {
                return null;
            }
        }
        header(out, ERROR_TYPE, true, ERROR_TYPE);
        return out.takeRange();
    }

    /** Finds the node and writes the result's header, or all of it if there is only an error. */
    private static boolean begin(OpCode op, String path, Context context, WireWriter out) {
        ErrorCode error = Reads.find(path, context);
        if (error == ErrorCode.OK) {
            header(out, op.code(), false, 0);
            return true;
        }
        header(out, ERROR_TYPE, false, error.code());
        out.writeInt(error.code());
        return false;
    }

    private static void header(WireWriter out, int type, boolean done, int error) {
        out.writeInt(type).writeBoolean(done).writeInt(error);
    }
}
