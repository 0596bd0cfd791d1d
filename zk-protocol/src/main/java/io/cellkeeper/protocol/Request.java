package io.cellkeeper.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of a client's request, decoded (rule 7.1). Strings that a client left null are empty here unless marked
 * nullable; payloads are ranges of the frame they came in.
 */
public sealed interface Request {
    /** create, create2, createContainer and createTTL; {@code acl} is null if it came null, {@code ttl} 0 without one. */
    record Create(
            OpCode op,
            String path,
            @Nullable ByteRange data,
            @Nullable List<AclEntry> acl,
            int flags,
            long ttl) implements Request {}

    record Delete(String path, int version) implements Request {}

    record Exists(String path, boolean watch) implements Request {}

    record GetData(String path, boolean watch) implements Request {}

    record SetData(String path, @Nullable ByteRange data, int version) implements Request {}

    record GetAcl(String path) implements Request {}

    record SetAcl(String path, @Nullable List<AclEntry> acl, int version) implements Request {}

    /** getChildren and getChildren2 ({@code withStat}). */
    record GetChildren(String path, boolean watch, boolean withStat) implements Request {}

    record Sync(String path) implements Request {}

    record Check(String path, int version) implements Request {}

    /** Its operations are {@link Create}, {@link Delete}, {@link SetData} and {@link Check} only (rule 8.12.2). */
    record Multi(List<Request> operations) implements Request {}

    /** Its reads are {@link GetData} and {@link GetChildren} only (rule 8.13.1). */
    record MultiRead(List<Request> reads) implements Request {}

    record Reconfig(
            @Nullable String joining,
            @Nullable String leaving,
            @Nullable String newMembers,
            long currentConfigId) implements Request {}

    record CheckWatches(String path, int type) implements Request {}

    record RemoveWatches(String path, int type) implements Request {}

    record AddWatch(String path, int mode) implements Request {}

    /** setWatches and setWatches2 (rule 10.16); the last two lists are empty for the former. */
    record SetWatches(
            long relativeZxid,
            List<String> data,
            List<String> exist,
            List<String> child,
            List<String> persistent,
            List<String> persistentRecursive)
            implements Request {}

    record GetEphemerals(@Nullable String prefix) implements Request {}

    record GetAllChildrenNumber(String path) implements Request {}

    record Auth(String scheme, ByteRange auth) implements Request {}

    record Sasl(@Nullable ByteRange token) implements Request {}

    record Ping() implements Request {}

    record WhoAmI() implements Request {}

    record CloseSession() implements Request {}
}
