package io.cellkeeper.compat.cell;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The digests that our replicas show of their state. */
public final class Digests {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Digests() {}

    /** Waits until all replicas have applied the same, and fails unless they then have the same digest (I6). */
    public static void assertSame(Cell cell) {
        assertSame(cell, LIMIT);
    }

    /** As {@link #assertSame(Cell)}, waiting no longer than this. */
    public static void assertSame(Cell cell, Duration limit) {
        Set<String> digests = Await.value("all replicas have applied as far as each other", limit, () -> {
            Set<String> indexes = new HashSet<>();
            Set<String> found = new HashSet<>();
            for (CellProcess replica : cell.replicas()) {
                Map<String, String> figures =
                        FourLetterWord.monitor(replica.place().clientAddress());
                if (figures.isEmpty()) {
                    // It doesn't serve, for want of a leader.
                    return Optional.empty();
                }
                indexes.add(figure(figures, "zk_cellkeeper_digest_index"));
                found.add(figure(figures, "zk_cellkeeper_digest"));
            }
            return indexes.size() == 1 ? Optional.of(found) : Optional.empty();
        });
        if (digests.size() != 1) {
            throw new AssertionError("replicas differ at one index: " + digests);
        }
    }

    private static String figure(Map<String, String> figures, String key) {
        String value = figures.get(key);
        if (value == null) {
            throw new AssertionError("mntr lacks " + key + ": " + figures);
        }
        return value;
    }
}
