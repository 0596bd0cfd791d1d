package io.cellkeeper.server.replica;

import io.cellkeeper.server.words.ServerFigures.Digest;
import java.util.ArrayList;
import java.util.List;

/**
 * The digests of the state after the first batch behind every 128th zxid, as far back as {@link #LENGTH}: the same zxids
 * on every replica, as all apply the same batches, so that their answers to {@code hash} can be compared (I6).
 */
final class DigestHistory {
    static final int LENGTH = 1_024;
    private static final int STEP_BITS = 7;

    private final long[] zxids = new long[LENGTH];
    private final long[] digests = new long[LENGTH];
    private long count;
    private long step;

    /** Whether the digest after this zxid belongs to the history. */
    boolean wants(long zxid) {
        return zxid >>> STEP_BITS != step;
    }

    void add(long zxid, long digest) {
        step = zxid >>> STEP_BITS;
        int at = (int) (count++ % LENGTH);
        zxids[at] = zxid;
        digests[at] = digest;
    }

    /** Those kept, oldest first. */
    List<Digest> list() {
        List<Digest> list = new ArrayList<>();
        for (long i = Math.max(0, count - LENGTH); i < count; i++) {
            int at = (int) (i % LENGTH);
            list.add(new Digest(zxids[at], digests[at]));
        }
        return list;
    }
}
