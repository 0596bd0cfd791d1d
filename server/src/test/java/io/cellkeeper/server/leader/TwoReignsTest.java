package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.CatchUp;
import io.cellkeeper.proxy.link.LinkMessage.HeldSession;
import io.cellkeeper.proxy.link.LinkMessage.Missed;
import io.cellkeeper.proxy.link.LinkMessage.ReadAnswer;
import io.cellkeeper.proxy.link.LinkMessage.ReplayEnd;
import io.cellkeeper.proxy.link.LinkMessage.Reregistration;
import io.cellkeeper.proxy.link.LinkMessage.Result;
import io.cellkeeper.proxy.link.LinkMessage.Resume;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import io.cellkeeper.proxy.link.LinkMessage.SessionOpened;
import io.cellkeeper.proxy.link.LinkMessage.ToProxy;
import io.cellkeeper.state.ApplySink;
import io.cellkeeper.state.CellState;
import io.cellkeeper.state.batch.CommandKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * One state, led in two reigns: what the first left unanswered is sent again to the second. Whether the first one's batch is in
 * the log is what its proxy can't know.
 */
class TwoReignsTest implements AloneInItsCell {
    private static final int LINK = 1;

    private final CellState state = new CellState();
    private final List<ToProxy> sent = new ArrayList<>();
    private final ArrayDeque<Proposal> log = new ArrayDeque<>();
    private long now = 1;
    private long term = 1;
    private long index = 3;
    private LeaderCore core = lead();
    private final SessionOpened session = open();

    @Test
    void shouldAnswerACommandThatWasAppliedWithTheResultItHadThen() {
        command(1, RequestBodies.create("/lock-", 3));
        // In the log, but its result is lost.
        run();
        long applied = state.zxid();
        sent.clear();
        changeLeader();
        resume(0);
        command(1, RequestBodies.create("/lock-", 3));
        run();

        Result result = (Result) sent.get(1);
        assertEquals(applied, result.zxid());
        assertEquals("/lock-0000000000", new WireReader(result.body()).readString());
        assertEquals(1, state.ephemeralCount());
    }

    @Test
    void shouldApplyACommandThatWasNot() {
        command(1, RequestBodies.create("/lock-", 3));
        core.endOfPass(now);
        log.clear();
        changeLeader();
        resume(0);
        command(1, RequestBodies.create("/lock-", 3));
        run();

        assertEquals(ErrorCode.OK, ((Result) sent.get(1)).error());
        assertEquals(1, state.ephemeralCount());
    }

    @Test
    void shouldAnswerInTheOrderOfRequestsWhateverWasApplied() {
        command(1, RequestBodies.create("/a", 0));
        run();
        sent.clear();
        changeLeader();
        resume(0);
        command(1, RequestBodies.create("/a", 0));
        exists(1, 1, "/a");
        command(2, RequestBodies.create("/b", 0));
        exists(2, 2, "/b");
        run();

        assertEquals(List.of("end", "result 1", "read 1", "result 2", "read 2"), story());
    }

    @Test
    void shouldCloseIfAReadStoodBetweenCommandsThatWereApplied() {
        command(1, RequestBodies.create("/a", 0));
        command(2, RequestBodies.create("/b", 0));
        run();
        sent.clear();
        changeLeader();
        resume(0);
        command(1, RequestBodies.create("/a", 0));
        exists(1, 1, "/b");
        command(2, RequestBodies.create("/b", 0));
        run();

        assertEquals(List.of("end", "gone UNPROVEN"), story());
    }

    @Test
    void shouldShowTheMissedEventBeforeTheResultThatShowsItsChange() {
        exists(0, 1, "/a");
        run();
        long seen = state.zxid();
        command(1, RequestBodies.create("/a", 0));
        run();
        sent.clear();
        changeLeader();
        core.receive(
                LINK,
                new Resume(
                        seen,
                        1,
                        List.of(new HeldSession(session.session(), 1, 0)),
                        List.of(new Reregistration("/a", Reregistration.DATA | Reregistration.ABSENT)),
                        true),
                now);
        command(1, RequestBodies.create("/a", 0));
        run();

        assertEquals(List.of("changed /a", "end", "result 1"), story());
    }

    @Test
    void shouldTakeACloseSessionThatIsSentAgainAsDone() {
        close(1);
        run();
        sent.clear();
        changeLeader();
        resume(0);
        close(1);
        run();

        assertEquals(List.of("end", "gone EXPIRED", "result 1"), story());
        assertEquals(ErrorCode.OK, ((Result) sent.get(2)).error());
    }

    @Test
    void shouldForgetALargeResultAsSoonAsItIsAcknowledgedInTheSecondReign() {
        command(1, RequestBodies.create("/" + "x".repeat(5_000), 0));
        run();
        changeLeader();
        resume(0);
        command(1, RequestBodies.create("/" + "x".repeat(5_000), 0));
        run();
        assertEquals(1, kept());
        core.receive(
                LINK, new LinkMessage.KeepAlive(1, List.of(new LinkMessage.Touch(session.session(), 1, 0, 1))), now);
        run();

        assertEquals(0, kept());
    }

    @Test
    void shouldJudgeByTheStateIfTheChangesAreNotKnownAnyMore() {
        command(1, RequestBodies.create("/changed", 0));
        command(2, RequestBodies.create("/deleted", 0));
        run();
        long seen = state.zxid();
        command(3, RequestBodies.create("/created", 0));
        command(4, RequestBodies.create("/changed/child", 0));
        core.receive(
                LINK,
                new LinkMessage.Command(session.session(), 1, 5, 4, 1, OpCode.DELETE.code(), version("/deleted")),
                now);
        // More than the ring holds.
        int more = (1 << 16) + 1;
        for (int number = 6; number < 6 + more; number++) {
            core.receive(
                    LINK,
                    new LinkMessage.Command(
                            session.session(), 1, number, number - 1, 1, OpCode.SET_DATA.code(), data("/changed")),
                    now);
            if (number % 4_000 == 0) {
                run();
            }
        }
        run();
        sent.clear();
        changeLeader();
        core.receive(
                LINK,
                new Resume(
                        seen,
                        1,
                        List.of(new HeldSession(session.session(), 1, 5 + more)),
                        List.of(
                                new Reregistration("/changed", Reregistration.DATA | Reregistration.CHILD),
                                new Reregistration("/deleted", Reregistration.DATA),
                                new Reregistration("/created", Reregistration.DATA | Reregistration.ABSENT),
                                new Reregistration("/absent", Reregistration.DATA | Reregistration.ABSENT)),
                        true),
                now);

        assertEquals(
                new CatchUp(List.of(
                        new Missed(3, "/changed", null),
                        new Missed(4, "/changed", null),
                        new Missed(2, "/deleted", null),
                        new Missed(1, "/created", null))),
                sent.get(0));
        assertEquals(new ReplayEnd(state.zxid()), sent.get(1));
    }

    @Test
    void shouldNotApplyTheFormerReignsBatchInAnotherTerm() {
        command(1, RequestBodies.create("/a", 0));
        core.endOfPass(now);
        Proposal late = log.remove();
        changeLeader();
        resume(0);
        command(1, RequestBodies.create("/a", 0));
        index++;
        assertFalse(state.apply(term, index, late.bytes(), ApplySink.NONE));
        run();

        assertEquals(List.of("end", "result 1"), story());
    }

    private int kept() {
        return Objects.requireNonNull(state.session(session.session())).keptResultCount();
    }

    private LeaderCore lead() {
        LeaderCore leader = new LeaderCore(
                term,
                index,
                new LeaderConfig(1000, 4000, 40_000, 0, 12, "server.1=a"),
                new StateView(state),
                this,
                this,
                () -> 1_700_000_000_000L,
                new Random(5),
                now);
        leader.linkUp(LINK, new LinkMessage.Hello(new UUID(1, 1), 1, "1-1", 1));
        sent.clear();
        return leader;
    }

    private void changeLeader() {
        log.clear();
        term++;
        now += 200_000_000;
        core = lead();
    }

    private SessionOpened open() {
        core.receive(LINK, new LinkMessage.OpenSession(1, 0, ByteRange.EMPTY, 4000, 0, List.of()), now);
        run();
        SessionOpened opened = (SessionOpened) sent.get(sent.size() - 1);
        sent.clear();
        return opened;
    }

    private void resume(long acked) {
        core.receive(
                LINK,
                new Resume(state.zxid(), 1, List.of(new HeldSession(session.session(), 1, acked)), List.of(), true),
                now);
    }

    private void command(long number, ByteRange body) {
        core.receive(
                LINK,
                new LinkMessage.Command(
                        session.session(), 1, number, 0, CommandKind.CLIENT.code(), OpCode.CREATE.code(), body),
                now);
    }

    private void close(long number) {
        core.receive(
                LINK,
                new LinkMessage.Command(
                        session.session(),
                        1,
                        number,
                        0,
                        CommandKind.CLIENT.code(),
                        OpCode.CLOSE_SESSION.code(),
                        ByteRange.EMPTY),
                now);
    }

    private void exists(long after, long read, String path) {
        core.receive(
                LINK,
                new LinkMessage.Read(
                        session.session(),
                        1,
                        after,
                        read,
                        read,
                        OpCode.EXISTS.code(),
                        new WireWriter(32).writeString(path).writeBoolean(true).toRange()),
                now);
    }

    private void run() {
        core.endOfPass(now);
        while (!log.isEmpty()) {
            Proposal proposal = log.remove();
            index++;
            assertTrue(state.apply(term, index, proposal.bytes(), core.beginApply(proposal, now)));
            core.endApply(index);
            core.endOfPass(now);
        }
    }

    private List<String> story() {
        List<String> story = new ArrayList<>();
        for (ToProxy message : sent) {
            if (message instanceof Result result) {
                story.add("result " + result.number());
            } else if (message instanceof ReadAnswer answer) {
                story.add("read " + answer.read());
            } else if (message instanceof LinkMessage.Changed changed) {
                story.add("changed " + changed.path());
            } else if (message instanceof SessionGone gone) {
                story.add("gone " + gone.reason());
            } else {
                story.add(message instanceof ReplayEnd ? "end" : message.toString());
            }
        }
        return story;
    }

    private static ByteRange version(String path) {
        return new WireWriter(32).writeString(path).writeInt(-1).toRange();
    }

    private static ByteRange data(String path) {
        return new WireWriter(32)
                .writeString(path)
                .writeBuffer(ByteRange.EMPTY)
                .writeInt(-1)
                .toRange();
    }

    @Override
    public void send(int link, ToProxy message) {
        sent.add(message);
    }

    @Override
    public void propose(Proposal proposal) {
        log.add(proposal);
    }

    @Override
    public long currentTerm() {
        return term;
    }

    @Override
    public boolean leads(long ofTerm) {
        return ofTerm == term;
    }

    @Override
    public long lastCommittedIndex() {
        return index;
    }
}
