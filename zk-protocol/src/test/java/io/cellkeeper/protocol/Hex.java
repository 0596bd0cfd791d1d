package io.cellkeeper.protocol;

import java.util.HexFormat;

/** Bytes as the transcripts show them: hexadecimal, in groups. */
final class Hex {
    private Hex() {}

    static ByteRange range(String groups) {
        return ByteRange.of(HexFormat.of().parseHex(groups.replaceAll("\\s", "")));
    }

    /** The frame without its length, which must be right. */
    static ByteRange frame(String groups) {
        ByteRange all = range(groups);
        int length = new WireReader(all).readInt();
        if (length != all.length() - 4) {
            throw new IllegalArgumentException("length " + length + " of " + all.length());
        }
        return ByteRange.of(all.array(), 4, length);
    }
}
