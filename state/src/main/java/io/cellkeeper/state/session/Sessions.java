package io.cellkeeper.state.session;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.state.digest.Hash64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All live sessions, and the part of the digest that is theirs (I6). */
public final class Sessions {
    /** No number is fixed yet. */
    public static final int NO_CELL_NUMBER = -1;

    private static final int CELL_NUMBERS = 1 << 12;

    private final SessionTable table = new SessionTable();
    private int cellNumber = NO_CELL_NUMBER;
    private long count;
    private long sum;

    /** The session of an id, or null. */
    public @Nullable Session get(long id) {
        return table.get(id);
    }

    public int size() {
        return table.size();
    }

    /** Calls back for each live session, in no order that means anything. */
    public void forEach(Consumer<? super Session> action) {
        table.forEach(action);
    }

    /** The cell's number, 0 to 4095, or {@link #NO_CELL_NUMBER}. */
    public int cellNumber() {
        return cellNumber;
    }

    /** How many sessions there have ever been: what ids are counted by. */
    long count() {
        return count;
    }

    /** Fixes the cell's number; false if it is no such number or there is one already. */
    public boolean fixCellNumber(int number) {
        if (cellNumber != NO_CELL_NUMBER || number < 0 || number >= CELL_NUMBERS) {
            return false;
        }
        cellNumber = number;
        return true;
    }

    /** A new session; its id was never given before. */
    public Session create(int epoch, byte[] password, int timeoutMs, List<Identity> identities) {
        int cell = Math.max(0, cellNumber);
        long id;
        do {
            count++;
            id = SessionIds.of(cell, epoch, count);
        } while (id == 0 || table.get(id) != null);
        Session session = new Session(id, password, timeoutMs, identities);
        table.add(session);
        sum += session.identityHash() + session.numberHash();
        return session;
    }

    /**
     * The session is on a new connection: a new generation with the identities of that connection, which needs none of
     * the results of the one before. Its numbers go on.
     */
    public void attach(Session session, int timeoutMs, List<Identity> identities) {
        sum -= session.identityHash();
        session.generation++;
        session.timeoutMs = timeoutMs;
        session.identities = identities;
        sum += session.identityHash();
        setLastNumber(session, numberAfterAttach(session));
        forgetResults(session, Long.MAX_VALUE);
    }

    /** Adds those identities that the session does not have yet (rule 11.7). */
    public void addIdentities(Session session, List<Identity> added) {
        Set<Identity> identities = new LinkedHashSet<>(session.identities);
        identities.addAll(added);
        sum -= session.identityHash();
        session.identities = List.copyOf(identities);
        sum += session.identityHash();
    }

    /** The command of the next number is applied, and this is its result. */
    public void keepResult(Session session, long number, long zxid, ErrorCode error, ByteRange body) {
        setLastNumber(session, number);
        KeptResult result = KeptResult.of(session.id(), number, zxid, error, body);
        session.results.add(result);
        sum += result.hash();
    }

    /** The proxy has all results up to this number. */
    public void forgetResults(Session session, long upTo) {
        for (KeptResult oldest = session.results.oldest();
                oldest != null && oldest.number() <= upTo;
                oldest = session.results.oldest()) {
            session.results.removeOldest();
            sum -= oldest.hash();
        }
    }

    /** The session is over. */
    public void remove(Session session) {
        forgetResults(session, Long.MAX_VALUE);
        sum -= session.identityHash() + session.numberHash();
        table.remove(session);
    }

    /** Numbers go on over an attach: a resent command of the generation before must not look new.† */
    private static long numberAfterAttach(Session session) {
        return session.lastNumber;
    }

    private void setLastNumber(Session session, long number) {
        sum -= session.numberHash();
        session.lastNumber = number;
        sum += session.numberHash();
    }

    /** The sum of the hashes of all sessions and results, with that of the counters, modulo 2⁶⁴. */
    public long digest() {
        return sum + Hash64.finish(Hash64.step(Hash64.step(3, cellNumber), count));
    }
}
