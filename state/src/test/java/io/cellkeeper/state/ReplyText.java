package io.cellkeeper.state;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Stat;
import io.cellkeeper.protocol.WireReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** A reply as a line of text, with what no two servers agree on put in other words. */
final class ReplyText {
    private final LongFunction<String> zxid;
    private final LongFunction<String> time;
    private final LongFunction<String> owner;

    ReplyText(LongFunction<String> zxid, LongFunction<String> time, LongFunction<String> owner) {
        this.zxid = zxid;
        this.time = time;
        this.owner = owner;
    }

    /** Nothing is masked. */
    static ReplyText plain() {
        return new ReplyText(Long::toString, Long::toString, Long::toString);
    }

    /** The text of a reply; fails if anything follows the record. */
    String of(OpCode op, int error, ByteRange body) {
        if (error != 0) {
            return "error " + error + (body.isEmpty() ? "" : " with " + body);
        }
        WireReader in = new WireReader(body);
        String text = record(op, in);
        return in.remaining() == 0 ? text : text + " and " + in.remaining() + " bytes";
    }

    String of(OpCode op, ErrorCode error, ByteRange body) {
        return of(op, error.code(), body);
    }

    private String record(OpCode op, WireReader in) {
        return switch (op) {
            case CREATE -> path(in);
            // ZooKeeper's writer has its own idea of what lies beyond the basic plane (rule 1.11).
            case SYNC -> path(in).replaceAll("[^ -~]+", "?");
            case CREATE2, CREATE_CONTAINER, CREATE_TTL -> path(in) + " " + stat(in);
            case EXISTS, SET_DATA, SET_ACL -> stat(in);
            case GET_DATA -> data(in) + " " + stat(in);
            case GET_ACL -> acl(in) + " " + stat(in);
            case GET_CHILDREN, GET_EPHEMERALS -> strings(in);
            case GET_CHILDREN2 -> strings(in) + " " + stat(in);
            case GET_ALL_CHILDREN_NUMBER -> Integer.toString(in.readInt());
            case MULTI, MULTI_READ -> multi(op, in);
            default -> "";
        };
    }

    private String multi(OpCode multi, WireReader in) {
        StringBuilder text = new StringBuilder();
        while (true) {
            int type = in.readInt();
            boolean done = in.readBoolean();
            int error = in.readInt();
            text.append('[').append(type).append(done ? " done " : " ").append(error);
            if (done) {
                return text.append(']').toString();
            }
            OpCode op = OpCode.of(type);
            if (op == null) {
                text.append(' ').append(in.readInt());
            } else if (op == OpCode.GET_DATA || op == OpCode.GET_CHILDREN || multi == OpCode.MULTI) {
                text.append(' ').append(record(op, in));
            }
            text.append(']');
        }
    }

    String stat(Stat stat) {
        return "{" + zxid.apply(stat.czxid()) + " " + zxid.apply(stat.mzxid()) + " " + time.apply(stat.ctime()) + " "
                + time.apply(stat.mtime()) + " v" + stat.version() + " c" + stat.cversion() + " a" + stat.aversion()
                + " " + owner.apply(stat.ephemeralOwner()) + " " + stat.dataLength() + " " + stat.numChildren() + " "
                + zxid.apply(stat.pzxid()) + "}";
    }

    private String stat(WireReader in) {
        return stat(TestCell.stat(in));
    }

    private static String path(WireReader in) {
        return String.valueOf(in.readNullableString());
    }

    private static String data(WireReader in) {
        return data(in.readBuffer());
    }

    static String data(@Nullable ByteRange data) {
        return data == null ? "null" : "\"" + new String(data.toArray(), StandardCharsets.ISO_8859_1) + "\"";
    }

    /** Sorted: ZooKeeper expands {@code auth} in the order of a hash table. */
    private static String acl(WireReader in) {
        List<String> entries = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            entries.add(in.readInt() + ":" + in.readNullableString() + ":" + in.readNullableString());
        }
        entries.sort(null);
        return entries.toString();
    }

    private static String strings(WireReader in) {
        List<String> strings = in.readStrings();
        return strings == null ? "null" : new TreeSet<>(strings) + "/" + strings.size();
    }
}
