package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import io.cellkeeper.proxy.link.LinkMessage.SessionOpened;
import io.cellkeeper.proxy.link.LinkMessage.SessionRefused;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OpeningTest {
    private static final ByteRange WRONG = ByteRange.of(new byte[16]);

    private final Reign reign = new Reign();

    @Test
    void shouldWelcomeALinkWithItsTermAndBounds() {
        reign.core.linkUp(9, new LinkMessage.Hello(new UUID(1, 2), 1, "x", 1));
        assertEquals(List.of(new LinkMessage.Welcome(Reign.TERM, 1000, 2000, 20_000, 100)), reign.take(9));
    }

    @Test
    void shouldOpenANewSessionWithASecretOfItsOwn() {
        SessionOpened first = reign.open(Reign.LINK);
        SessionOpened second = reign.open(Reign.LINK);
        assertEquals(1, first.generation());
        assertEquals(0, first.lastNumber());
        assertEquals(16, first.password().length());
        assertNotEquals(first.password(), second.password());
        assertNotEquals(first.session(), second.session());
        assertTrue(stored(first).hasPassword(first.password().toArray(), 0, 16));
    }

    @Test
    void shouldClampTimeouts() {
        assertEquals(2000, openWith(1));
        assertEquals(2000, openWith(-5));
        assertEquals(20_000, openWith(3_600_000));
        assertEquals(7000, openWith(7000));
    }

    @Test
    void shouldMoveASessionAndTellWhereItWas() {
        SessionOpened session = reign.open(Reign.LINK);
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.settle();
        reign.take(Reign.LINK);
        SessionOpened moved = reign.attach(Reign.OTHER_LINK, session);
        assertEquals(session.session(), moved.session());
        assertEquals(session.password(), moved.password());
        assertEquals(2, moved.generation());
        assertEquals(1, moved.lastNumber());
        assertEquals(List.of(new SessionGone(session.session(), 1, SessionGone.Reason.MOVED)), reign.take(Reign.LINK));
    }

    @Test
    void shouldTellTheOldConnectionBeforeTheNewOneOnTheSameLink() {
        SessionOpened session = reign.open(Reign.LINK);
        reign.ask(Reign.LINK, session.session(), session.password(), 0);
        reign.settle();
        List<LinkMessage.ToProxy> messages = reign.take(Reign.LINK);
        assertEquals(new SessionGone(session.session(), 1, SessionGone.Reason.MOVED), messages.get(0));
        assertEquals(2, ((SessionOpened) messages.get(1)).generation());
    }

    @Test
    void shouldRefuseACommandOfTheConnectionItMovedFrom() {
        SessionOpened session = reign.open(Reign.LINK);
        reign.attach(Reign.OTHER_LINK, session);
        reign.take(Reign.LINK);
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.settle();
        assertEquals(List.of(new SessionGone(session.session(), 1, SessionGone.Reason.MOVED)), reign.take(Reign.LINK));
        assertTrue(reign.cell.nodes.isEmpty());
    }

    @Test
    void shouldTurnAwayAClientFromTheFutureBehindABarrierAndProposeNothing() {
        reign.ask(Reign.LINK, 0, ByteRange.EMPTY, reign.cell.zxid + 1);
        reign.pass();
        assertEquals(List.of(), reign.take(Reign.LINK));
        reign.answerRound("2-1");
        SessionRefused refused = reign.take(Reign.LINK, SessionRefused.class).get(0);
        assertFalse(refused.expired());
        reign.pass();
        assertEquals(List.of(), reign.proposals);
    }

    @Test
    void shouldOpenForAClientThatHasSeenMoreThanThisReplicaHadApplied() {
        reign.ask(Reign.LINK, 0, ByteRange.EMPTY, reign.cell.zxid + 1);
        reign.committed = 20;
        reign.pass();
        reign.answerRound("2-1");
        assertEquals(List.of(), reign.take(Reign.LINK));
        reign.cell.zxid += 5;
        reign.core.caughtUp(20);
        reign.settle();
        assertEquals(1, reign.take(Reign.LINK, SessionOpened.class).size());
    }

    @Test
    void shouldRefuseAnUnknownSessionAndAWrongPasswordBehindABarrierWithoutACommand() {
        SessionOpened session = reign.open(Reign.LINK);
        int before = reign.proposals.size();
        reign.ask(Reign.LINK, session.session(), WRONG, 0);
        reign.ask(Reign.LINK, 12345, WRONG, 0);
        reign.ask(Reign.LINK, -1, WRONG, 0);
        reign.pass();
        assertEquals(List.of(), reign.take(Reign.LINK));
        reign.answerRound("2-1");
        List<SessionRefused> refused = reign.take(Reign.LINK, SessionRefused.class);
        assertEquals(3, refused.size());
        assertTrue(refused.stream().allMatch(SessionRefused::expired));
        reign.pass();
        assertEquals(before, reign.proposals.size());
        assertEquals(1, stored(session).generation());
    }

    @Test
    void shouldNotTouchByAWrongPassword() {
        SessionOpened session = reign.open(Reign.LINK);
        for (int i = 0; i < 6; i++) {
            reign.runFor(900);
            reign.ask(Reign.LINK, session.session(), WRONG, 0);
            reign.pass();
            reign.answerRound("2-1");
        }
        reign.settle();
        assertEquals(0, reign.core.numbers(reign.now).sessions());
    }

    @Test
    void shouldForgetWhoAskedOnALinkThatIsDown() {
        reign.ask(Reign.LINK, 0, ByteRange.EMPTY, 0);
        reign.ask(Reign.LINK, 55, WRONG, 0);
        reign.pass();
        reign.core.linkDown(Reign.LINK);
        reign.settle();
        reign.answerRound("2-1");
        assertEquals(List.of(), reign.take(Reign.LINK));
        assertEquals(1, reign.core.numbers(reign.now).sessions());
    }

    @Test
    void shouldCloseALinkThatSaysHelloTwice() {
        reign.receive(Reign.LINK, new LinkMessage.Hello(new UUID(1, 2), 1, "proxy-a", 1));
        assertEquals(List.of(Reign.LINK), reign.closed);
    }

    private FakeCell.Session stored(SessionOpened session) {
        return Objects.requireNonNull(reign.cell.sessions.get(session.session()));
    }

    private int openWith(int timeoutMs) {
        reign.receive(Reign.LINK, new LinkMessage.OpenSession(1, 0, ByteRange.EMPTY, timeoutMs, 0, List.of()));
        reign.settle();
        return reign.take(Reign.LINK, SessionOpened.class).get(0).timeoutMs();
    }
}
