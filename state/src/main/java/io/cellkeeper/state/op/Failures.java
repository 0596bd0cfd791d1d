package io.cellkeeper.state.op;

import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.MultiResult;
import java.util.EnumMap;
import java.util.Objects;

/** One failure of each error. */
final class Failures {
    private static final EnumMap<ErrorCode, MultiResult> ALL = new EnumMap<>(ErrorCode.class);

    static {
        for (ErrorCode error : ErrorCode.values()) {
            ALL.put(error, new MultiResult.Failed(error));
        }
    }

    private Failures() {}

    static MultiResult of(ErrorCode error) {
        return Objects.requireNonNull(ALL.get(error));
    }
}
