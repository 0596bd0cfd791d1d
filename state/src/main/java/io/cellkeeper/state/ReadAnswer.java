package io.cellkeeper.state;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;

/**
 * The answer to a read.
 *
 * @param error OK, or why there is no record
 * @param body the reply record without its header; empty with an error
 */
public record ReadAnswer(ErrorCode error, ByteRange body) {
    public static ReadAnswer failed(ErrorCode error) {
        return new ReadAnswer(error, ByteRange.EMPTY);
    }
}
