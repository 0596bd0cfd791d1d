package io.cellkeeper.compat.partition;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A replica is cut off from the others, most often the leader, one way or both, for 1, 5 and 30 s: it answers nothing that is
 * older than what the other side has acknowledged, promises no client more than its lease covers, and no lock has two holders.
 * {@code -Dcompat.partitions=30,10,3} sets the numbers of rounds of each length.
 */
@EnabledIfSystemProperty(named = "compat.server", matches = "ours")
class PartitionTest {
    private static final List<Duration> LENGTHS =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(30));

    /** Whom a round cuts off, and how. */
    private record Kind(boolean ofLeader, Cut how) {}

    private static final List<Kind> KINDS = List.of(
            new Kind(true, Cut.OUTGOING),
            new Kind(true, Cut.BOTH_WAYS),
            new Kind(true, Cut.INCOMING),
            new Kind(false, Cut.BOTH_WAYS),
            new Kind(true, Cut.BOTH_WAYS),
            new Kind(false, Cut.INCOMING),
            new Kind(false, Cut.OUTGOING));

    @Test
    void shouldAnswerNothingStaleAndGrantNothingTwiceWhoeverIsCutOff() {
        List<Integer> rounds = rounds();
        try (FaultyCell cell = FaultyCell.start(3);
                FaultRun run = new FaultRun(cell)) {
            for (int length = 0; length < LENGTHS.size(); length++) {
                for (int round = 0; round < rounds.get(length); round++) {
                    Kind kind = KINDS.get((length + round) % KINDS.size());
                    run.partition(kind.ofLeader(), kind.how(), LENGTHS.get(length));
                }
            }
            run.finish();
        }
    }

    /** How many of each length. */
    private static List<Integer> rounds() {
        List<Integer> rounds = new ArrayList<>();
        for (String number : System.getProperty("compat.partitions", "1,1,1").split(",", -1)) {
            rounds.add(Integer.parseInt(number));
        }
        if (rounds.size() != LENGTHS.size()) {
            throw new IllegalArgumentException("compat.partitions needs " + LENGTHS.size() + " numbers: " + rounds);
        }
        return rounds;
    }
}
