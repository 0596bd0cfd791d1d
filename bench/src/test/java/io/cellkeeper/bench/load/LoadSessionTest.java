package io.cellkeeper.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.bench.load.LoadSession.State;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadSessionTest {
    private static final long MS = 1_000_000;
    private static final int TIMEOUT_MS = 3000;

    private final ByteBuffer out = ByteBuffer.allocate(4096);
    private final LoadSession session =
            new LoadSession(new GetWorkload("/p/n-0", new byte[0]), 2, 9999, new Measurement(List.of()), out, 0);

    @Test
    void shouldPingAThirdOfTheTimeoutAfterItsLastRequest() {
        makeReady(10 * MS);
        session.pingIfIdle(1010 * MS);
        assertEquals(0, out.position());
        session.pingIfIdle(1011 * MS);
        assertEquals(ByteBuffer.allocate(12).putInt(8).putInt(-2).putInt(11).flip(), out.flip());
        out.clear();
        // One at a time: an unanswered ping isn't followed by others.
        session.pingIfIdle(5000 * MS);
        assertEquals(0, out.position());
        session.onFrame(reply(-2, 0), 5000 * MS);
        session.pingIfIdle(5000 * MS);
        assertEquals(12, out.position());
    }

    @Test
    void shouldStallOnlyWhileAnAnswerIsOwed() {
        assertFalse(session.isStalled(100 * MS, 100 * MS));
        assertTrue(session.isStalled(101 * MS, 100 * MS));
        makeReady(200 * MS);
        assertFalse(session.isStalled(9000 * MS, 100 * MS));
        session.start(9000 * MS);
        assertFalse(session.isStalled(9100 * MS, 100 * MS));
        assertTrue(session.isStalled(9101 * MS, 100 * MS));
    }

    @Test
    void shouldKeepItsLanesFullUntilDrainedAndThenClose() {
        makeReady(0);
        session.start(0);
        assertEquals(2, session.inFlight());
        session.onFrame(data(2), MS);
        assertEquals(2, session.inFlight());
        session.drain();
        out.clear();
        session.onFrame(data(3), MS);
        assertEquals(State.DRAINING, session.state());
        session.onFrame(data(4), MS);
        assertEquals(State.DRAINED, session.state());
        assertEquals(0, out.position());
        session.close(MS);
        assertEquals(ByteBuffer.allocate(12).putInt(8).putInt(5).putInt(-11).flip(), out.flip());
        session.onFrame(reply(5, 0), MS);
        assertEquals(State.CLOSED, session.state());
    }

    @Test
    void shouldRefuseARefusedSession() {
        session.open(0);
        assertThrows(LoadException.class, () -> session.onFrame(connectAnswer(0, 0), 0));
    }

    @Test
    void shouldRefuseAReplyNobodyAskedFor() {
        makeReady(0);
        assertThrows(LoadException.class, () -> session.onFrame(reply(2, 0), 0));
    }

    private void makeReady(long now) {
        session.open(now);
        session.onFrame(connectAnswer(TIMEOUT_MS, 1), now);
        session.onFrame(
                ByteBuffer.allocate(26)
                        .put(reply(1, 0))
                        .putInt(6)
                        .put(Wire.ascii("/p/n-0"))
                        .flip(),
                now);
        assertEquals(State.READY, session.state());
        out.clear();
    }

    private static ByteBuffer connectAnswer(int timeoutMs, long sessionId) {
        return ByteBuffer.allocate(36)
                .putInt(0)
                .putInt(timeoutMs)
                .putLong(sessionId)
                .putInt(16)
                .put(new byte[16])
                .flip();
    }

    private static ByteBuffer reply(int xid, int error) {
        return ByteBuffer.allocate(16).putInt(xid).putLong(0).putInt(error).flip();
    }

    private static ByteBuffer data(int xid) {
        return ByteBuffer.allocate(16 + 4 + 68)
                .put(reply(xid, 0))
                .putInt(0)
                .put(new byte[68])
                .flip();
    }
}
