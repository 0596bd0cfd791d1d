package io.cellkeeper.state.op;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.protocol.MultiResult;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Replies;
import io.cellkeeper.protocol.Request;
import io.cellkeeper.protocol.RequestDecoder;
import org.jspecify.annotations.Nullable;

/** Applies a client's operation: decodes it, and hands it to its file. */
public final class Operations {
    private Operations() {}

    /**
     * Applies an operation, other than closeSession, of the session that the context names. Never throws, whatever the bytes are (rule 20.1).
     *
     * @param op the operation, or null if its code is none that clients may send
     */
    public static OperationResult apply(@Nullable OpCode op, ByteRange body, Context context) {
        if (op == null || op.route() != OpCode.Route.COMMAND) {
            return OperationResult.failed(ErrorCode.UNIMPLEMENTED);
        }
        Request request;
        try {
            request = RequestDecoder.decode(op, body);
        } catch (MalformedRecordException e) {
            return OperationResult.failed(ErrorCode.MARSHALLING_ERROR);
        }
        if (request instanceof Request.Create create) {
            return single(CreateOperation.apply(create, context));
        } else if (request instanceof Request.Delete delete) {
            return single(DeleteOperation.apply(delete, context));
        } else if (request instanceof Request.SetData setData) {
            return single(SetDataOperation.apply(setData, context));
        } else if (request instanceof Request.SetAcl setAcl) {
            return SetAclOperation.apply(setAcl, context);
        } else if (request instanceof Request.Multi multi) {
            return MultiOperation.apply(multi, context);
        } else if (request instanceof Request.Reconfig reconfig) {
            return ReconfigOperation.apply(reconfig, context);
        }
        throw new AssertionError(request);
    }

    private static OperationResult single(MultiResult result) {
        if (result instanceof MultiResult.Created created) {
            return OperationResult.ok(Replies.path(created.path()));
        } else if (result instanceof MultiResult.CreatedWithStat created) {
            return OperationResult.ok(Replies.pathAndStat(created.path(), created.stat()));
        } else if (result instanceof MultiResult.Deleted) {
            return OperationResult.ok();
        } else if (result instanceof MultiResult.DataSet set) {
            return OperationResult.ok(Replies.stat(set.stat()));
        } else if (result instanceof MultiResult.Failed failed) {
            return OperationResult.failed(failed.error());
        }
        throw new AssertionError(result);
    }
}
