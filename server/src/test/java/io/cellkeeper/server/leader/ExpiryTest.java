package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import io.cellkeeper.proxy.link.LinkMessage.SessionOpened;
import io.cellkeeper.state.batch.Command;
import io.cellkeeper.state.batch.CommandKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpiryTest {
    private static final int TIMEOUT_AND_GRACE_MS = 4000 + Reign.GRACE_MS;

    private final Reign reign = new Reign().alone();
    private final SessionOpened session = reign.open(Reign.LINK);

    @Test
    void shouldExpireASessionByOneCommandThatNamesItsGeneration() {
        reign.runFor(TIMEOUT_AND_GRACE_MS - 100);
        assertEquals(1, reign.proposals.size());
        reign.runFor(300);
        assertEquals(2, reign.proposals.size());
        Command expire = Reign.commands(reign.lastProposal()).get(0);
        assertEquals(CommandKind.EXPIRE, expire.kind());
        assertEquals(session.session(), expire.session());
        assertEquals(session.generation(), expire.generation());
        reign.commit();
        assertEquals(
                List.of(new SessionGone(session.session(), 1, SessionGone.Reason.EXPIRED)), reign.take(Reign.LINK));
        assertEquals(1, reign.core.numbers(reign.now).expired());
        assertEquals(0, reign.core.numbers(reign.now).sessions());
    }

    @Test
    void shouldKeepASessionWhoseClientIsHeardOf() {
        for (int i = 0; i < 20; i++) {
            reign.runFor(2000);
            reign.keepAlive(Reign.LINK, i, session, 100);
        }
        assertEquals(1, reign.proposals.size());
    }

    @Test
    void shouldNotTakeAKeepAliveWithoutAClientsPacketForATouch() {
        for (int i = 0; i < 3; i++) {
            reign.runFor(2000);
            reign.keepAlive(Reign.LINK, i, session, -1);
        }
        assertEquals(2, reign.proposals.size());
    }

    @Test
    void shouldTouchByCommandsAndReads() {
        reign.runFor(4000);
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.runFor(4000);
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.settle();
        reign.runFor(4000);
        assertEquals(1, reign.core.numbers(reign.now).sessions());
        assertEquals(2, reign.proposals.size());
    }

    @Test
    void shouldGiveEverySessionAFullLeaseWhenTheReignBegins() {
        FakeCell cell = new FakeCell();
        FakeCell.Session old = new FakeCell.Session(77);
        old.timeoutMs = 4000;
        cell.sessions.put(77L, old);
        Reign next = new Reign(cell).alone();
        next.runFor(TIMEOUT_AND_GRACE_MS - 100);
        assertEquals(List.of(), next.proposals);
        next.runFor(300);
        assertEquals(1, next.proposals.size());
    }

    @Test
    void shouldNotExpireAnythingForItsOwnPause() {
        reign.runFor(3000);
        reign.pauseFor(60_000);
        assertEquals(1, reign.proposals.size());
        reign.keepAlive(Reign.LINK, 1, session, 0);
        reign.runFor(4000);
        assertEquals(1, reign.proposals.size());
        assertTrue(reign.core.numbers(reign.now).lostNanos() > 59_000L * 1_000_000);
    }

    @Test
    void shouldHandleThePassesInputBeforeItJudges() {
        reign.runFor(TIMEOUT_AND_GRACE_MS - 20);
        reign.now += 500_000_000L;
        reign.keepAlive(Reign.LINK, 1, session, 0);
        reign.pass();
        assertEquals(1, reign.proposals.size());
    }

    @Test
    void shouldNotLetAnOlderGenerationTouch() {
        SessionOpened moved = reign.attach(Reign.OTHER_LINK, session);
        assertEquals(2, moved.generation());
        for (int i = 0; i < 3; i++) {
            reign.runFor(2000);
            reign.keepAlive(Reign.LINK, i, session, 0);
            reign.set(Reign.LINK, session, 1, "/a", "1");
        }
        assertTrue(Reign.commands(reign.lastProposal()).stream()
                .anyMatch(command -> command.kind() == CommandKind.EXPIRE || command.generation() == 1));
        reign.settle();
        reign.runFor(200);
        reign.settle();
        assertEquals(0, reign.core.numbers(reign.now).sessions());
    }

    @Test
    void shouldNeitherTouchNorAcknowledgeWhileTheExpireIsInFlight() {
        expireWithoutCommit();
        reign.keepAlive(Reign.LINK, 1, session, 0);
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.pass();
        assertEquals(List.of(), reign.take(Reign.LINK));
        reign.commit();
        assertEquals(
                List.of(
                        new SessionGone(session.session(), 1, SessionGone.Reason.EXPIRED),
                        new LinkMessage.KeepAliveAnswer(1, 3, true)),
                reign.take(Reign.LINK));
    }

    @Test
    void shouldLetNoAnswerCountBeforeItsPlaceThatRefusesATouch() {
        reign.attach(Reign.OTHER_LINK, session);
        reign.take(Reign.LINK);
        reign.keepAlive(Reign.LINK, 1, session, 0);
        reign.pass();
        assertEquals(
                List.of(new LinkMessage.KeepAliveAnswer(1, 3, true)),
                reign.take(Reign.LINK),
                "that the session has moved was the third message here");
    }

    @Test
    void shouldAnswerOtherSessionsReadsMeanwhile() {
        reign.runFor(3000);
        SessionOpened other = reign.open(Reign.LINK);
        reign.runFor(2300);
        assertEquals(3, reign.proposals.size());
        reign.get(Reign.LINK, other, 0, 1, "/a");
        reign.pass();
        assertEquals(1, reign.take(Reign.LINK, LinkMessage.ReadAnswer.class).size());
    }

    @Test
    void shouldCloseTheReadWhosePlacePassesWhileTheExpireIsInFlight() {
        reign.runFor(TIMEOUT_AND_GRACE_MS - 10);
        // Another client's batch keeps the expire from going first.
        SessionOpened other = reign.open(Reign.OTHER_LINK);
        reign.runFor(200);
        Proposal expire = reign.lastProposal();
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.apply(expire);
        reign.settle();
        List<LinkMessage.ToProxy> messages = reign.take(Reign.LINK);
        assertTrue(messages.stream().allMatch(SessionGone.class::isInstance), messages::toString);
        assertEquals(1, reign.core.numbers(reign.now).sessions());
        assertEquals(1, other.generation());
    }

    @Test
    void shouldLetTheSessionLiveThatWasOpenedBeforeTheExpireIsApplied() {
        // The attach is in flight when the lease ends: the expire names the generation before.
        reign.runFor(TIMEOUT_AND_GRACE_MS - 20);
        reign.ask(Reign.OTHER_LINK, session.session(), session.password(), 0);
        reign.pass();
        Proposal attach = reign.lastProposal();
        reign.runFor(200);
        reign.apply(attach);
        reign.pass();
        assertEquals(
                CommandKind.EXPIRE, Reign.commands(reign.lastProposal()).get(0).kind());
        SessionOpened moved = reign.take(Reign.OTHER_LINK, SessionOpened.class).get(0);
        reign.keepAlive(Reign.OTHER_LINK, 9, moved, 0);
        reign.pass();
        assertEquals(
                List.of(new LinkMessage.KeepAliveAnswer(9, 2, false)),
                reign.take(Reign.OTHER_LINK),
                "the new generation is not being expired");
        reign.commit();
        assertEquals(1, reign.core.numbers(reign.now).sessions());
        assertEquals(List.of(new SessionGone(session.session(), 1, SessionGone.Reason.MOVED)), reign.take(Reign.LINK));
        reign.runFor(TIMEOUT_AND_GRACE_MS - 300);
        assertEquals(1, reign.core.numbers(reign.now).sessions());
        reign.runFor(500);
        reign.settle();
        assertEquals(0, reign.core.numbers(reign.now).sessions());
    }

    @Test
    void shouldKeepApartTwoExpiresOfOneSession() {
        // The first waits for its batch for longer than the second lease lasts.
        reign.runFor(TIMEOUT_AND_GRACE_MS - 20);
        reign.ask(Reign.OTHER_LINK, session.session(), session.password(), 0);
        reign.pass();
        Proposal attach = reign.lastProposal();
        reign.runFor(200);
        reign.apply(attach);
        SessionOpened moved = reign.take(Reign.OTHER_LINK, SessionOpened.class).get(0);
        reign.pass();
        Proposal first = reign.lastProposal();
        reign.runFor(TIMEOUT_AND_GRACE_MS + 200);
        reign.apply(first);
        reign.keepAlive(Reign.OTHER_LINK, 1, moved, 0);
        reign.pass();
        assertEquals(List.of(), reign.take(Reign.OTHER_LINK), "the second is in flight");
        reign.commit();
        assertEquals(0, reign.core.numbers(reign.now).sessions());
    }

    @Test
    void shouldRefuseToOpenTheSessionWhoseExpireComesFirst() {
        expireWithoutCommit();
        reign.ask(Reign.OTHER_LINK, session.session(), session.password(), 0);
        reign.settle();
        LinkMessage.SessionRefused refused =
                reign.take(Reign.OTHER_LINK, LinkMessage.SessionRefused.class).get(0);
        assertTrue(refused.expired());
    }

    @Test
    void shouldProposeTheExpireAgainWhenNotAppended() {
        expireWithoutCommit();
        reign.core.notAppended(reign.lastProposal(), reign.now);
        reign.runFor(50);
        assertEquals(3, reign.proposals.size());
        reign.commit();
        assertEquals(0, reign.core.numbers(reign.now).sessions());
    }

    @Test
    void shouldTellEventsBeforeTheEndOfTheSession() {
        reign.command(Reign.LINK, session, 1, OpCode.CREATE, Reign.body("/e", "x"));
        reign.settle();
        reign.get(Reign.LINK, session, 1, 1, "/e");
        reign.pass();
        reign.take(Reign.LINK);
        expireWithoutCommit();
        reign.commit();
        List<LinkMessage.ToProxy> messages = reign.take(Reign.LINK);
        assertEquals(2, messages.size());
        assertEquals("/e", ((LinkMessage.Changed) messages.get(0)).path());
        assertEquals(SessionGone.Reason.EXPIRED, ((SessionGone) messages.get(1)).reason());
    }

    @Test
    void shouldTellEventsThenTheResultThenTheEndWhenASessionCloses() {
        reign.command(Reign.LINK, session, 1, OpCode.CREATE, Reign.body("/e", "x"));
        reign.settle();
        reign.get(Reign.LINK, session, 1, 1, "/e");
        reign.pass();
        reign.take(Reign.LINK);
        reign.close(Reign.LINK, session, 2);
        reign.settle();
        List<LinkMessage.ToProxy> messages = reign.take(Reign.LINK);
        assertEquals(3, messages.size());
        assertEquals("/e", ((LinkMessage.Changed) messages.get(0)).path());
        assertEquals(2, ((LinkMessage.Result) messages.get(1)).number());
        assertEquals(SessionGone.Reason.CLOSED, ((SessionGone) messages.get(2)).reason());
    }

    @Test
    void shouldKeepTheSessionsOfALinkThatIsDownForTheirLease() {
        reign.core.linkDown(Reign.LINK);
        reign.runFor(TIMEOUT_AND_GRACE_MS - 100);
        assertEquals(1, reign.core.numbers(reign.now).sessions());
        reign.runFor(300);
        reign.settle();
        assertEquals(0, reign.core.numbers(reign.now).sessions());
        assertFalse(reign.sent.containsKey(Reign.LINK));
    }

    @Test
    void shouldResignWhenItLosesTooMuchTime() {
        for (int i = 0; i < 7; i++) {
            reign.pauseFor(500);
        }
        assertEquals(1, reign.resignations.size());
    }

    @Test
    void shouldExpireManySessionsInBoundedBatches() {
        for (int i = 0; i < 5000; i++) {
            reign.ask(Reign.LINK, 0, ByteRange.EMPTY, 0);
        }
        reign.settle();
        reign.take(Reign.LINK);
        reign.runFor(TIMEOUT_AND_GRACE_MS + 200);
        reign.settle();
        assertEquals(0, reign.core.numbers(reign.now).sessions());
        assertEquals(5001, reign.take(Reign.LINK, SessionGone.class).size());
    }

    private void expireWithoutCommit() {
        reign.runFor(TIMEOUT_AND_GRACE_MS + 200);
        assertEquals(
                CommandKind.EXPIRE, Reign.commands(reign.lastProposal()).get(0).kind());
        reign.take(Reign.LINK);
    }
}
