package io.cellkeeper.compat.curator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.ClientProcess;
import io.cellkeeper.compat.cell.DevCell;
import io.cellkeeper.compat.cell.JavaProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Twenty candidates in four processes: one leads at any time, and another soon after its process was killed. */
class CuratorLeaderSelectorTest {
    private static final int PROCESSES = 4;
    private static final int CANDIDATES_EACH = 5;
    private static final int SESSION_TIMEOUT_MS = 6_000;
    private static final int TERMS_BEFORE_KILL = 10;
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration HANDOVER_LIMIT = Duration.ofSeconds(20);

    @ParameterizedTest
    @ValueSource(ints = {3, 1})
    void shouldHaveOneLeaderAtATimeAndANewOneSoonAfterItsProcessIsKilled(int replicas) throws Exception {
        try (Cell cell = Cell.start(replicas)) {
            elect(cell.connectString(), Cell.TICK_MS);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "compat.server", matches = "ours")
    void shouldHaveOneLeaderAtATimeOnACellForTryingThingsOut() throws Exception {
        try (DevCell cell = DevCell.start(3)) {
            elect(cell.connectString(), DevCell.TICK_MS);
        }
    }

    private static void elect(String connectString, int tickMs) throws Exception {
        Map<String, ClientProcess> processes = new TreeMap<>();
        try (ElectionReferee referee = new ElectionReferee()) {
            try {
                for (int i = 0; i < PROCESSES; i++) {
                    String name = "process-" + i;
                    processes.put(name, candidates(name, connectString, referee.port()));
                }
                for (int term = 0; term < TERMS_BEFORE_KILL; term++) {
                    awaitLeader(referee, term == 0 ? START_LIMIT : HANDOVER_LIMIT, term);
                    referee.resign();
                }
                for (int kills = 1; kills < PROCESSES; kills++) {
                    killTheLeader(referee, processes, tickMs);
                }
                assertEquals(List.of(), referee.violations());
                assertEquals(referee.terms(), journal(connectString), "leaders wrote in the order in which they led");
            } finally {
                processes.values().forEach(ClientProcess::close);
            }
        }
    }

    private static void killTheLeader(ElectionReferee referee, Map<String, ClientProcess> processes, int tickMs)
            throws InterruptedException {
        int terms = referee.terms().size();
        String leader = awaitLeader(referee, HANDOVER_LIMIT, terms - 1);
        String process = leader.substring(0, leader.indexOf('/'));
        ClientProcess killed = Objects.requireNonNull(processes.get(process));
        long killedNanos = System.nanoTime();
        killed.kill();
        killed.awaitExit(HANDOVER_LIMIT);
        referee.buried(process);
        awaitLeader(referee, HANDOVER_LIMIT, terms);
        long tookMs = Duration.ofNanos(System.nanoTime() - killedNanos).toMillis();
        assertTrue(tookMs <= SESSION_TIMEOUT_MS + 2 * tickMs, () -> "a new leader only after " + tookMs + " ms");
    }

    private static String awaitLeader(ElectionReferee referee, Duration limit, int termsBefore) {
        String leader = Await.value(
                "a leader after " + termsBefore + " terms",
                limit,
                () -> referee.terms().size() > termsBefore ? referee.leader() : Optional.empty());
        assertEquals(List.of(), referee.violations());
        return leader;
    }

    private static ClientProcess candidates(String name, String connectString, int refereePort) {
        return new ClientProcess(
                name,
                JavaProcess.command(
                        List.of("-Xmx128m"),
                        JavaProcess.testClassPath(),
                        CandidateMain.class.getName(),
                        List.of(
                                connectString,
                                Integer.toString(SESSION_TIMEOUT_MS),
                                Integer.toString(refereePort),
                                name,
                                Integer.toString(CANDIDATES_EACH))));
    }

    private static List<String> journal(String connectString) throws Exception {
        List<String> leaders = new ArrayList<>();
        try (CuratorFramework client = CuratorClients.start(connectString, SESSION_TIMEOUT_MS)) {
            List<String> entries = new ArrayList<>(client.getChildren().forPath(CandidateMain.JOURNAL));
            entries.sort(null);
            for (String entry : entries) {
                leaders.add(new String(client.getData().forPath(CandidateMain.JOURNAL + "/" + entry), UTF_8));
            }
        }
        return leaders;
    }
}
