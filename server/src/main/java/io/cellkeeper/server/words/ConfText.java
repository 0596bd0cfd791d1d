package io.cellkeeper.server.words;

import java.util.List;
import java.util.Map;

/** {@code conf} (rule 15.11). */
final class ConfText {
    private ConfText() {}

    static String text(ServerFigures figures) {
        StringBuilder out = new StringBuilder(512);
        for (Map.Entry<String, String> setting : figures.settings().entrySet()) {
            out.append(setting.getKey()).append('=').append(setting.getValue()).append('\n');
        }
        List<String> membership = figures.membership();
        if (!membership.isEmpty()) {
            out.append("membership: \n");
            membership.forEach(line -> out.append(line).append('\n'));
        }
        return out.toString();
    }
}
