package io.cellkeeper.protocol;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** What one operation of a multi or multiRead came to (rules 8.12.5, 8.12.6, 8.13.1). */
public sealed interface MultiResult {
    /** A create's. */
    record Created(String path) implements MultiResult {}

    /** A create2's, createContainer's or createTTL's. */
    record CreatedWithStat(String path, Stat stat) implements MultiResult {}

    record Deleted() implements MultiResult {}

    record DataSet(Stat stat) implements MultiResult {}

    record Checked() implements MultiResult {}

    /** A getData's. */
    record Data(@Nullable ByteRange data, Stat stat) implements MultiResult {}

    /** A getChildren's. */
    record Children(Collection<String> names) implements MultiResult {}

    /** One read of a multiRead that failed; a failed multi is {@link Replies#multiFailure}. */
    record Failed(ErrorCode error) implements MultiResult {}
}
