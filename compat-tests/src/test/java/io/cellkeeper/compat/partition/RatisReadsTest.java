package io.cellkeeper.compat.partition;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proof that {@link PartitionTest} can find a stale answer: the same network, clients and judge, with Ratis' own LINEARIZABLE
 * reads in the place of our barrier. An isolated leader answers those for a while although others lead already.
 */
@EnabledIfSystemProperty(named = "compat.server", matches = "ours")
class RatisReadsTest {
    private static final Logger LOG = LoggerFactory.getLogger(RatisReadsTest.class);
    private static final int ROUNDS = 10;
    private static final int READERS = 3;
    private static final long INITIAL = 0;
    private static final Duration CUT = Duration.ofSeconds(3);

    /** Ratis leaves out the round that would prove a read only if nothing was committed since the last one. */
    private static final Duration REST = Duration.ofMillis(500);

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final History history = new History();

    @Test
    void shouldFindAStaleAnswerAmongRatisOwnLinearizableReads() {
        try (Network network = Network.require(3);
                RatisReadsCell cell = RatisReadsCell.start(network);
                Load load = new Load()) {
            cell.leader();
            for (int replica = 1; replica <= 3; replica++) {
                start(load, cell, "writer-" + replica, replica, true);
                for (int i = 1; i <= READERS; i++) {
                    start(load, cell, "reader-" + replica + "-" + i, replica, false);
                }
            }
            int round = 0;
            List<String> violations = List.of();
            while (violations.isEmpty() && round < ROUNDS) {
                round++;
                isolateLeader(network, cell);
                load.check();
                violations = RegisterChecker.violations(history.operations(), INITIAL);
            }
            assertTrue(
                    violations.stream().anyMatch(each -> each.startsWith("older than what had been answered")),
                    "no stale answer in " + ROUNDS + " rounds: " + violations);
            LOG.info("round {}: {} stale answers, the first: {}", round, violations.size(), violations.get(0));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void start(Load load, RatisReadsCell cell, String name, int replica, boolean writes) {
        load.start(name, new RegisterClient(name, replica, writes, (client, at) -> cell.connect(at), history));
    }

    private void isolateLeader(Network network, RatisReadsCell cell) throws IOException {
        int victim = Await.value("the leader has written, and the log is at rest", LIMIT, () -> {
            int leader = cell.leader();
            return history.lastWriteBeforeARest(REST).map(Operation::replica).filter(writer -> writer == leader);
        });
        List<Integer> others = network.othersThan(victim);
        network.drop(Cut.BOTH_WAYS.flows(victim, others));
        cell.elect(others.get(0));
        long cut = history.now();
        Await.pass(CUT);
        network.heal();
        LOG.info(
                "leader {} cut off: it answered a read that began {} ms later, others a write {} ms later",
                victim,
                lastReadAnsweredBy(victim, cut).map(TimeUnit.NANOSECONDS::toMillis),
                history.firstWriteElsewhere(victim, cut).stream()
                        .map(each -> TimeUnit.NANOSECONDS.toMillis(each - cut))
                        .boxed()
                        .findFirst());
    }

    /** When, after the cut, the last read began that the replica has answered. */
    private Optional<Long> lastReadAnsweredBy(int replica, long cutNanos) {
        return history.operations().stream()
                .filter(each -> !each.write() && each.replica() == replica && each.isAnswered())
                .map(each -> each.invokedNanos() - cutNanos)
                .filter(sinceNanos -> sinceNanos > 0)
                .max(Comparator.naturalOrder());
    }
}
