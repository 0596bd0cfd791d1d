package io.cellkeeper.state.op;

import io.cellkeeper.protocol.ByteRange;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code zookeeper_limits} node says; −1 is no limit (rule 13.1). Keys stand in any order, those unknown are passed
 * over, and the old form has only the two soft ones.
 */
record QuotaLimits(long count, long bytes, long hardCount, long hardBytes) {
    /** No quota that a client means is longer; a longer one would be read at every write below it. */
    private static final int LONGEST = 1024;

    /** The limits, or null if this text is none (rule 13.10). */
    static @Nullable QuotaLimits parse(@Nullable ByteRange data) {
        if (data == null || data.length() > LONGEST) {
            return null;
        }
        String text = new String(data.array(), data.offset(), data.length(), StandardCharsets.ISO_8859_1);
        long count = -1;
        long bytes = -1;
        long hardCount = -1;
        long hardBytes = -1;
        for (int from = 0; from < text.length(); ) {
            int to = endOfPair(text, from);
            int equals = text.indexOf('=', from);
            if (to > from) {
                if (equals < 0 || equals > to) {
                    return null;
                }
                Long value = number(text, equals + 1, to);
                if (value == null) {
                    return null;
                }
                switch (text.substring(from, equals)) {
                    case "count" -> count = value;
                    case "bytes" -> bytes = value;
                    case "countHardLimit" -> hardCount = value;
                    case "byteHardLimit" -> hardBytes = value;
                    default -> {}
                }
            }
            from = to + 1;
        }
        return new QuotaLimits(count, bytes, hardCount, hardBytes);
    }

    private static int endOfPair(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != ';') {
            at++;
        }
        return at;
    }

    /** The value of a pair; an equals sign may follow it, which makes old clients stop reading there. */
    private static @Nullable Long number(String text, int from, int to) {
        int end = to > from && text.charAt(to - 1) == '=' ? to - 1 : to;
        try {
            return Long.parseLong(text, from, end, 10);
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
