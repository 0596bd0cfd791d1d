package io.cellkeeper.state.op;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;

/**
 * What an operation came to.
 *
 * @param error OK, or why nothing was done
 * @param body the reply record, empty if there is none
 */
public record OperationResult(ErrorCode error, ByteRange body) {
    private static final OperationResult OK = new OperationResult(ErrorCode.OK, ByteRange.EMPTY);

    /** Done, and no more to say. */
    public static OperationResult ok() {
        return OK;
    }

    static OperationResult ok(ByteRange body) {
        return new OperationResult(ErrorCode.OK, body);
    }

    /** Nothing was done. */
    public static OperationResult failed(ErrorCode error) {
        return new OperationResult(error, ByteRange.EMPTY);
    }
}
