package io.cellkeeper.protocol;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The records of replies, without their header (rule 7.1). Where an operation has none it is {@link ByteRange#EMPTY}.
 */
public final class Replies {
    /** addWatch's: an error code of zero, without which the Java client drops the connection (rule 7.2). */
    public static final ByteRange ADD_WATCH = integer(0);

    private static final int MULTI_HEADER_LENGTH = 9;
    private static final int ERROR_TYPE = -1;

    private Replies() {}

    /** create's and sync's. */
    public static ByteRange path(String path) {
        return new WireWriter(lengthOf(path)).writeString(path).takeRange();
    }

    /** create2's, createContainer's and createTTL's. */
    public static ByteRange pathAndStat(String path, Stat stat) {
        return new WireWriter(lengthOf(path) + Stat.LENGTH)
                .writeString(path)
                .writeStat(stat)
                .takeRange();
    }

    /** exists', setData's and setACL's. */
    public static ByteRange stat(Stat stat) {
        return new WireWriter(Stat.LENGTH).writeStat(stat).takeRange();
    }

    /** getData's and reconfig's. */
    public static ByteRange dataAndStat(@Nullable ByteRange data, Stat stat) {
        return new WireWriter(4 + (data == null ? 0 : data.length()) + Stat.LENGTH)
                .writeBuffer(data)
                .writeStat(stat)
                .takeRange();
    }

    /** getChildren's (names) and getEphemerals' (paths). */
    public static ByteRange strings(Collection<String> strings) {
        return new WireWriter(lengthOf(strings)).writeStrings(strings).takeRange();
    }

    /** getChildren2's. */
    public static ByteRange stringsAndStat(Collection<String> strings, Stat stat) {
        return new WireWriter(lengthOf(strings) + Stat.LENGTH)
                .writeStrings(strings)
                .writeStat(stat)
                .takeRange();
    }

    /** getACL's; what to show is {@link Acls#mask}'s. */
    public static ByteRange aclAndStat(List<AclEntry> acl, Stat stat) {
        return new WireWriter(4 + 32 * acl.size() + Stat.LENGTH)
                .writeAcl(acl)
                .writeStat(stat)
                .toRange();
    }

    /** whoAmI's (rule 8.16.1): of a digest only the user is shown, of {@code super} nobody. */
    public static ByteRange whoAmI(List<Identity> identities) {
        WireWriter out = new WireWriter(4 + 32 * identities.size()).writeInt(identities.size());
        for (Identity identity : identities) {
            out.writeString(identity.scheme()).writeString(shownUser(identity));
        }
        return out.toRange();
    }

    /** getAllChildrenNumber's. */
    public static ByteRange integer(int value) {
        return new WireWriter(4).writeInt(value).toRange();
    }

    /** sasl's. */
    public static ByteRange buffer(@Nullable ByteRange token) {
        return new WireWriter(4 + (token == null ? 0 : token.length()))
                .writeBuffer(token)
                .toRange();
    }

    /** A multi that succeeded (rule 8.12.5), or a multiRead (rule 8.13.1). */
    public static ByteRange multi(List<MultiResult> results) {
        WireWriter out = new WireWriter(MULTI_HEADER_LENGTH + 32 * results.size());
        for (MultiResult result : results) {
            writeResult(out, result);
        }
        writeTerminator(out);
        return out.toRange();
    }

    /**
     * A multi that failed (rule 8.12.6): the reply's header says OK nevertheless.
     *
     * @param operations how many it had
     * @param failed which of them failed, from 0
     * @param error that one's; those before it get 0, those after it −2
     */
    public static ByteRange multiFailure(int operations, int failed, ErrorCode error) {
        WireWriter out = new WireWriter((MULTI_HEADER_LENGTH + 4) * operations + MULTI_HEADER_LENGTH);
        for (int i = 0; i < operations; i++) {
            if (i < failed) {
                writeFailure(out, ErrorCode.OK);
            } else {
                writeFailure(out, i == failed ? error : ErrorCode.RUNTIME_INCONSISTENCY);
            }
        }
        writeTerminator(out);
        return out.takeRange();
    }

    private static void writeResult(WireWriter out, MultiResult result) {
        if (result instanceof MultiResult.Created created) {
            writeHeader(out, OpCode.CREATE).writeString(created.path());
        } else if (result instanceof MultiResult.CreatedWithStat created) {
            writeHeader(out, OpCode.CREATE2).writeString(created.path()).writeStat(created.stat());
        } else if (result instanceof MultiResult.Deleted) {
            writeHeader(out, OpCode.DELETE);
        } else if (result instanceof MultiResult.DataSet set) {
            writeHeader(out, OpCode.SET_DATA).writeStat(set.stat());
        } else if (result instanceof MultiResult.Checked) {
            writeHeader(out, OpCode.CHECK);
        } else if (result instanceof MultiResult.Data data) {
            writeHeader(out, OpCode.GET_DATA).writeBuffer(data.data()).writeStat(data.stat());
        } else if (result instanceof MultiResult.Children children) {
            writeHeader(out, OpCode.GET_CHILDREN).writeStrings(children.names());
        } else if (result instanceof MultiResult.Failed failed) {
            writeFailure(out, failed.error());
        } else {
            throw new AssertionError(result);
        }
    }

    private static WireWriter writeHeader(WireWriter out, OpCode op) {
        return out.writeInt(op.code()).writeBoolean(false).writeInt(ErrorCode.OK.code());
    }

    private static void writeFailure(WireWriter out, ErrorCode error) {
        out.writeInt(ERROR_TYPE).writeBoolean(false).writeInt(error.code()).writeInt(error.code());
    }

    private static void writeTerminator(WireWriter out) {
        out.writeInt(ERROR_TYPE).writeBoolean(true).writeInt(-1);
    }

    private static String shownUser(Identity identity) {
        return switch (identity.scheme()) {
            case AclSchemes.DIGEST -> DigestAuth.userOf(identity.id());
            case AclSchemes.SUPER -> "";
            default -> identity.id();
        };
    }

    /** Exact for ASCII, too low for anything else. */
    private static int lengthOf(String string) {
        return 4 + string.length();
    }

    private static int lengthOf(Collection<String> strings) {
        int length = 4;
        for (String string : strings) {
            length += lengthOf(string);
        }
        return length;
    }
}
