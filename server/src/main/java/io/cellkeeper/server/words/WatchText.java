package io.cellkeeper.server.words;

import io.cellkeeper.server.words.ServerFigures.Watch;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The watches one by one, by session ({@code wchc}) or by path ({@code wchp}); rule 15.10. */
final class WatchText {
    private WatchText() {}

    static String bySession(List<Watch> watches) {
        Map<String, TreeSet<String>> bySession = new TreeMap<>();
        for (Watch watch : watches) {
            bySession.computeIfAbsent(name(watch), session -> new TreeSet<>()).add(watch.path());
        }
        return text(bySession);
    }

    static String byPath(List<Watch> watches) {
        Map<String, TreeSet<String>> byPath = new TreeMap<>();
        for (Watch watch : watches) {
            byPath.computeIfAbsent(watch.path(), path -> new TreeSet<>()).add(name(watch));
        }
        return text(byPath);
    }

    private static String name(Watch watch) {
        return "0x" + Long.toHexString(watch.session());
    }

    private static String text(Map<String, ? extends Collection<String>> groups) {
        StringBuilder out = new StringBuilder();
        groups.forEach((head, members) -> {
            out.append(head).append('\n');
            for (String member : members) {
                out.append('\t').append(member).append('\n');
            }
        });
        return out.append('\n').toString();
    }
}
