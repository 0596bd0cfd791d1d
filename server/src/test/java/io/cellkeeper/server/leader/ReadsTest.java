package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import io.cellkeeper.proxy.link.LinkMessage.SessionOpened;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadsTest {
    private final Reign reign = new Reign();
    private final SessionOpened session = reign.open(Reign.LINK);

    @Test
    void shouldReadBetweenTheCommandsOfItsSessionInOneBatch() {
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.get(Reign.LINK, session, 1, 1, "/a");
        reign.set(Reign.LINK, session, 2, "/a", "2");
        reign.get(Reign.LINK, session, 2, 2, "/a");
        reign.set(Reign.LINK, session, 3, "/a", "3");
        reign.settle();
        assertEquals(
                List.of("result 1", "read 1: 1", "Changed", "result 2", "read 2: 2", "Changed", "result 3"),
                story(Reign.LINK));
    }

    @Test
    void shouldCarryTheZxidOfTheStateItShows() {
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.get(Reign.LINK, session, 1, 1, "/a");
        reign.set(Reign.LINK, session, 2, "/a", "2");
        reign.settle();
        List<LinkMessage.ToProxy> messages = reign.take(Reign.LINK);
        assertEquals(((LinkMessage.Result) messages.get(0)).zxid(), ((LinkMessage.ReadAnswer) messages.get(1)).zxid());
    }

    @Test
    void shouldWaitForItsSessionsPrecedingCommandWhateverIsProven() {
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.get(Reign.LINK, session, 1, 1, "/a");
        reign.pass();
        reign.answerRound("2-1");
        assertEquals(List.of(), story(Reign.LINK));
        reign.commit();
        assertEquals(List.of("result 1", "read 1: 1"), story(Reign.LINK));
    }

    @Test
    void shouldNotBeProvenByTheBatchInFlight() {
        SessionOpened other = reign.open(Reign.LINK);
        reign.set(Reign.LINK, other, 1, "/b", "1");
        reign.pass();
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.apply(reign.lastProposal());
        assertEquals(List.of("result 1"), story(Reign.LINK));
    }

    @Test
    void shouldCloseTheConnectionWhenItsPlaceHasPassedOnArrival() {
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.settle();
        reign.take(Reign.LINK);
        reign.get(Reign.LINK, session, 0, 1, "/a");
        assertEquals(List.of("gone UNPROVEN"), story(Reign.LINK));
    }

    @Test
    void shouldCloseTheConnectionWhenItsPlacePassesUnprovenAndSendNothingElse() {
        // The next command is in flight before the read arrives: only what resends does so.
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.pass();
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.get(Reign.LINK, session, 1, 2, "/a");
        reign.set(Reign.LINK, session, 2, "/a", "2");
        reign.settle();
        reign.runFor(300);
        reign.answerRound("2-1");
        reign.get(Reign.LINK, session, 2, 3, "/a");
        reign.settle();
        assertEquals(List.of("gone UNPROVEN"), story(Reign.LINK));
        assertEquals(0, reign.core.numbers(reign.now).waitingReads());
    }

    @Test
    void shouldOpenTheSessionAnewAfterSuchAClose() {
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.pass();
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.settle();
        reign.take(Reign.LINK);
        SessionOpened again = reign.attach(Reign.LINK, session);
        assertEquals(2, again.generation());
        reign.set(Reign.LINK, again, 2, "/a", "2");
        reign.settle();
        assertEquals(List.of("result 2"), story(Reign.LINK));
    }

    @Test
    void shouldAnswerReadsOfOneSessionInOrder() {
        reign.set(Reign.LINK, session, 1, "/a", "1");
        for (int read = 1; read <= 3; read++) {
            reign.get(Reign.LINK, session, 1, read, "/a");
        }
        reign.settle();
        assertEquals(List.of("result 1", "read 1: 1", "read 2: 1", "read 3: 1"), story(Reign.LINK));
    }

    @Test
    void shouldRefuseAReadOfAnOlderGeneration() {
        reign.attach(Reign.OTHER_LINK, session);
        reign.take(Reign.LINK);
        reign.get(Reign.LINK, session, 0, 1, "/a");
        assertEquals(List.of("gone MOVED"), story(Reign.LINK));
    }

    @Test
    void shouldDropTheReadsOfASessionThatMoves() {
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.pass();
        reign.get(Reign.LINK, session, 1, 1, "/a");
        reign.ask(Reign.OTHER_LINK, session.session(), session.password(), 0);
        reign.settle();
        assertEquals(List.of("result 1", "gone MOVED"), story(Reign.LINK));
        reign.runFor(200);
        assertEquals(0, reign.core.numbers(reign.now).waitingReads());
    }

    @Test
    void shouldDropTheReadsOfALinkThatIsDown() {
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.core.linkDown(Reign.LINK);
        assertEquals(0, reign.core.numbers(reign.now).waitingReads());
        reign.pass();
        assertTrue(reign.take(Reign.LINK).isEmpty());
    }

    @Test
    void shouldCloseALinkThatAsksForWhatIsNoRead() {
        reign.read(Reign.LINK, session, 0, 1, 0, OpCode.CREATE, ByteRange.EMPTY);
        assertEquals(List.of(Reign.LINK), reign.closed);
    }

    private List<String> story(int link) {
        return reign.take(link).stream().map(ReadsTest::tell).toList();
    }

    private static String tell(LinkMessage.ToProxy message) {
        if (message instanceof LinkMessage.Result result) {
            return "result " + result.number();
        }
        if (message instanceof LinkMessage.ReadAnswer answer) {
            return "read " + answer.read() + ": " + Reign.text(answer.body());
        }
        if (message instanceof SessionGone gone) {
            return "gone " + gone.reason();
        }
        return message.getClass().getSimpleName();
    }
}
