package io.cellkeeper.consensus.ratis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.Await;
import io.cellkeeper.consensus.KnownLeader;
import io.cellkeeper.consensus.LogPosition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What prompt elections ask of the log, in cells whose own timers would take seconds. */
@Timeout(60)
class PromptElectionCallsTest {
    /** Two seconds of silence: whoever is elected sooner was told to stand. */
    private static final int SLOW_MS = 2_000;

    @TempDir
    Path dir;

    @Test
    void shouldStandAtOnceInPlaceOfALostLeader() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3, SLOW_MS)) {
            int first = cell.leader();
            long term = cell.replica(first).reign();
            cell.replica(first).write("before");
            int chosen = cell.follower();
            TestReplica successor = cell.replica(chosen);
            KnownLeader lost = new KnownLeader(first + "-1", term);
            Await.until("leader known", () -> successor.log.leader().equals(Optional.of(lost)));
            Await.until("its entry here", () -> successor.batches().size() == 1);
            cell.stop(first);

            successor.log.standInsteadOf(lost);
            Await.until("elected", () -> successor.reign() > 0);
            assertEquals(term + 1, successor.reign());
            assertEquals(Optional.of(new KnownLeader(chosen + "-1", term + 1)), successor.log.leader());
            successor.write("after");
        }
    }

    @Test
    void shouldNotStandInPlaceOfAnotherThanItsLeader() throws Exception {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            TestReplica leader = cell.leading();
            long term = leader.reign();
            TestReplica follower = cell.replica(cell.follower());
            follower.log.standInsteadOf(new KnownLeader(follower.log.selfId(), term));
            follower.log.standInsteadOf(new KnownLeader(leader.log.selfId(), term - 1));
            follower.log.standInsteadOf(new KnownLeader(leader.log.selfId(), term + 1));
            leader.log.standInsteadOf(new KnownLeader(leader.log.selfId(), term));
            // What comes back was asked for after the others on the same threads.
            logEnd(follower);
            logEnd(leader);
            assertEquals(term, leader.reign());
        }
    }

    @Test
    void shouldReadWhereTheLogEndsAndHowLongTheLeaderIsSilent() throws Exception {
        try (TestCell cell = TestCell.founded(dir, 3, SLOW_MS)) {
            TestReplica leader = cell.leading();
            TestReplica follower = cell.replica(cell.follower());
            LogPosition before = logEnd(leader).newest();
            leader.write("one more");
            assertEquals(
                    new LogPosition(leader.reign(), before.index() + 1),
                    logEnd(leader).newest());
            Await.until("the follower has it", () -> follower.batches().size() == 1);
            assertEquals(logEnd(leader).newest(), logEnd(follower).newest());
            // Heartbeats come at half of the timeout.
            assertTrue(logEnd(follower).leaderSilentMs() <= SLOW_MS);
        }
    }

    @Test
    void shouldOpenTheChannelsOfFollowersAgainAfterOneWasAway() throws Exception {
        try (TestCell cell = TestCell.founded(dir, 3, SLOW_MS)) {
            TestReplica leader = cell.leading();
            long term = leader.reign();
            leader.write("a");
            int one = cell.follower();
            int other = 6 - cell.leader() - one;
            cell.stop(other);
            Set<String> others = Set.of(leader.log.selfId(), other + "-1");
            for (int i = 0; i < 20; i++) {
                cell.replica(one).log.keepVoteChannelsOpen(others);
                logEnd(cell.replica(one));
            }
            cell.start(other, false);
            leader.write("b");
            Await.until("caught up", () -> cell.replica(other).batches().size() == 2);
            Await.until("caught up", () -> cell.replica(one).batches().size() == 2);
            cell.replica(one).log.keepVoteChannelsOpen(others);

            cell.stop(cell.leader());
            KnownLeader lost = new KnownLeader(leader.log.selfId(), term);
            cell.replica(one).log.standInsteadOf(lost);
            Await.until(
                    "elected by the one that was away", () -> cell.replica(one).reign() == term + 1);
        }
    }

    private record LogEnd(LogPosition newest, long leaderSilentMs) {}

    private static LogEnd logEnd(TestReplica replica) throws ExecutionException, InterruptedException {
        CompletableFuture<LogEnd> answer = new CompletableFuture<>();
        replica.log.readLogEnd((newest, silentMs) -> answer.complete(new LogEnd(newest, silentMs)));
        return answer.get();
    }
}
