package io.cellkeeper.server.leader;

import io.cellkeeper.state.QuotaNotice;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Tells the operator of quotas that are exceeded: at most one line a second, since clients may try again and again. */
final class QuotaWarnings {
    /** Quotas whose refusals are counted. */
    private static final int MOST_REFUSALS = 1_000;

    private static final long GAP_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LeaderOut out;
    private boolean hasTold;
    private long toldAt;
    private long untold;
    private final Map<String, Long> refusals = new HashMap<>();

    QuotaWarnings(LeaderOut out) {
        this.out = out;
    }

    /** How much was refused, by the root of the subtree that has the quota; of the first {@link #MOST_REFUSALS} roots. */
    Map<String, Long> refusals() {
        return Map.copyOf(refusals);
    }

    void add(QuotaNotice notice, long now) {
        if (notice.refused() && (refusals.size() < MOST_REFUSALS || refusals.containsKey(notice.path()))) {
            refusals.merge(notice.path(), 1L, Long::sum);
        }
        if (hasTold && now - toldAt < GAP_NANOS) {
            untold++;
            return;
        }
        out.warn(text(notice) + (untold == 0 ? "" : ", and " + untold + " more remarks on quotas since the last"));
        hasTold = true;
        toldAt = now;
        untold = 0;
    }

    /** Paths of nodes hold no control characters (rule 6.2): nothing need be escaped. */
    private static String text(QuotaNotice notice) {
        String quota = "quota of " + notice.path() + ": ";
        String refused = notice.refused() ? ", refused" : "";
        return switch (notice.kind()) {
            case COUNT -> quota + notice.usage() + " nodes, limit " + notice.limit() + refused;
            case BYTES -> quota + notice.usage() + " bytes, limit " + notice.limit() + refused;
            case MALFORMED -> quota + "its limits can't be read and are ignored";
        };
    }
}
