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
        byte[] pathBytes = Tree.bytesOf(path);
        context.tree.locate(context.place, pathBytes);
        Node node = context.place.node();
        if (node == null) {
            return Failures.of(ErrorCode.NO_NODE);
        }
        if (!context.permits(node.acl(), AclEntry.WRITE)) {
            return Failures.of(ErrorCode.NO_AUTH);
        }
        ByteRange data = request.data();
        int length = data == null ? 0 : data.length();
        if (Quotas.refuse(pathBytes, 0, length - node.dataLength(), context)) {
            return Failures.of(ErrorCode.QUOTA_EXCEEDED);
        }
        if (!Versions.match(request.version(), node.version())) {
            return Failures.of(ErrorCode.BAD_VERSION);
        }
        setData(path, node, data, Versions.next(node.version()), context);
        return new MultiResult.DataSet(QuotaStats.stat(path, node, context));
    }

    /** Sets the data of the node that the context's place leads to. */
    static void setData(String path, Node node, @Nullable ByteRange data, int version, Context context) {
        Tree tree = context.tree;
        tree.setData(context.place, data, version, context.zxid(), context.timeMs, context.cellTimeMs);
        context.changes.add(new Change(
                context.zxid(), Change.Kind.DATA_CHANGED, path, tree.acls().list(node.acl()), null));
    }
}
