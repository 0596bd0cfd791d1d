package io.cellkeeper.state.op;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.MultiResult;
import io.cellkeeper.protocol.Paths;
import io.cellkeeper.protocol.Request;
import io.cellkeeper.state.Change;
import io.cellkeeper.state.tree.AclTable;
import io.cellkeeper.state.tree.Node;
import io.cellkeeper.state.tree.Tree;

/** delete: the checks in the order of rule 8.2.1. */
final class DeleteOperation {
    private static final MultiResult DELETED = new MultiResult.Deleted();

    private DeleteOperation() {}

    static MultiResult apply(Request.Delete request, Context context) {
        String path = request.path();
        if (!Paths.hasParent(path) || Paths.isSystem(path)) {
            return Failures.of(ErrorCode.BAD_ARGUMENTS);
        }
        Tree tree = context.tree;
        tree.locate(context.place, Tree.bytesOf(path));
        Node parent = context.place.parent();
        if (parent == null) {
            return Failures.of(ErrorCode.NO_NODE);
        }
        if (!context.permits(parent.acl(), AclEntry.DELETE)) {
            return Failures.of(ErrorCode.NO_AUTH);
        }
        Node node = context.place.node();
        if (node == null) {
            return Failures.of(ErrorCode.NO_NODE);
        }
        if (!Versions.match(request.version(), node.version())) {
            return Failures.of(ErrorCode.BAD_VERSION);
        }
        if (node.numChildren() > 0) {
            return Failures.of(ErrorCode.NOT_EMPTY);
        }
        delete(path, parent, node, context);
        return DELETED;
    }

    /** Deletes the node that the context's place leads to. */
    static void delete(String path, Node parent, Node node, Context context) {
        AclTable acls = context.tree.acls();
        context.changes.add(
                new Change(context.zxid(), Change.Kind.DELETED, path, acls.list(node.acl()), acls.list(parent.acl())));
        context.tree.delete(context.place, context.zxid());
    }
}
