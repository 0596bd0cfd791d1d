package io.cellkeeper.server.leader;

import io.cellkeeper.state.QuotaNotice;
import java.util.concurrent.TimeUnit;

/** Tells the operator of quotas that are exceeded: at most one line a second, since clients may try again and again. */
final class QuotaWarnings {
    private static final long GAP_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LeaderOut out;
    private boolean hasTold;
    private long toldAt;
    private long untold;

    QuotaWarnings(LeaderOut out) {
        this.out = out;
    }

    void add(QuotaNotice notice, long now) {
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
