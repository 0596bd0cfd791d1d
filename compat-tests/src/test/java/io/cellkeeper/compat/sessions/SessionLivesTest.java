package io.cellkeeper.compat.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.CellProcess;
import io.cellkeeper.compat.partition.Cut;
import io.cellkeeper.compat.partition.FaultyCell;
import io.cellkeeper.compat.sessions.SwarmSession.State;
import io.cellkeeper.compat.wire.RawClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.junit.jupiter.api.Test;

/**
 * Sessions of all usual timeouts while leaders are killed, replicas pause and links between them are cut: none is expired
 * while its client keeps it, and those whose client is gone end in time (I8, rules 3.x).
 *
 * <p>{@code -Dswarm.sessions}, {@code -Dswarm.rounds} and {@code -Dswarm.roundSeconds} make it longer.
 */
class SessionLivesTest {
    private static final int SESSIONS = Integer.getInteger("swarm.sessions", 300);
    private static final int ROUNDS = Integer.getInteger("swarm.rounds", 4);
    private static final Duration ROUND = Duration.ofSeconds(Integer.getInteger("swarm.roundSeconds", 6));
    private static final int TICK_MS = 2_000;
    private static final int[] TIMEOUTS_MS = {4_000, 12_000, 40_000};
    /** Every so many clients one is abandoned in each round, of the shorter timeouts: the others would take too long. */
    private static final int ABANDONED_PER_ROUND = 12;

    /** Of a pause or a cut: longer than it takes to elect another leader. */
    private static final Duration FAULT = Duration.ofSeconds(3);

    private static final List<Cut> CUTS = List.of(Cut.values());
    private static final Duration LIMIT = Duration.ofMinutes(2);
    /** What a loaded machine adds: to a poll of the monitor, and to the lease clock, which lost time doesn't advance. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    private final Random random = new Random(20);
    private long takenOverNanos;
    private long pausedNanos;

    @Test
    void shouldExpireNoSessionThatIsKeptAndEveryOneThatIsNot() throws Exception {
        try (FaultyCell cell = FaultyCell.start(3, Map.of("tickTime", Integer.toString(TICK_MS)))) {
            createParent(cell);
            List<InetSocketAddress> servers = cell.cell().replicas().stream()
                    .map(replica -> cell.address(replica.id()))
                    .toList();
            try (SessionSwarm swarm = new SessionSwarm(servers, SESSIONS, TIMEOUTS_MS, random);
                    SwarmMonitor monitor = new SwarmMonitor(servers, swarm)) {
                awaitAllLive(swarm, SESSIONS);
                List<SwarmSession> abandoned = new ArrayList<>();
                for (int round = 0; round < ROUNDS; round++) {
                    abandoned.addAll(abandonSome(swarm));
                    disturb(cell, round);
                    letTimePass(monitor);
                }
                awaitAllLive(swarm, SESSIONS - abandoned.size());
                for (SwarmSession session : abandoned) {
                    assertGoneInTime(monitor, session);
                }
                assertEquals(List.of(), swarm.violations(), "what clients saw");
                assertEquals(List.of(), monitor.violations(), "what became of their nodes");
                assertEquals(
                        SESSIONS - abandoned.size(),
                        swarm.sessions().stream()
                                .filter(session -> session.state == State.LIVE)
                                .count());
                System.out.printf(
                        "%d sessions, %d abandoned, %d leader kills, pauses or cuts, %d disconnects, 0 false expiries%n",
                        SESSIONS,
                        abandoned.size(),
                        ROUNDS,
                        swarm.sessions().stream()
                                .mapToInt(session -> session.disconnects.get())
                                .sum());
            }
        }
    }

    /** In turn the leader is killed, a replica paused, and one cut off from the others, the leader as often as not. */
    private void disturb(FaultyCell faulty, int round) {
        Cell cell = faulty.cell();
        switch (round % 3) {
            case 0 -> {
                CellProcess leader = cell.leader();
                leader.kill();
                cell.leader();
                takenOverNanos = System.nanoTime();
                leader.start();
                leader.awaitServing();
            }
            case 1 -> {
                CellProcess paused = cell.replica(1 + random.nextInt(3));
                long before = System.nanoTime();
                paused.freeze();
                try {
                    pass(FAULT);
                } finally {
                    paused.thaw();
                }
                cell.leader();
                takenOverNanos = System.nanoTime();
                pausedNanos += takenOverNanos - before;
            }
            default -> {
                int victim = random.nextBoolean() ? cell.leader().id() : 1 + random.nextInt(3);
                faulty.cut(victim, CUTS.get(random.nextInt(CUTS.size())));
                try {
                    pass(FAULT);
                } finally {
                    faulty.heal();
                }
                cell.leader();
                takenOverNanos = System.nanoTime();
            }
        }
    }

    private List<SwarmSession> abandonSome(SessionSwarm swarm) {
        List<SwarmSession> candidates = swarm.sessions().stream()
                .filter(session -> session.created
                        && session.state == State.LIVE
                        && session.timeoutMs < TIMEOUTS_MS[TIMEOUTS_MS.length - 1])
                .collect(Collectors.toList());
        List<SwarmSession> chosen = new ArrayList<>();
        for (int i = 0; i < ABANDONED_PER_ROUND && !candidates.isEmpty(); i++) {
            SwarmSession session = candidates.remove(random.nextInt(candidates.size()));
            swarm.abandon(session, random.nextBoolean());
            chosen.add(session);
        }
        for (SwarmSession session : chosen) {
            Await.until("client " + session.number + " is gone", LIMIT, () -> session.state == State.ABANDONED);
        }
        return chosen;
    }

    /** Within timeout and two ticks after the later of its last packet and the last take-over, pauses added (I8). */
    private void assertGoneInTime(SwarmMonitor monitor, SwarmSession session) {
        Long gone = Await.value(
                "the node of abandoned client " + session.number + " goes",
                LIMIT,
                () -> java.util.Optional.ofNullable(monitor.goneNanos(session)));
        long from = Math.max(session.sentNanos, takenOverNanos);
        long limit = session.timeoutNanos + TimeUnit.MILLISECONDS.toNanos(2L * TICK_MS) + pausedNanos + SLACK.toNanos();
        assertTrue(
                gone - from <= limit,
                () -> "client " + session.number + " with " + session.timeoutMs + " ms was gone only "
                        + SessionSwarm.millis(gone - from) + " ms after its last packet or the last take-over");
    }

    private static void awaitAllLive(SessionSwarm swarm, int count) {
        Await.until(
                "all clients have their sessions",
                LIMIT,
                () -> swarm.live() >= count,
                () -> swarm.live() + " have; " + swarm.violations());
    }

    /** The time of a round, in which the monitor looks at least once. */
    private static void letTimePass(SwarmMonitor monitor) {
        long polls = monitor.polls();
        pass(ROUND);
        Await.until("the monitor has looked", LIMIT, () -> monitor.polls() > polls);
    }

    /** Time is what this test is about: sessions live or die by it. */
    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        Await.until("time passes", time.plus(LIMIT), () -> System.nanoTime() - end >= 0);
    }

    private static void createParent(FaultyCell cell) throws IOException {
        try (RawClient client = RawClient.connect(cell.address(1), TIMEOUTS_MS[0])) {
            assertEquals(
                    0,
                    client.call(OpCode.create, RawClient.createNode(SessionSwarm.PARENT, "", 0))
                            .err());
            client.closeSession();
        }
    }
}
