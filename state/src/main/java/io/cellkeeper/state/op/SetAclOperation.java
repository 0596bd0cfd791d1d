package io.cellkeeper.state.op;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.Acls;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Paths;
import io.cellkeeper.protocol.Replies;
import io.cellkeeper.protocol.Request;
import io.cellkeeper.state.tree.Node;
import io.cellkeeper.state.tree.Tree;
import java.util.List;

/** setACL: the checks in the order of rule 8.7.1. No watch fires, and of the stat only aversion changes (rule 5.5). */
final class SetAclOperation {
    private SetAclOperation() {}

    static OperationResult apply(Request.SetAcl request, Context context) {
        if (!Paths.isValid(request.path())) {
            return OperationResult.failed(ErrorCode.BAD_ARGUMENTS);
        }
        List<AclEntry> acl = Acls.fixUp(request.acl(), context.identities());
        if (acl == null) {
            return OperationResult.failed(ErrorCode.INVALID_ACL);
        }
        context.tree.locate(context.place, Tree.bytesOf(request.path()));
        Node node = context.place.node();
        if (node == null) {
            return OperationResult.failed(ErrorCode.NO_NODE);
        }
        if (!context.permits(node.acl(), AclEntry.ADMIN)) {
            return OperationResult.failed(ErrorCode.NO_AUTH);
        }
        if (!Versions.match(request.version(), node.aversion())) {
            return OperationResult.failed(ErrorCode.BAD_VERSION);
        }
        context.tree.setAcl(context.place, acl, Versions.next(node.aversion()));
        return OperationResult.ok(Replies.stat(QuotaStats.stat(request.path(), node, context)));
    }
}
