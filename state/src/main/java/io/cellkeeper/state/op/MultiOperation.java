package io.cellkeeper.state.op;

import io.cellkeeper.protocol.CreateMode;
import io.cellkeeper.protocol.MultiResult;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Replies;
import io.cellkeeper.protocol.Request;
import java.util.ArrayList;
import java.util.List;

/** multi: all of its operations or none (rule 8.12), each seeing what those before it did. */
final class MultiOperation {
    private MultiOperation() {}

    static OperationResult apply(Request.Multi request, Context context) {
        List<Request> operations = request.operations();
        List<MultiResult> results = new ArrayList<>(operations.size());
        context.tree.begin();
        for (int i = 0; i < operations.size(); i++) {
            MultiResult result = applyOne(operations.get(i), context);
            if (result instanceof MultiResult.Failed failed) {
                context.tree.rollback();
                context.changes.clear();
                return OperationResult.ok(Replies.multiFailure(operations.size(), i, failed.error()));
            }
            results.add(result);
        }
        context.tree.commit();
        return OperationResult.ok(Replies.multi(results));
    }

    private static MultiResult applyOne(Request operation, Context context) {
        if (operation instanceof Request.Create create) {
            return CreateOperation.apply(asSentInMulti(create), context);
        } else if (operation instanceof Request.Delete delete) {
            return DeleteOperation.apply(delete, context);
        } else if (operation instanceof Request.SetData setData) {
            return SetDataOperation.apply(setData, context);
        } else if (operation instanceof Request.Check check) {
            return CheckOperation.apply(check, context);
        }
        throw new AssertionError(operation);
    }

    /** Only here does ZooKeeper take a create with a container's flag for createContainer, down to the reply. */
    private static Request.Create asSentInMulti(Request.Create create) {
        return create.op() == OpCode.CREATE && create.flags() == CreateMode.CONTAINER.flag()
                ? new Request.Create(
                        OpCode.CREATE_CONTAINER, create.path(), create.data(), create.acl(), create.flags(), 0)
                : create;
    }
}
