package io.cellkeeper.state.op;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.MultiResult;
import io.cellkeeper.protocol.Paths;
import io.cellkeeper.protocol.Request;
import io.cellkeeper.state.tree.Node;
import io.cellkeeper.state.tree.Tree;

/** check, inside a multi: the order of rule 8.11. Changes nothing. */
final class CheckOperation {
    private static final MultiResult CHECKED = new MultiResult.Checked();

    private CheckOperation() {}

    static MultiResult apply(Request.Check request, Context context) {
        if (!Paths.isValid(request.path())) {
            return Failures.of(ErrorCode.BAD_ARGUMENTS);
        }
        context.tree.locate(context.place, Tree.bytesOf(request.path()));
        Node node = context.place.node();
        if (node == null) {
            return Failures.of(ErrorCode.NO_NODE);
        }
        if (!context.permits(node.acl(), AclEntry.READ)) {
            return Failures.of(ErrorCode.NO_AUTH);
        }
        return Versions.match(request.version(), node.version()) ? CHECKED : Failures.of(ErrorCode.BAD_VERSION);
    }
}
