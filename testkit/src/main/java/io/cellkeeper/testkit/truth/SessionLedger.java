package io.cellkeeper.testkit.truth;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.state.Outcome;
import io.cellkeeper.state.SessionOpened;
import io.cellkeeper.state.batch.Command;
import io.cellkeeper.state.batch.CommandKind;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Every session of the log, live or over, and which of its commands were applied: each once, in order, without gap (I7). */
public final class SessionLedger {
    private final LongSupplier now;
    private final Map<Long, Entry> sessions = new HashMap<>();
    private final Map<Long, Entry> live = new HashMap<>();

    /** A session. */
    public static final class Entry {
        private final long id;
        private int generation;
        private int timeoutMs;
        private long openedAt;
        private long lastNumber;
        private boolean over;

        private Entry(long id) {
            this.id = id;
        }

        public long id() {
            return id;
        }

        public int generation() {
            return generation;
        }

        /** Negotiated. */
        public int timeoutMs() {
            return timeoutMs;
        }

        /** When its present generation's attach was applied. */
        public long openedAt() {
            return openedAt;
        }

        public boolean isOver() {
            return over;
        }
    }

    /** @param now the agenda's time */
    public SessionLedger(LongSupplier now) {
        this.now = now;
    }

    /** Sessions that are not over. */
    public Collection<Entry> live() {
        return live.values();
    }

    /** A session that there is or was, or null. */
    public @Nullable Entry find(long id) {
        return sessions.get(id);
    }

    void ended(long id) {
        Entry entry = live.remove(id);
        if (entry != null) {
            entry.over = true;
        }
    }

    void result(Command command, long zxid, Outcome outcome, ErrorCode error, ByteRange body) {
        if (outcome != Outcome.APPLIED || (error != ErrorCode.OK && command.number() == 0)) {
            return;
        }
        if (command.kind() == CommandKind.CREATE_SESSION || command.kind() == CommandKind.ATTACH) {
            SessionOpened opened = SessionOpened.read(new WireReader(body));
            Entry entry = sessions.computeIfAbsent(opened.session(), Entry::new);
            if (entry.over) {
                throw new Violation("session", "0x" + Long.toHexString(entry.id) + " lives again");
            }
            live.put(entry.id, entry);
            entry.generation = opened.generation();
            entry.timeoutMs = opened.timeoutMs();
            entry.openedAt = now.getAsLong();
        } else if (command.number() > 0) {
            numbered(command, zxid);
        }
    }

    private void numbered(Command command, long zxid) {
        Entry entry = sessions.get(command.session());
        if (entry == null) {
            throw new Violation("session", "a command of the unknown session 0x" + Long.toHexString(command.session()));
        }
        if (command.number() <= entry.lastNumber) {
            throw new Violation(
                    "exactly once",
                    "number " + command.number() + " of session 0x" + Long.toHexString(entry.id) + " applied at zxid 0x"
                            + Long.toHexString(zxid) + " after number " + entry.lastNumber);
        }
        if (command.number() != entry.lastNumber + 1) {
            throw new Violation(
                    "no gap",
                    "number " + command.number() + " of session 0x" + Long.toHexString(entry.id)
                            + " applied after number " + entry.lastNumber);
        }
        entry.lastNumber = command.number();
    }
}
