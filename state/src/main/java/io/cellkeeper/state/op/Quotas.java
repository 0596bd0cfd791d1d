package io.cellkeeper.state.op;

import io.cellkeeper.state.QuotaNotice;
import io.cellkeeper.state.QuotaNotice.Kind;
import io.cellkeeper.state.batch.BatchSettings;
import io.cellkeeper.state.tree.QuotaWalk;
import java.nio.charset.StandardCharsets;

/**
 * Judges growth by the quota of its subtree, at apply and against the state as it then is, also within a multi (rule
 * 13.7). Soft limits are only told of; hard ones refuse if the batch's settings say so (rule 13.5).
 */
final class Quotas {
    private Quotas() {}

    /**
     * Whether an operation must be refused.
     *
     * @param path the node's
     * @param nodes how many nodes more there will be: 0 or 1
     * @param bytes how many bytes of data more; what shrinks is never refused
     */
    static boolean refuse(byte[] path, int nodes, int bytes, Context context) {
        QuotaWalk quota = context.quota;
        if ((nodes <= 0 && bytes <= 0) || !quota.find(context.tree, path)) {
            return false;
        }
        QuotaLimits limits = QuotaLimits.parse(quota.limits());
        if (limits == null) {
            notice(Kind.MALFORMED, path, 0, 0, false, context);
            return false;
        }
        return (nodes > 0
                        && refuse(Kind.COUNT, path, quota.count() + nodes, limits.count(), limits.hardCount(), context))
                || (bytes > 0
                        && refuse(
                                Kind.BYTES, path, quota.bytes() + bytes, limits.bytes(), limits.hardBytes(), context));
    }

    /** Of two limits only the hard one counts; to equal it is allowed (rule 13.6). */
    private static boolean refuse(Kind kind, byte[] path, long usage, long soft, long hard, Context context) {
        boolean isHard = hard > -1;
        long limit = isHard ? hard : soft;
        if (limit < 0 || usage <= limit) {
            return false;
        }
        boolean refused = isHard && context.isSet(BatchSettings.ENFORCE_QUOTA);
        notice(kind, path, usage, limit, refused, context);
        return refused;
    }

    private static void notice(Kind kind, byte[] path, long usage, long limit, boolean refused, Context context) {
        String prefix = new String(path, 0, context.quota.prefixLength(), StandardCharsets.UTF_8);
        context.notices.add(new QuotaNotice(kind, prefix, usage, limit, refused));
    }
}
