package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.Voters;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.SessionOpened;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BarrierTest {
    private final Reign reign = new Reign();
    private final SessionOpened session = reign.open(Reign.LINK);

    @Test
    void shouldAnswerAReadOnceAMajorityHasReportedTheTerm() {
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.pass();
        assertEquals(List.of(), answers());
        reign.answerRound("3-1");
        assertEquals(List.of(1L), answers());
    }

    @Test
    void shouldNotCountAReportOfAnotherTermNorOfNone() {
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.pass();
        reign.core.termReport("2-1", reign.rounds.get(0), Reign.TERM + 1);
        reign.core.termReport("2-1", reign.rounds.get(0), 0);
        assertEquals(List.of(), answers());
    }

    @Test
    void shouldNotCountAReplicaThatIsNoVoter() {
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.pass();
        reign.answerRound("4-1");
        assertEquals(List.of(), answers());
    }

    @Test
    void shouldNotProveAReadByARoundBegunBeforeItArrived() {
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.pass();
        reign.get(Reign.LINK, session, 0, 2, "/a");
        reign.pass();
        assertEquals(1, reign.rounds.size());
        reign.answerRound("2-1");
        assertEquals(List.of(1L), answers());
        reign.pass();
        assertEquals(2, reign.rounds.size());
        reign.answerRound("2-1");
        assertEquals(List.of(2L), answers());
    }

    @Test
    void shouldNotTakeAnAnswerToAnEarlierRound() {
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.pass();
        reign.answerRound("2-1");
        reign.get(Reign.LINK, session, 0, 2, "/a");
        reign.pass();
        answers();
        reign.core.termReport("3-1", reign.rounds.get(0), Reign.TERM);
        assertEquals(List.of(), answers());
    }

    @Test
    void shouldServeAllThatWaitsWithOneRound() {
        for (int read = 1; read <= 100; read++) {
            reign.get(Reign.LINK, session, 0, read, "/a");
        }
        reign.keepAlive(Reign.LINK, 1, session, 0);
        reign.pass();
        assertEquals(1, reign.rounds.size());
        reign.answerRound("2-1");
        assertEquals(101, reign.take(Reign.LINK).size());
    }

    @Test
    void shouldWaitUntilWhatWasCommittedIsApplied() {
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.committed = 50;
        reign.pass();
        reign.committed = 60;
        reign.answerRound("2-1");
        assertEquals(List.of(), answers());
        reign.core.caughtUp(49);
        assertEquals(List.of(), answers());
        reign.core.caughtUp(50);
        assertEquals(List.of(1L), answers());
    }

    @Test
    void shouldReadItsOwnTermAgainAtTheEnd() {
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.pass();
        reign.leads = false;
        reign.core.termReport("2-1", reign.rounds.get(0), Reign.TERM);
        reign.core.termReport("3-1", reign.rounds.get(0), Reign.TERM);
        reign.pass();
        assertEquals(List.of(), answers());
    }

    @Test
    void shouldBeginAgainWhenTheVotersHaveChanged() {
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.pass();
        reign.voters = new Voters(9, Set.of("1-1", "2-1", "3-1", "4-1"), Set.of());
        reign.answerRound("2-1");
        reign.answerRound("3-1");
        assertEquals(List.of(), answers());
        reign.pass();
        assertEquals(2, reign.rounds.size());
        reign.answerRound("2-1");
        assertEquals(List.of(), answers());
        reign.answerRound("3-1");
        assertEquals(List.of(1L), answers());
    }

    @Test
    void shouldNeedBothMajoritiesInAJointConfiguration() {
        reign.voters = new Voters(9, Set.of("1-1", "2-1", "3-1"), Set.of("1-1", "4-1", "5-1"));
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.pass();
        reign.answerRound("2-1");
        assertEquals(List.of(), answers());
        reign.answerRound("5-1");
        assertEquals(List.of(1L), answers());
    }

    @Test
    void shouldHaveNobodyToAskAlone() {
        Reign alone = new Reign().alone();
        SessionOpened opened = alone.open(Reign.LINK);
        alone.get(Reign.LINK, opened, 0, 1, "/a");
        alone.pass();
        assertEquals(List.of(), alone.rounds);
        assertEquals(1, alone.take(Reign.LINK, LinkMessage.ReadAnswer.class).size());
    }

    @Test
    void shouldStillAskItselfAlone() {
        Reign alone = new Reign().alone();
        SessionOpened opened = alone.open(Reign.LINK);
        alone.leads = false;
        alone.get(Reign.LINK, opened, 0, 1, "/a");
        alone.pass();
        assertTrue(alone.take(Reign.LINK).isEmpty());
    }

    @Test
    void shouldTakeTheTermOnAFollowersLinkForTheReadsBeforeIt() {
        SessionOpened other = reign.open(Reign.OTHER_LINK);
        reign.get(Reign.OTHER_LINK, other, 0, 1, "/a");
        reign.receive(Reign.OTHER_LINK, new LinkMessage.TermReport(Reign.TERM));
        assertEquals(
                1, reign.take(Reign.OTHER_LINK, LinkMessage.ReadAnswer.class).size());
        reign.pass();
        assertEquals(List.of(), reign.rounds);
    }

    @Test
    void shouldNotTakeItForReadsOfOtherLinksNorForLaterOnes() {
        SessionOpened other = reign.open(Reign.OTHER_LINK);
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.get(Reign.OTHER_LINK, other, 0, 1, "/a");
        reign.receive(Reign.OTHER_LINK, new LinkMessage.TermReport(Reign.TERM));
        reign.get(Reign.OTHER_LINK, other, 0, 2, "/a");
        assertEquals(
                1, reign.take(Reign.OTHER_LINK, LinkMessage.ReadAnswer.class).size());
        assertEquals(List.of(), answers());
        reign.pass();
        assertEquals(1, reign.rounds.size());
    }

    @Test
    void shouldNotTakeTheTermOfAProxyThatIsNoVoter() {
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.receive(Reign.LINK, new LinkMessage.TermReport(Reign.TERM));
        assertEquals(List.of(), answers());
    }

    @Test
    void shouldNotTakeItWhereTwoAreNoMajority() {
        reign.voters = new Voters(1, Set.of("1-1", "2-1", "3-1", "4-1", "5-1"), Set.of());
        reign.link(3, "3-1");
        SessionOpened other = reign.open(3);
        reign.get(3, other, 0, 1, "/a");
        reign.receive(3, new LinkMessage.TermReport(Reign.TERM));
        assertTrue(reign.take(3).isEmpty());
    }

    @Test
    void shouldNotTakeItAfterTheVotersHaveChanged() {
        SessionOpened other = reign.open(Reign.OTHER_LINK);
        reign.voters = new Voters(9, Set.of("1-1", "2-1"), Set.of());
        reign.get(Reign.OTHER_LINK, other, 0, 1, "/a");
        reign.receive(Reign.OTHER_LINK, new LinkMessage.TermReport(Reign.TERM));
        assertTrue(reign.take(Reign.OTHER_LINK).isEmpty());
    }

    @Test
    void shouldNotTakeItWhileItMayNotLead() {
        SessionOpened other = reign.open(Reign.OTHER_LINK);
        reign.leads = false;
        reign.get(Reign.OTHER_LINK, other, 0, 1, "/a");
        reign.receive(Reign.OTHER_LINK, new LinkMessage.TermReport(Reign.TERM));
        assertTrue(reign.take(Reign.OTHER_LINK).isEmpty());
    }

    @Test
    void shouldAskAgainAndLogANoOpWhenUnprovenForLong() {
        int before = reign.proposals.size();
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.pass();
        reign.runFor(90);
        assertEquals(before, reign.proposals.size());
        reign.runFor(60);
        assertEquals(before + 1, reign.proposals.size());
        assertEquals(List.of(), Reign.commands(reign.lastProposal()));
        assertEquals(2, reign.rounds.size());
        assertEquals(reign.rounds.get(0), reign.rounds.get(1));
        reign.commit();
        assertEquals(List.of(1L), answers());
        assertEquals(List.of(), reign.resignations);
    }

    @Test
    void shouldTakeALateAnswerToARoundAskedTwice() {
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.pass();
        reign.runFor(350);
        reign.answerRound("2-1");
        assertEquals(List.of(1L), answers());
    }

    @Test
    void shouldNotAcknowledgeTouchesByARoundBegunBeforeTheyArrived() {
        reign.keepAlive(Reign.LINK, 1, session, 0);
        reign.pass();
        reign.keepAlive(Reign.LINK, 2, session, 0);
        reign.answerRound("2-1");
        assertEquals(List.of(new LinkMessage.KeepAliveAnswer(1, 2, false)), reign.take(Reign.LINK));
        reign.pass();
        reign.answerRound("2-1");
        assertEquals(List.of(new LinkMessage.KeepAliveAnswer(2, 2, false)), reign.take(Reign.LINK));
    }

    @Test
    void shouldProveByTheCommitOfABatchProposedAfterTheArrivalOnly() {
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.pass();
        reign.get(Reign.LINK, session, 1, 1, "/a");
        reign.pass();
        reign.commit();
        assertEquals(List.of(), answers());
        reign.set(Reign.LINK, session, 2, "/b", "1");
        reign.pass();
        reign.commit();
        assertEquals(List.of(1L), answers());
    }

    private List<Long> answers() {
        return reign.take(Reign.LINK, LinkMessage.ReadAnswer.class).stream()
                .map(LinkMessage.ReadAnswer::read)
                .toList();
    }
}
