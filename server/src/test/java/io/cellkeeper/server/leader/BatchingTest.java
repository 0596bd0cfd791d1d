package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.SessionOpened;
import io.cellkeeper.state.batch.BatchReader;
import io.cellkeeper.state.batch.Command;
import io.cellkeeper.state.batch.CommandKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchingTest {
    private final Reign reign = new Reign();
    private final SessionOpened session = reign.open(Reign.LINK);

    @Test
    void shouldCloseABatchAtTheEndOfThePassAndNotBefore() {
        int before = reign.proposals.size();
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.set(Reign.LINK, session, 2, "/a", "2");
        assertEquals(before, reign.proposals.size());
        reign.pass();
        assertEquals(before + 1, reign.proposals.size());
        assertEquals(2, Reign.commands(reign.lastProposal()).size());
    }

    @Test
    void shouldGatherCommandsWhileABatchIsInFlight() {
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.pass();
        Proposal first = reign.lastProposal();
        reign.set(Reign.LINK, session, 2, "/a", "2");
        reign.pass();
        reign.set(Reign.LINK, session, 3, "/a", "3");
        reign.pass();
        assertSame(first, reign.lastProposal());
        reign.commit();
        assertEquals(
                List.of(2L, 3L),
                Reign.commands(reign.lastProposal()).stream()
                        .map(Command::number)
                        .toList());
    }

    @Test
    void shouldBringClientsThatWaitForTheirAnswersIntoOneBatch() {
        long number = 0;
        reign.set(Reign.LINK, session, ++number, "/a", "x");
        reign.pass();
        reign.set(Reign.LINK, session, ++number, "/a", "x");
        for (int i = 0; i < 50; i++) {
            reign.now += 2_000_000;
            int answered = Reign.commands(reign.lastProposal()).size();
            int proposed = reign.proposals.size();
            reign.commit();
            reign.now += 100_000;
            for (int client = 0; client < answered; client++) {
                reign.set(Reign.LINK, session, ++number, "/a", "x");
            }
            reign.pass();
            if (reign.proposals.size() == proposed) {
                reign.now = reign.passesAsked.get(reign.passesAsked.size() - 1);
                reign.pass();
            }
        }
        assertEquals(2, Reign.commands(reign.lastProposal()).size());
    }

    @Test
    void shouldSendResultsInOrderToTheLinkThatAsked() {
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.set(Reign.LINK, session, 2, "/a", "2");
        reign.settle();
        List<LinkMessage.Result> results = reign.take(Reign.LINK, LinkMessage.Result.class);
        assertEquals(
                List.of("1", "2"),
                results.stream().map(result -> Reign.text(result.body())).toList());
        assertEquals(reign.cell.zxid, results.get(1).zxid());
        assertTrue(reign.take(Reign.OTHER_LINK).isEmpty());
    }

    @Test
    void shouldCloseABatchBeforeItGetsTooLargeUnlessItIsOneCommand() {
        String big = "x".repeat(600_000);
        reign.set(Reign.LINK, session, 1, "/a", big);
        reign.set(Reign.LINK, session, 2, "/a", big);
        reign.set(Reign.LINK, session, 3, "/a", "y".repeat(3_000_000));
        reign.pass();
        for (long number = 1; number <= 3; number++) {
            List<Command> commands = Reign.commands(reign.lastProposal());
            assertEquals(List.of(number), commands.stream().map(Command::number).toList());
            reign.commit();
        }
        assertEquals(3, reign.take(Reign.LINK, LinkMessage.Result.class).size());
    }

    @Test
    void shouldBoundTheNumberOfCommandsInABatch() {
        for (int number = 1; number <= FormedBatch.MAX_COMMANDS + 1; number++) {
            reign.set(Reign.LINK, session, number, "/a", "");
        }
        reign.pass();
        assertEquals(
                FormedBatch.MAX_COMMANDS, Reign.commands(reign.lastProposal()).size());
        reign.commit();
        assertEquals(1, Reign.commands(reign.lastProposal()).size());
    }

    @Test
    void shouldProposeTheSameBytesAgainBeforeAnyOtherWhenNotAppended() {
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.pass();
        Proposal refused = reign.lastProposal();
        int before = reign.proposals.size();
        reign.core.notAppended(refused, reign.now);
        reign.set(Reign.LINK, session, 2, "/a", "2");
        reign.pass();
        assertEquals(before, reign.proposals.size());
        reign.runFor(10);
        assertEquals(before + 1, reign.proposals.size());
        assertSame(refused, reign.lastProposal());
        reign.settle();
        assertEquals(
                List.of(1L, 2L),
                reign.take(Reign.LINK, LinkMessage.Result.class).stream()
                        .map(LinkMessage.Result::number)
                        .toList());
    }

    @Test
    void shouldNotProposeAgainInAnotherTerm() {
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.pass();
        int before = reign.proposals.size();
        reign.core.notAppended(reign.lastProposal(), reign.now);
        reign.currentTerm = Reign.TERM + 1;
        reign.runFor(100);
        assertEquals(before, reign.proposals.size());
    }

    @Test
    void shouldResignWhenNothingCanBeAppendedForASecond() {
        proposeOne();
        refuseFor(900);
        assertEquals(List.of(), reign.resignations);
        refuseFor(200);
        assertEquals(1, reign.resignations.size());
    }

    @Test
    void shouldNotResignForRefusalsWhileLeadershipIsHandedOver() {
        reign.core.transferring(true);
        proposeOne();
        refuseFor(1500);
        assertEquals(List.of(), reign.resignations);
    }

    @Test
    void shouldResignWhenABatchIsNotAppliedForTwoSeconds() {
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.pass();
        reign.runFor(1900);
        assertEquals(List.of(), reign.resignations);
        reign.runFor(200);
        assertEquals(1, reign.resignations.size());
    }

    @Test
    void shouldResignWhenApplyRefusesItsOwnBatch() {
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.pass();
        reign.core.beginApply(reign.lastProposal(), reign.now);
        reign.core.endApply(99);
        reign.pass();
        assertEquals(1, reign.resignations.size());
    }

    @Test
    void shouldLetAcknowledgementsRideInTheSessionsNextCommand() {
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.settle();
        reign.receive(
                Reign.LINK,
                new LinkMessage.Command(
                        session.session(),
                        session.generation(),
                        2,
                        1,
                        CommandKind.CLIENT.code(),
                        OpCode.SET_DATA.code(),
                        Reign.body("/a", "2")));
        reign.pass();
        assertEquals(1, Reign.commands(reign.lastProposal()).get(0).acked());
        assertEquals(0, new BatchReaderAcks(reign.lastProposal()).count());
    }

    @Test
    void shouldLetAcknowledgementsRideInTheNextBatch() {
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.settle();
        int before = reign.proposals.size();
        reign.keepAlive(Reign.LINK, 1, session, 0, 1);
        reign.pass();
        reign.answerRound("2-1");
        reign.pass();
        assertEquals(before, reign.proposals.size());
        reign.open(Reign.LINK);
        assertEquals(1, reign.cell.acks.get(session.session()));
    }

    @Test
    void shouldSendAcknowledgementsAloneAfterThirtySeconds() {
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.settle();
        reign.take(Reign.LINK);
        int before = reign.proposals.size();
        for (int second = 0; second < 30; second++) {
            reign.keepAlive(Reign.LINK, second, session, 0, 1);
            reign.pass();
            reign.answerRound("2-1");
            reign.runFor(990);
            assertEquals(before, reign.proposals.size());
        }
        reign.runFor(400);
        assertEquals(before + 1, reign.proposals.size());
        reign.settle();
        assertEquals(1, reign.cell.acks.get(session.session()));
    }

    @Test
    void shouldSendTheAcknowledgementOfALargeResultAtOnce() {
        reign.set(Reign.LINK, session, 1, "/a", "x".repeat(5000));
        reign.settle();
        int before = reign.proposals.size();
        reign.keepAlive(Reign.LINK, 1, session, 0, 1);
        reign.pass();
        assertEquals(before + 1, reign.proposals.size());
        reign.settle();
        assertEquals(1, reign.cell.acks.get(session.session()));
    }

    @Test
    void shouldCloseALinkThatSendsWhatNoClientMay() {
        reign.receive(
                Reign.LINK,
                new LinkMessage.Command(session.session(), 1, 1, 0, CommandKind.EXPIRE.code(), 0, ByteRange.EMPTY));
        reign.command(Reign.OTHER_LINK, session, 1, OpCode.GET_DATA, ByteRange.EMPTY);
        assertEquals(List.of(Reign.LINK, Reign.OTHER_LINK), reign.closed);
    }

    @Test
    void shouldAnswerARepeatedCloseOfAnEndedSessionWithSuccess() {
        reign.close(Reign.LINK, session, 1);
        reign.settle();
        reign.take(Reign.LINK);
        reign.close(Reign.LINK, session, 1);
        reign.settle();
        List<LinkMessage.ToProxy> messages = reign.take(Reign.LINK);
        assertEquals(1, messages.size());
        assertEquals(ErrorCode.OK, ((LinkMessage.Result) messages.get(0)).error());
    }

    @Test
    void shouldFoundTheCellByItsFirstBatch() {
        FakeCell cell = new FakeCell();
        cell.cellNumber = -1;
        Reign first = new Reign(cell, new LeaderConfig(1000, 2000, 20_000, 3, 42, "server.1=here"));
        first.ask(Reign.LINK, 0, ByteRange.EMPTY, 0);
        first.pass();
        assertEquals(
                List.of(CommandKind.SET_CELL_NUMBER, CommandKind.SET_CONFIG, CommandKind.CREATE_SESSION),
                Reign.commands(first.lastProposal()).stream().map(Command::kind).toList());
        assertEquals(3, new BatchReader(first.lastProposal().bytes()).header().settings());
        first.commit();
        assertEquals(42, cell.cellNumber);
        assertEquals("server.1=here", cell.serverLines);
    }

    @Test
    void shouldProposeNothingOfItselfInAFoundedCell() {
        Reign second = new Reign();
        second.pass();
        assertEquals(List.of(), second.proposals);
    }

    /** Counts the acknowledgements that a batch carries beside its commands. */
    private record BatchReaderAcks(Proposal proposal) {
        int count() {
            BatchReader in = new BatchReader(proposal.bytes());
            int count = 0;
            while (in.nextAck()) {
                in.ackSession();
                in.ackNumber();
                count++;
            }
            return count;
        }
    }

    private void proposeOne() {
        reign.set(Reign.LINK, session, 1, "/a", "1");
        reign.pass();
    }

    private void refuseFor(int ms) {
        for (int passed = 0; passed < ms; passed += 20) {
            reign.core.notAppended(reign.lastProposal(), reign.now);
            reign.runFor(20);
        }
    }
}
