package io.cellkeeper.server.words;

import io.cellkeeper.server.words.ServerFigures.LiveSession;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** {@code dump} (rule 15.10): the sessions, on a leader by the time they would expire, and their ephemerals. */
final class DumpText {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE MMM dd HH:mm:ss zzz yyyy", Locale.ENGLISH);

    private DumpText() {}

    static String text(Mode mode, List<LiveSession> live) {
        List<LiveSession> sessions = new ArrayList<>(live);
        sessions.sort(Comparator.comparingLong(LiveSession::id));
        StringBuilder out = new StringBuilder(64 * sessions.size() + 128);
        out.append("SessionTracker dump:\n");
        switch (mode) {
            case LEADER, STANDALONE -> appendByExpiry(out, sessions);
            case FOLLOWER, OBSERVER -> appendById(out, sessions);
        }
        out.append("ephemeral nodes dump:\n");
        appendEphemerals(out, sessions);
        return out.toString();
    }

    private static void appendByExpiry(StringBuilder out, List<LiveSession> sessions) {
        TreeMap<Long, List<LiveSession>> sets = new TreeMap<>();
        for (LiveSession session : sessions) {
            sets.computeIfAbsent(session.expiresMs(), time -> new ArrayList<>()).add(session);
        }
        out.append("Session Sets (")
                .append(sets.size())
                .append(")/(")
                .append(sessions.size())
                .append("):\n");
        sets.forEach((time, set) -> {
            String date = DATE.format(Instant.ofEpochMilli(time).atZone(ZoneId.systemDefault()));
            out.append(set.size()).append(" expire at ").append(date).append(":\n");
            for (LiveSession session : set) {
                out.append('\t').append(name(session)).append('\n');
            }
        });
    }

    private static void appendById(StringBuilder out, List<LiveSession> sessions) {
        out.append("Global Sessions(").append(sessions.size()).append("):\n");
        for (LiveSession session : sessions) {
            out.append(name(session)).append('\t').append(session.timeoutMs()).append("ms\n");
        }
    }

    private static void appendEphemerals(StringBuilder out, List<LiveSession> sessions) {
        List<LiveSession> owners = sessions.stream()
                .filter(session -> !session.ephemerals().isEmpty())
                .toList();
        out.append("Sessions with Ephemerals (").append(owners.size()).append("):\n");
        for (LiveSession owner : owners) {
            out.append(name(owner)).append(":\n");
            for (String path : owner.ephemerals()) {
                out.append('\t').append(path).append('\n');
            }
        }
    }

    private static String name(LiveSession session) {
        return "0x" + Long.toHexString(session.id());
    }
}
