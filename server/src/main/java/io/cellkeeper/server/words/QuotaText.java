package io.cellkeeper.server.words;

import io.cellkeeper.server.words.ServerFigures.Quota;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;

/**
 * The lines about quotas in {@code mntr}: of each top namespace the sum over the quotas in it (rule 13.9). A name has
 * only the characters that tools can read; what else it has becomes an underscore.
 */
final class QuotaText {
    private QuotaText() {}

    /** Gives each key with its value, in order. */
    static void write(List<Quota> quotas, ObjLongConsumer<String> line) {
        Map<String, Long> lines = new TreeMap<>();
        for (Quota quota : quotas) {
            String name = namespace(quota.path());
            add(lines, name + "_quota_count_limit_per_namespace", quota.countLimit());
            add(lines, name + "_quota_bytes_limit_per_namespace", quota.bytesLimit());
            add(lines, name + "_quota_count_usage_per_namespace", quota.count());
            add(lines, name + "_quota_bytes_usage_per_namespace", quota.bytes());
            if (quota.refused() > 0) {
                add(lines, name + "_quota_exceeded_error_per_namespace", quota.refused());
            }
        }
        lines.forEach(line::accept);
    }

    /** No limit, −1, adds nothing to a limit. */
    private static void add(Map<String, Long> lines, String key, long value) {
        lines.merge(key, value, (before, more) -> before < 0 ? more : more < 0 ? before : before + more);
    }

    private static String namespace(String path) {
        int end = path.indexOf('/', 1);
        return path.substring(1, end < 0 ? path.length() : end).replaceAll("[^A-Za-z0-9_.-]", "_");
    }
}
