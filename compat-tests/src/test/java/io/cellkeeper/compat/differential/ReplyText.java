package io.cellkeeper.compat.differential;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.jspecify.annotations.Nullable;

/** The body of a reply as text, with names instead of what no two servers agree on. */
final class ReplyText {
    private final Names names;

    ReplyText(Names names) {
        this.names = names;
    }

    /** The text of the body that answers an operation without an error; tells also what follows the record. */
    String of(int op, byte[] body) {
        ByteBuffer in = ByteBuffer.wrap(body);
        try {
            String text = record(op, in);
            return in.hasRemaining() ? text + " and " + in.remaining() + " more bytes" : text;
        } catch (BufferUnderflowException | NegativeArraySizeException e) {
            return "an undecodable body of " + body.length + " bytes";
        }
    }

    private String record(int op, ByteBuffer in) {
        return switch (op) {
            case OpCode.create -> Requests.quoted(string(in));
            // Deviation.SUPPLEMENTARY_CHARACTERS
            case OpCode.sync -> String.valueOf(string(in)).replaceAll("[^ -~]+", "?");
            case OpCode.create2, OpCode.createContainer, OpCode.createTTL ->
                Requests.quoted(string(in)) + " " + stat(in);
            case OpCode.exists, OpCode.setData, OpCode.setACL -> stat(in);
            case OpCode.getData -> Requests.quoted(buffer(in)) + " " + stat(in);
            case OpCode.getACL -> acl(in) + " " + stat(in);
            case OpCode.getChildren, OpCode.getEphemerals -> strings(in);
            case OpCode.getChildren2 -> strings(in) + " " + stat(in);
            case OpCode.getAllChildrenNumber, OpCode.addWatch -> Integer.toString(in.getInt());
            case OpCode.multi, OpCode.multiRead -> multi(in);
            case OpCode.whoAmI -> identities(in);
            case OpCode.sasl -> Requests.quoted(buffer(in));
            default -> "";
        };
    }

    private String multi(ByteBuffer in) {
        StringBuilder text = new StringBuilder();
        while (true) {
            int type = in.getInt();
            boolean done = in.get() != 0;
            int error = in.getInt();
            text.append('[').append(type == -1 ? "-1" : Operations.name(type)).append(done ? " done " : " ");
            text.append(error);
            if (done) {
                return text.append(']').toString();
            }
            if (type == -1) {
                text.append(' ').append(in.getInt());
            } else if (type != OpCode.delete && type != OpCode.check) {
                text.append(' ').append(record(type, in));
            }
            text.append(']');
        }
    }

    private String stat(ByteBuffer in) {
        long czxid = in.getLong();
        long mzxid = in.getLong();
        long ctime = in.getLong();
        long mtime = in.getLong();
        String text = "{" + names.zxid(czxid) + " " + names.zxid(mzxid) + " v" + in.getInt() + " c" + in.getInt() + " a"
                + in.getInt() + " owner " + names.session(in.getLong()) + " length " + in.getInt() + " children "
                + in.getInt() + " p" + names.zxid(in.getLong()) + "}";
        return text + names.time(czxid, ctime) + names.time(mzxid, mtime);
    }

    /** Sorted: Deviation.ORDER_OF_SETS. */
    private static String acl(ByteBuffer in) {
        List<String> entries = new ArrayList<>();
        for (int left = in.getInt(); left > 0; left--) {
            entries.add(in.getInt() + ":" + string(in) + ":" + string(in));
        }
        entries.sort(null);
        return entries.toString();
    }

    /** Sorted: Deviation.ORDER_OF_SETS. */
    private static String identities(ByteBuffer in) {
        List<String> identities = new ArrayList<>();
        for (int left = in.getInt(); left > 0; left--) {
            identities.add(string(in) + ":" + string(in));
        }
        identities.sort(null);
        return identities.toString();
    }

    /** Sorted: Deviation.ORDER_OF_SETS. */
    private static String strings(ByteBuffer in) {
        int count = in.getInt();
        if (count < 0) {
            return "null list";
        }
        TreeSet<String> strings = new TreeSet<>();
        for (int left = count; left > 0; left--) {
            strings.add(Requests.quoted(string(in)));
        }
        return strings + (strings.size() == count ? "" : " of " + count);
    }

    private static @Nullable String string(ByteBuffer in) {
        byte[] bytes = buffer(in);
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte @Nullable [] buffer(ByteBuffer in) {
        int length = in.getInt();
        if (length == -1) {
            return null;
        }
        if (length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }
}
