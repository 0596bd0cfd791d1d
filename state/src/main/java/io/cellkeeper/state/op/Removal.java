package io.cellkeeper.state.op;

import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.state.batch.RemovalBody;
import io.cellkeeper.state.tree.ManagedNode;
import io.cellkeeper.state.tree.Tree;
import java.util.Objects;

/** The removal of a container or a node with a time to live, judged anew by the state and the cell's time (rule 12.5). */
public final class Removal {
    private Removal() {}

    /** Removes the node as a delete does (rule 12.6), or says why it stays: the leader may have looked too early. */
    public static ErrorCode apply(RemovalBody body, Context context) {
        context.tree.locate(context.place, Tree.bytesOf(body.path()));
        if (!(context.place.node() instanceof ManagedNode node)) {
            return ErrorCode.NO_NODE;
        }
        if (!node.isDue(context.cellTimeMs, body.maxNeverUsedMs())) {
            return ErrorCode.BAD_VERSION;
        }
        DeleteOperation.delete(body.path(), Objects.requireNonNull(context.place.parent()), node, context);
        return ErrorCode.OK;
    }
}
