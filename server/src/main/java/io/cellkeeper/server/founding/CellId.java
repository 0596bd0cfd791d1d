package io.cellkeeper.server.founding;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * Makes cell ids. Servers with the same cell name and the same list of servers make the same id, without asking each
 * other. An id made by the override {@code --found=majority} keeps the list's half and has random bits in the other, so
 * that no server outside that founding can make it again; its UUID version is 8 instead of 3, which is how servers tell
 * the two kinds apart.
 */
public final class CellId {
    private static final int SALTED_VERSION = 8;
    private static final long VERSION_MASK = 0xf000L;

    private CellId() {}

    /**
     * The id of a cell that all its servers found together.
     *
     * @param name {@code cellkeeper.cell}
     * @param servers one text for each server, such as {@code 1=host:2888:3888}, in any order
     */
    public static UUID of(String name, Collection<String> servers) {
        List<String> sorted = servers.stream()
                .map(server -> server.toLowerCase(Locale.ROOT))
                .sorted()
                .toList();
        String text = "cellkeeper\n" + name + "\n" + String.join("\n", sorted);
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The id of a cell of the same name and servers that a majority founds, with 62 bits of this salt. */
    public static UUID salted(UUID cell, long salt) {
        long high = (cell.getMostSignificantBits() & ~VERSION_MASK) | ((long) SALTED_VERSION << 12);
        return new UUID(high, (salt & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L);
    }

    /** Whether the id was made by {@link #salted}. */
    public static boolean isSalted(UUID cell) {
        return cell.version() == SALTED_VERSION;
    }

    /** Whether both ids, salted or not, come from the same name and servers. */
    public static boolean sameServers(UUID a, UUID b) {
        return ((a.getMostSignificantBits() ^ b.getMostSignificantBits()) & ~VERSION_MASK) == 0
                && (isSalted(a) || isSalted(b) || a.equals(b));
    }
}
