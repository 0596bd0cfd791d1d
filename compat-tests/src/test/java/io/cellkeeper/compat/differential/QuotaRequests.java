package io.cellkeeper.compat.differential;

import io.cellkeeper.compat.differential.Step.Part;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.zookeeper.ZooDefs.OpCode;

/**
 * Requests about the quota of a sequence's root, as ZooKeeper's own tool sends them (rule 13.1). What is left out is said in
 * {@link Deviation#QUOTAS}.
 */
final class QuotaRequests {
    private static final String USAGE = "count=-1,bytes=-1";

    private final RandomValues values;
    private final String limits;
    private final String stats;
    private final boolean ofBytes;

    /**
     * For a root.
     *
     * @param ofBytes whether the quota may limit bytes; such a quota is never changed, so that nothing is ever above it
     */
    QuotaRequests(RandomValues values, String root, boolean ofBytes) {
        this.values = values;
        this.limits = node(root) + "/zookeeper_limits";
        this.stats = node(root) + "/zookeeper_stats";
        this.ofBytes = ofBytes;
    }

    /** The node that stands for a path in the tree of quotas. */
    static String node(String path) {
        return "/zookeeper/quota" + path;
    }

    /** Puts the root under a quota. */
    Part set() {
        return Requests.multi(
                OpCode.multi,
                List.of(
                        Requests.create(OpCode.create, limits, text(), RandomValues.OPEN, 0, 0),
                        Requests.create(OpCode.create, stats, bytes(USAGE), RandomValues.OPEN, 0, 0)));
    }

    /** Reads the usage or the limits, or sets, changes or removes the quota. */
    Part any() {
        int kind = values.below(ofBytes ? 4 : 8);
        return switch (kind) {
            case 0, 1 -> Requests.watchable(OpCode.getData, stats, values.oneIn(2));
            case 2 -> Requests.watchable(OpCode.exists, stats, values.oneIn(2));
            case 3 -> Requests.watchable(OpCode.getData, limits, values.oneIn(2));
            case 4 -> Requests.setData(limits, text(), -1);
            case 5 ->
                Requests.multi(
                        OpCode.multi,
                        List.of(
                                Requests.numbered(OpCode.delete, limits, -1),
                                Requests.numbered(OpCode.delete, stats, -1)));
            default -> set();
        };
    }

    /** Limits that a small tree reaches; in the old form there are only soft ones, which refuse nothing. */
    private byte[] text() {
        String soft = "count=" + (values.below(6) - 1) + ",bytes=" + (values.below(10) - 1);
        int hardBytes = ofBytes ? values.below(5) : -1;
        int hardCount = ofBytes && !values.oneIn(3) ? -1 : 1 + values.below(5);
        return bytes(
                !ofBytes && values.oneIn(6)
                        ? soft
                        : soft + "=;byteHardLimit=" + hardBytes + ";countHardLimit=" + hardCount);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
