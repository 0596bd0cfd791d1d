package io.cellkeeper.consensus.ratis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.Await;
import io.cellkeeper.consensus.LogFigures;
import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.consensus.Voters;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RatisOrderingTest {
    @TempDir
    Path dir;

    @Test
    void shouldApplyTheSameBatchesInTheSameOrderOnAllReplicas() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            List<String> written = write(cell.leading(), "a", 50);
            cell.awaitAllApplied(written);
            for (TestReplica replica : cell.running.values()) {
                assertEquals(written, replica.batches());
                assertEquals(indexes(cell.leading()), indexes(replica));
                assertEquals(List.of(), replica.foreignThreads);
                assertEquals(List.of(), replica.failures);
            }
        }
    }

    @Test
    void shouldGiveOnlyTheProposerItsOwnProposal() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            TestReplica leader = cell.leading();
            Proposal proposal = leader.propose(leader.reign(), "mine");
            cell.awaitAllApplied(List.of("mine"));
            for (TestReplica replica : cell.running.values()) {
                assertEquals(
                        replica == leader ? proposal : null,
                        replica.applied.get(0).own());
            }
        }
    }

    @Test
    void shouldForceBeforeItAnswers() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 1)) {
            TestReplica leader = cell.leading();
            LogFigures before = leader.log.logFigures();
            for (int i = 1; i <= 20; i++) {
                leader.write("w" + i);
                assertTrue(leader.log.logFigures().forces() >= before.forces() + i, "unforced when applied");
            }
            assertTrue(leader.log.logFigures().p99Ms() > 0);
        }
    }

    @Test
    void shouldCatchAFollowerUpThatWasAway() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            List<String> written = write(cell.leading(), "a", 10);
            int away = cell.follower();
            cell.stop(away);
            written.addAll(write(cell.leading(), "b", 10));
            cell.start(away, false);
            written.addAll(write(cell.leading(), "c", 10));
            cell.awaitAllApplied(written);
            assertEquals(written, cell.replica(away).batches());
        }
    }

    @Test
    void shouldElectAnotherLeaderAndApplyEverythingOnce() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            List<String> written = write(cell.leading(), "a", 10);
            int first = cell.leader();
            long firstTerm = cell.replica(first).reign();
            TestReplica deposed = cell.replica(first);
            cell.stop(first);
            assertEquals(List.of(firstTerm), deposed.lost);
            assertEquals(0, deposed.log.currentTerm());
            assertFalse(deposed.log.leads(firstTerm));

            int second = cell.leader();
            assertTrue(cell.replica(second).reign() > firstTerm);
            written.addAll(write(cell.replica(second), "b", 10));
            cell.start(first, false);
            cell.awaitAllApplied(written);
            for (TestReplica replica : cell.running.values()) {
                assertEquals(written, replica.batches());
            }
        }
    }

    @Test
    void shouldRecoverAllFromTheLog() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            List<String> written = write(cell.leading(), "a", 20);
            cell.stopAll();
            for (int i = 1; i <= 3; i++) {
                cell.start(i, false);
            }
            written.addAll(write(cell.leading(), "b", 5));
            cell.awaitAllApplied(written);
            for (TestReplica replica : cell.running.values()) {
                assertEquals(written, replica.batches());
                assertNull(replica.applied.get(0).own());
            }
        }
    }

    @Test
    void shouldRefuseAProposalOfAnotherTermAndGoOnLeading() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            TestReplica leader = cell.leading();
            long term = leader.reign();
            Proposal stale = leader.propose(term - 1, "stale");
            Await.until("the refusal", () -> leader.wasRefused(stale));
            leader.write("fresh");
            assertEquals(term, leader.reign());
            assertEquals(List.of("fresh"), leader.batches());
        }
    }

    @Test
    void shouldReportAProposalToAFollowerAsNotAppended() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            long term = cell.leading().reign();
            TestReplica follower = cell.replica(cell.follower());
            Proposal lost = follower.propose(term, "lost");
            Await.until("the refusal", () -> follower.wasRefused(lost));
            cell.leading().write("kept");
            cell.awaitAllApplied(List.of("kept"));
            assertEquals(List.of("kept"), follower.batches());
        }
    }

    @Test
    void shouldRefuseAnOversizeBatchWithoutSteppingDown() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 1)) {
            TestReplica leader = cell.leading();
            long term = leader.reign();
            Proposal oversize = new Proposal(term, new byte[RaftSettings.MAX_BATCH_BYTES + 1]);
            leader.log.propose(oversize);
            Await.until("the refusal", () -> leader.wasRefused(oversize));
            leader.write("small");
            assertEquals(term, leader.reign());
        }
    }

    @Test
    void shouldTakeTheLargestBatch() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            TestReplica leader = cell.leading();
            long term = leader.reign();
            Proposal largest = new Proposal(term, new byte[RaftSettings.MAX_BATCH_BYTES]);
            leader.log.propose(largest);
            cell.awaitAllApplied(List.of("the largest"));
            leader.write("another");
            cell.awaitAllApplied(List.of("the largest", "another"));
            assertEquals(term, leader.reign());
            for (TestReplica replica : cell.running.values()) {
                assertEquals(
                        RaftSettings.MAX_BATCH_BYTES, replica.batches().get(0).length());
            }
        }
    }

    @Test
    void shouldLeaveTheOutcomeUnknownWhenCutOffFromTheOthers() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3);
                Cut cut = new Cut()) {
            int first = cell.leader();
            TestReplica isolated = cell.replica(first);
            long term = isolated.reign();
            cut.loseBatches();
            Proposal orphan = isolated.propose(term, "orphan");
            Await.until("the orphan appended", cut::hasLostABatch);
            cut.isolate(isolated.log.selfId());
            Await.until("the loss", () -> isolated.lost.contains(term));
            assertFalse(isolated.log.leads(term));

            cell.running.remove(first);
            cell.leading().write("after");
            cell.running.put(first, isolated);
            cut.heal();
            cell.awaitAllApplied(List.of("after"));
            assertEquals(List.of("after"), isolated.batches());
            assertFalse(isolated.wasRefused(orphan), "it was appended, so nothing was known of it");
        }
    }

    @Test
    void shouldApplyWithoutAnOwnerWhatWasCommittedAfterTheReign() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3);
                Cut cut = new Cut()) {
            TestReplica deposed = cell.leading();
            long term = deposed.reign();
            int away = cell.follower();
            cell.stop(away);
            cut.loseBatches();
            Proposal late = deposed.propose(term, "late");
            Await.until("it is appended", cut::hasLostABatch);
            deposed.log.resign("the test wants it");
            Await.until("the loss", () -> deposed.lost.contains(term));
            cut.heal();
            // of two, only the one whose log has it can win: it commits it with the first entry of its next reign
            Await.until("the next reign", () -> deposed.reign() > term);
            cell.start(away, false);
            cell.awaitAllApplied(List.of("late"));
            for (TestReplica replica : cell.running.values()) {
                assertEquals(List.of("late"), replica.batches());
                assertNull(replica.applied.get(0).own());
            }
            assertFalse(deposed.wasRefused(late));
        }
    }

    @Test
    void shouldTellOfNoLeaderAndOfTheNextOne() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            int first = cell.leader();
            TestReplica follower = cell.replica(cell.follower());
            Await.until("its leader known", () -> lastLeader(follower).equals(first + "-1"));
            cell.stop(first);
            int second = cell.leader();
            Await.until("the new leader known", () -> lastLeader(follower).equals(second + "-1"));
        }
    }

    @Test
    void shouldResign() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            TestReplica leader = cell.leading();
            long term = leader.reign();
            leader.log.resign("the test wants it");
            Await.until("the loss", () -> leader.lost.contains(term));
            assertFalse(leader.log.leads(term));
            cell.leading().write("later");
        }
    }

    @Test
    void shouldTransferLeadershipToAnother() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            int first = cell.leader();
            cell.replica(first).write("before");
            cell.replica(first).log.transferLeadership(5_000);
            assertEquals(0, cell.replica(first).reign());
            assertNotEquals(first, cell.leader());
        }
    }

    @Test
    void shouldKnowItsVoters() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            TestReplica leader = cell.leading();
            Voters voters = leader.log.voters();
            assertEquals(Set.of("1-1", "2-1", "3-1"), voters.current());
            assertEquals(Set.of(), voters.previous());
            assertEquals(voters, leader.log.voters());
        }
    }

    @Test
    void shouldNotHoldUpTheLogForALoopThatIsBusyUntilTheQueueIsFull() throws Exception {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            TestReplica leader = cell.leading();
            TestReplica follower = cell.replica(cell.follower());
            CountDownLatch busy = new CountDownLatch(1);
            follower.loop.execute(() -> awaitUninterruptibly(busy));
            List<String> written = write(leader, "a", LoopQueue.MAX_BATCHES + 20);
            assertEquals(List.of(), follower.batches());
            busy.countDown();
            cell.awaitAllApplied(written);
            assertEquals(written, follower.batches());
        }
    }

    @Test
    void shouldFailOnceWhenTheLoopTakesNoMore() throws IOException {
        try (TestCell cell = new TestCell(dir, 1)) {
            TestReplica replica = cell.start(1, true);
            long term = cell.leading().reign();
            replica.loop.shutdown();
            replica.propose(term, "x");
            Await.until("the failure", () -> !replica.failures.isEmpty());
            assertEquals(1, replica.failures.size());
            assertEquals(0, replica.log.currentTerm());
            assertFalse(replica.log.leads(term));
        }
    }

    @Test
    void shouldRefuseToRecoverWithoutALog() throws IOException {
        try (TestCell cell = new TestCell(dir, 3)) {
            LogRefusedException e = assertThrows(LogRefusedException.class, () -> cell.start(1, false));
            assertTrue(e.toString().contains("wiped"), e.toString());
            assertFalse(cell.directory(1).toFile().exists());
        }
    }

    @Test
    void shouldRefuseToFoundOverALog() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 1)) {
            cell.leading().write("kept");
            cell.stop(1);
            assertThrows(LogRefusedException.class, () -> cell.start(1, true));
            cell.start(1, false);
            cell.leading();
            assertEquals(List.of("kept"), cell.replica(1).batches());
        }
    }

    @Test
    void shouldRefuseASecondInstanceOnTheSameDirectory() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 1)) {
            cell.leading().write("a");
            assertThrows(IOException.class, () -> new TestReplica(cell.settings(1, false)));
            cell.leading().write("b");
            assertEquals(List.of("a", "b"), cell.replica(1).batches());
        }
    }

    @Test
    void shouldRefuseOtherAddressesThanTheLogs() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            cell.leading().write("a");
            cell.stop(1);
            List<RaftSettings.Peer> moved = new ArrayList<>(cell.peers);
            moved.set(1, new RaftSettings.Peer("2-1", "127.0.0.1", TestCell.freePorts(1)[0]));
            RaftSettings settings = new RaftSettings(cell.id, "1-1", moved, cell.directory(1), false);
            assertThrows(LogRefusedException.class, () -> new TestReplica(settings));
            cell.start(1, false);
            cell.awaitAllApplied(List.of("a"));
        }
    }

    @Test
    void shouldThrowWhenItsPortIsTaken() throws IOException {
        TestCell cell = new TestCell(dir, 3);
        RaftSettings.Peer self = cell.peers.get(0);
        try (ServerSocket taken = new ServerSocket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), self.port()));
            assertThrows(IOException.class, () -> cell.start(1, true));
        }
        // nothing is left of the attempt: the directory isn't locked
        cell.start(1, false);
        cell.close();
    }

    @Test
    void shouldLeaveNoThreadsBehind() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            write(cell.leading(), "a", 3);
        }
        Await.until(
                () -> "the replicas' threads gone: " + threadsOfReplicas(),
                () -> threadsOfReplicas().isEmpty());
    }

    static List<String> write(TestReplica leader, String prefix, int count) {
        List<String> written = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            leader.write(prefix + i);
            written.add(prefix + i);
        }
        return written;
    }

    private static List<Long> indexes(TestReplica replica) {
        synchronized (replica.applied) {
            return replica.applied.stream().map(TestReplica.Entry::index).toList();
        }
    }

    private static String lastLeader(TestReplica replica) {
        synchronized (replica.leaders) {
            return replica.leaders.isEmpty()
                    ? ""
                    : replica.leaders.get(replica.leaders.size() - 1).orElse("");
        }
    }

    private static List<String> threadsOfReplicas() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.matches(".*\\b[123]-1\\b.*"))
                .toList();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
