package io.cellkeeper.testkit.sim;

import java.util.EnumMap;
import java.util.Map;

/** Which of the rare things a run has met, and how often. */
public final class Coverage {
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);

    /** A thing worth meeting. */
    public enum Kind {
        /** A leader's reign began. */
        REIGN,
        /** A command came again, and was answered from its kept result or applied only now. */
        RESEND,
        /** A session was attached while requests of its older generation were under way. */
        ATTACH_RACE,
        /** An expire command met a session that had attached since or had ended, or a request met the expiry of its session. */
        EXPIRE_RACE,
        /** A proposal was known not to be appended. */
        REFUSED_BATCH,
        /** A proposal of one reign was appended in a later one. */
        LATE_APPEND,
        /** A session expired. */
        EXPIRY,
        /** A replica's process ended and began again. */
        CRASH,
        /** A process stood still. */
        PAUSE,
        /** A proxy gave up a link, whose last messages reach the leader after those of the next. */
        LINK_GIVEN_UP,
        /** A proxy that had been with a newer leader came to an older one. */
        OLDER_LEADER,
        /** A client tried for a session that it has no right to. */
        STRANGER,
        /** Packets got lost for a while. */
        CUT,
        /** A client came back with its session. */
        RECONNECT,
        /** A client took the lock. */
        GRANT,
        /** A watch event was delivered. */
        EVENT,
        /** An operation of a client was begun. */
        OPERATION,
        /** An operation's outcome stayed unknown to its client. */
        UNKNOWN
    }

    void count(Kind kind) {
        counts.merge(kind, 1L, Long::sum);
    }

    /** How often. */
    public long of(Kind kind) {
        return counts.getOrDefault(kind, 0L);
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
