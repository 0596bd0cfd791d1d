package io.cellkeeper.server.election;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.KnownLeader;
import io.cellkeeper.consensus.LogPosition;
import io.cellkeeper.consensus.Voters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PromptElectionTest {
    private static final KnownLeader LEADER = new KnownLeader("1-1", 7);
    private static final LogPosition NEWEST = new LogPosition(7, 100);
    private static final LogPosition LONGER = new LogPosition(7, 101);
    private static final long SETTLED = PromptElection.SETTLE_NANOS;

    private Optional<KnownLeader> known = Optional.of(LEADER);
    private Voters voters = new Voters(0, Set.of("1-1", "2-1", "3-1"), Set.of());
    private final List<LossReport> told = new ArrayList<>();
    private final List<KnownLeader> stood = new ArrayList<>();
    private int endsAsked;
    private long now = 1_000_000_000;

    private final PromptElection core = new PromptElection(
            new PromptElection.Log() {
                @Override
                public Optional<KnownLeader> leader() {
                    return known;
                }

                @Override
                public Voters voters() {
                    return voters;
                }

                @Override
                public String selfId() {
                    return "2-1";
                }
            },
            new PromptElection.Out() {
                @Override
                public void readLogEnd() {
                    endsAsked++;
                }

                @Override
                public void tell(LossReport report) {
                    told.add(report);
                }

                @Override
                public void standInsteadOf(KnownLeader lost) {
                    stood.add(lost);
                }
            });

    @Test
    void shouldTellThatTheLeaderIsLostOnceTheEndOfTheLogIsKnown() {
        core.gone(1, now);
        assertTrue(core.isPending());
        assertEquals(1, endsAsked);
        assertEquals(List.of(), told);
        core.logEnd(NEWEST, silent(), now);
        assertEquals(List.of(new LossReport("2-1", LEADER, true, NEWEST)), told);
    }

    @Test
    void shouldStandOnceAMajorityHasLostTheSameLeaderAndNothingChangesAnyMore() {
        lose();
        core.heard(lost("3-1", NEWEST), now);
        assertEquals(List.of(), stood, "the other's log may still grow");
        pass(SETTLED);
        assertEquals(List.of(LEADER), stood);
        pass(SETTLED);
        assertEquals(List.of(LEADER), stood, "once a term");
    }

    @Test
    void shouldStandWhicheverReportComesFirst() {
        core.heard(lost("3-1", NEWEST), now);
        pass(SETTLED);
        lose();
        pass(SETTLED);
        assertEquals(List.of(LEADER), stood);
    }

    @Test
    void shouldElectNobodyWhenOneVoterAloneHasLostTheLeader() {
        lose();
        pass(PromptElection.REPORT_NANOS / 2);
        assertEquals(List.of(), stood);
    }

    @Test
    void shouldElectNobodyThatHasTheLeaderStill() {
        voters = new Voters(0, Set.of("1-1", "2-1", "3-1", "4-1", "5-1"), Set.of());
        for (String other : List.of("3-1", "4-1", "5-1")) {
            core.heard(lost(other, NEWEST), now);
        }
        pass(SETTLED);
        assertEquals(List.of(), stood);
    }

    @Test
    void shouldLeaveItToTheBetterLog() {
        lose();
        core.heard(lost("3-1", LONGER), now);
        pass(PromptElection.REPORT_NANOS / 2);
        assertEquals(List.of(), stood);
    }

    @Test
    void shouldLeaveItToTheLowerIdIfTheLogsAreEqual() {
        voters = new Voters(0, Set.of("1-1", "2-1", "3-1", "10-1", "11-1"), Set.of());
        known = Optional.of(new KnownLeader("3-1", 7));
        core.gone(3, now);
        core.logEnd(NEWEST, silent(), now);
        core.heard(new LossReport("10-1", known.get(), true, NEWEST), now);
        core.heard(new LossReport("1-1", known.get(), true, NEWEST), now);
        pass(SETTLED);
        assertEquals(List.of(), stood);
        core.forget(1, now);
        core.heard(new LossReport("11-1", known.get(), true, NEWEST), now);
        pass(SETTLED);
        assertEquals(1, stood.size(), "10 is more than 2, though less as a text");
    }

    @Test
    void shouldStandInPlaceOfTheBetterLogIfItsProcessGoesToo() {
        voters = new Voters(0, Set.of("1-1", "2-1", "3-1", "4-1", "5-1"), Set.of());
        lose();
        core.heard(lost("3-1", LONGER), now);
        core.heard(lost("4-1", NEWEST), now);
        core.heard(lost("5-1", NEWEST), now);
        pass(SETTLED);
        assertEquals(List.of(), stood);
        core.forget(3, now);
        pass(SETTLED);
        assertEquals(List.of(LEADER), stood);
    }

    @Test
    void shouldTellAgainWhenItsLogHasGrownAndWaitOnceMore() {
        lose();
        core.heard(lost("3-1", NEWEST), now);
        now += SETTLED - 1;
        core.logEnd(LONGER, silent(), now);
        assertEquals(LONGER, told.get(1).newest());
        now += 1;
        core.logEnd(LONGER, silent(), now);
        assertEquals(List.of(), stood);
        pass(SETTLED);
        assertEquals(List.of(LEADER), stood);
    }

    @Test
    void shouldCountNoReportOfAnotherLeaderOrTerm() {
        lose();
        core.heard(new LossReport("3-1", new KnownLeader("1-1", 6), true, NEWEST), now);
        pass(SETTLED);
        core.heard(new LossReport("3-1", new KnownLeader("3-1", 7), true, NEWEST), now);
        pass(SETTLED);
        assertEquals(List.of(), stood);
    }

    @Test
    void shouldCountNoReportOfWhoIsNoVoter() {
        lose();
        core.heard(lost("9-1", NEWEST), now);
        core.heard(lost("3-2", NEWEST), now);
        pass(SETTLED);
        assertEquals(List.of(), stood);
    }

    @Test
    void shouldNeedBothMajoritiesOfAJointConfiguration() {
        voters = new Voters(0, Set.of("1-1", "2-1", "3-1"), Set.of("1-1", "4-1", "5-1"));
        lose();
        core.heard(lost("3-1", NEWEST), now);
        pass(SETTLED);
        assertEquals(List.of(), stood);
        core.heard(lost("4-1", NEWEST), now);
        core.heard(lost("5-1", NEWEST), now);
        pass(SETTLED);
        assertEquals(List.of(LEADER), stood);
    }

    @Test
    void shouldTakeBackItsReportWhenTheLeaderIsConnectedAgain() {
        lose();
        core.back(3, now);
        assertTrue(core.isPending(), "another server says nothing of the leader");
        core.back(1, now);
        assertFalse(core.isPending());
        assertEquals(new LossReport("2-1", LEADER, false, NEWEST), told.get(1));
        core.heard(lost("3-1", NEWEST), now);
        pass(SETTLED);
        assertEquals(List.of(), stood);
    }

    @Test
    void shouldTakeBackItsReportWhenTheLeaderIsHeardAgain() {
        lose();
        now += TimeUnit.MILLISECONDS.toNanos(300);
        core.logEnd(NEWEST, 0, now);
        assertFalse(core.isPending());
        assertFalse(told.get(told.size() - 1).lost());
    }

    @Test
    void shouldNotTakeForALifeSignWhatWasHandledLate() {
        lose();
        now += SETTLED;
        core.logEnd(LONGER, 0, now);
        assertTrue(core.isPending());
    }

    @Test
    void shouldForgetAReportThatIsTakenBack() {
        core.heard(lost("3-1", NEWEST), now);
        core.heard(new LossReport("3-1", LEADER, false, NEWEST), now);
        lose();
        pass(SETTLED);
        assertEquals(List.of(), stood);
    }

    @Test
    void shouldForgetWhatWasSaidOnAConnectionThatIsLost() {
        core.heard(lost("3-1", NEWEST), now);
        core.forget(3, now);
        lose();
        pass(SETTLED);
        assertEquals(List.of(), stood);
    }

    @Test
    void shouldForgetAReportAfterAWhileThoughItIsToldAgain() {
        core.heard(lost("3-1", NEWEST), now);
        now += PromptElection.REPORT_NANOS / 2;
        core.heard(lost("3-1", NEWEST), now);
        now += PromptElection.REPORT_NANOS / 2 + 1;
        lose();
        pass(SETTLED);
        assertEquals(List.of(), stood);
    }

    @Test
    void shouldGiveItsReportUpAfterAWhile() {
        lose();
        now += PromptElection.REPORT_NANOS + 1;
        core.tick(now);
        assertFalse(core.isPending());
        assertFalse(told.get(told.size() - 1).lost());
    }

    @Test
    void shouldLookAgainWhenEverythingHasSettledAndInBetween() {
        lose();
        assertEquals(SETTLED / 2, core.untilTick(now));
        assertEquals(SETTLED / 4, core.untilTick(now + SETTLED * 3 / 4));
        assertEquals(SETTLED / 2, core.untilTick(now + SETTLED), "the log may still change");
    }

    @Test
    void shouldTellAgainWhileItWaits() {
        lose();
        pass(PromptElection.REPORT_NANOS / 2);
        assertEquals(2, told.size());
        assertEquals(told.get(0), told.get(1));
    }

    @Test
    void shouldEndQuietlyWhenSomebodyStandsOrIsElected() {
        lose();
        known = Optional.empty();
        core.heard(lost("3-1", NEWEST), now);
        pass(SETTLED);
        assertFalse(core.isPending());
        assertEquals(List.of(), stood);
        assertEquals(1, told.size(), "taking it back would make another stand beside the one who does");
    }

    @Test
    void shouldNotMindTheLossOfWhoDoesNotLead() {
        core.gone(3, now);
        assertFalse(core.isPending());
        known = Optional.of(new KnownLeader("2-1", 8));
        core.gone(2, now);
        assertFalse(core.isPending());
        known = Optional.empty();
        core.gone(1, now);
        assertFalse(core.isPending());
        known = Optional.of(new KnownLeader("12-1", 8));
        core.gone(1, now);
        assertFalse(core.isPending());
    }

    @Test
    void shouldNotStandIfItIsNoVoter() {
        voters = new Voters(0, Set.of("1-1", "3-1", "4-1"), Set.of());
        lose();
        core.heard(lost("3-1", NEWEST), now);
        core.heard(lost("4-1", NEWEST), now);
        pass(SETTLED);
        assertEquals(List.of(), stood);
    }

    private void lose() {
        core.gone(1, now);
        core.logEnd(NEWEST, silent(), now);
    }

    private static LossReport lost(String voter, LogPosition newest) {
        return new LossReport(voter, LEADER, true, newest);
    }

    /** Lets so much time pass and looks again: the leader has been silent since long. */
    private void pass(long nanos) {
        now += nanos;
        core.tick(now);
        if (core.isPending()) {
            core.logEnd(NEWEST.index() < lastTold() ? LONGER : NEWEST, silent(), now);
        }
    }

    private long lastTold() {
        return told.isEmpty() ? 0 : told.get(told.size() - 1).newest().index();
    }

    private static long silent() {
        return TimeUnit.SECONDS.toNanos(2);
    }
}
