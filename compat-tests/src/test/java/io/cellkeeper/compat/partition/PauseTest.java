package io.cellkeeper.compat.partition;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The leader's process stops for a while, or is killed: the same clients as in {@link PartitionTest}, the same judges. */
@EnabledIfSystemProperty(named = "compat.server", matches = "ours")
class PauseTest {
    @Test
    void shouldAnswerNothingStaleAndGrantNothingTwiceWhenLeadersStop() {
        try (FaultyCell cell = FaultyCell.start(3);
                FaultRun run = new FaultRun(cell)) {
            run.freezeLeader(Duration.ofSeconds(1));
            run.freezeLeader(Duration.ofSeconds(6));
            run.killLeader(Duration.ofSeconds(6));
            run.finish();
        }
    }
}
