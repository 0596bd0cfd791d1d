package io.cellkeeper.state.op;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.MultiResult;
import io.cellkeeper.protocol.Paths;
import io.cellkeeper.protocol.Request;
import io.cellkeeper.state.Change;
import io.cellkeeper.state.tree.Node;
import io.cellkeeper.state.tree.Tree;
import org.jspecify.annotations.Nullable;

/** setData: the checks in the order of rule 8.5.1. */
final class SetDataOperation {
    private SetDataOperation() {}

    static MultiResult apply(Request.SetData request, Context context) {
        String path = request.path();
        if (!Paths.isValid(path)) {
            return Failures.of(ErrorCode.BAD_ARGUMENTS);
        }
        context.tree.locate(context.place, Tree.bytesOf(path));
        Node node = context.place.node();
        if (node == null) {
            return Failures.of(ErrorCode.NO_NODE);
        }
        if (!context.permits(node.acl(), AclEntry.WRITE)) {
            return Failures.of(ErrorCode.NO_AUTH);
        }
        if (!Versions.match(request.version(), node.version())) {
            return Failures.of(ErrorCode.BAD_VERSION);
        }
        setData(path, node, request.data(), Versions.next(node.version()), context);
        return new MultiResult.DataSet(node.stat());
    }

    /** Sets the data of the node that the context's place leads to. */
    static void setData(String path, Node node, @Nullable ByteRange data, int version, Context context) {
        Tree tree = context.tree;
        tree.setData(context.place, data, version, context.zxid(), context.timeMs, context.cellTimeMs);
        context.changes.add(new Change(
                context.zxid(), Change.Kind.DATA_CHANGED, path, tree.acls().list(node.acl()), null));
    }
}
