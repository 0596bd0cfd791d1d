package io.cellkeeper.consensus.ratis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class HandoverTest {
    private static final int LONG_MS = 300_000;

    @TempDir
    Path dir;

    @Test
    void shouldHandOverToTheCandidateThatItIsGiven() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            int first = cell.leader();
            cell.replica(first).write("a");
            int target = first == 3 ? 2 : 3;
            assertTrue(cell.replica(first).log.transferLeadership(Set.of(target + "-1"), LONG_MS));
            assertFalse(cell.replica(first).log.transferLeadership(LONG_MS), "leads no more");
            assertEquals(target, cell.leader());
        }
    }

    @Test
    void shouldHandOverToNobodyWithoutCandidates() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            TestReplica leader = cell.leading();
            long term = leader.reign();
            assertFalse(leader.log.transferLeadership(Set.of(), LONG_MS));
            assertEquals(term, leader.reign());
        }
    }

    @Test
    void shouldPreferTheFollowerWithMoreOfTheLog() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            int first = cell.leader();
            int behind = cell.follower();
            int ahead = 6 - first - behind;
            cell.stop(behind);
            RatisOrderingTest.write(cell.replica(first), "a", 5);
            cell.replica(first).log.transferLeadership(LONG_MS);
            assertEquals(ahead, cell.leader());
        }
    }

    @Test
    void shouldNotWaitForATargetWhoseProcessIsGone() throws Exception {
        try (TestCell cell = TestCell.founded(dir, 3);
                Cut cut = new Cut()) {
            TestReplica leader = cell.leading();
            int target = cell.follower();
            int third = 6 - cell.leader() - target;
            cut.isolate(leader.log.selfId());
            Thread transfer = new Thread(() -> leader.log.transferLeadership(Set.of(target + "-1"), LONG_MS));
            transfer.start();
            Await.until("waiting", () -> transfer.getState() == Thread.State.TIMED_WAITING);
            leader.log.replicaGone(third + "-1");
            assertTrue(transfer.isAlive(), "another is gone");
            Await.until("given up", () -> {
                leader.log.replicaGone(target + "-1");
                return !transfer.isAlive();
            });
        }
    }

    @Test
    void shouldResignInFavourOfAnother() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 3)) {
            for (int i = 0; i < 3; i++) {
                int before = cell.leader();
                TestReplica leader = cell.replica(before);
                long term = leader.reign();
                leader.write("round " + i);
                leader.log.resign("the test wants it");
                Await.until("the loss", () -> leader.lost.contains(term));
                assertNotEquals(before, cell.leader());
            }
        }
    }
}
