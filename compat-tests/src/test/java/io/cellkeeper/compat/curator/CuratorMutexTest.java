package io.cellkeeper.compat.curator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.CellProcess;
import io.cellkeeper.compat.cell.DevCell;
import io.cellkeeper.compat.cell.Digests;
import io.cellkeeper.compat.cell.ServerUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Fifty clients take Curator's mutex in turn. Nothing is lost and nobody holds it twice, whoever is killed. */
class CuratorMutexTest {
    private static final int CLIENTS = 50;
    private static final int SESSION_TIMEOUT_MS = 10_000;
    private static final Duration PROGRESS_LIMIT = Duration.ofSeconds(60);

    @Test
    void shouldLoseNoIncrementWhileAFollowerAndTheLeaderAreKilledAndRestarted() throws Exception {
        try (Cell cell = Cell.start(3)) {
            contend(cell.connectString(), referee -> {
                awaitTurns(referee, CLIENTS);
                killAndRestart(cell.follower(), referee);
                killAndRestart(cell.leader(), referee);
            });
            if (ServerUnderTest.isOurs()) {
                Digests.assertSame(cell);
            }
        }
    }

    @Test
    void shouldLoseNoIncrementOnALoneReplica() throws Exception {
        try (Cell cell = Cell.start(1)) {
            contend(cell.connectString(), referee -> awaitTurns(referee, 3 * CLIENTS));
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "compat.server", matches = "ours")
    void shouldLoseNoIncrementOnACellForTryingThingsOut() throws Exception {
        try (DevCell cell = DevCell.start(3)) {
            contend(cell.connectString(), referee -> awaitTurns(referee, 3 * CLIENTS));
        }
    }

    private static void killAndRestart(CellProcess replica, MutexReferee referee) {
        replica.kill();
        awaitTurns(referee, CLIENTS);
        replica.start();
        replica.awaitServing();
        awaitTurns(referee, CLIENTS);
    }

    private static void awaitTurns(MutexReferee referee, int more) {
        int goal = referee.turns() + more;
        Await.until(
                "the mutex is taken " + more + " times more",
                PROGRESS_LIMIT,
                () -> referee.turns() >= goal || !referee.violations().isEmpty(),
                () -> "at " + referee.turns() + " of " + goal);
        assertEquals(List.of(), referee.violations());
    }

    private interface Script {
        void run(MutexReferee referee) throws Exception;
    }

    private static void contend(String connectString, Script script) throws Exception {
        MutexReferee referee = new MutexReferee();
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        List<CuratorFramework> clients = new ArrayList<>();
        try {
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(CuratorClients.start(connectString, SESSION_TIMEOUT_MS));
            }
            MutexContender.prepare(clients.get(0));
            List<Future<Integer>> contenders = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                contenders.add(threads.submit(new MutexContender("client-" + i, clients.get(i), referee)));
            }
            script.run(referee);
            referee.end();
            int increments = 0;
            for (Future<Integer> contender : contenders) {
                increments += contender.get(2, TimeUnit.MINUTES);
            }
            assertEquals(List.of(), referee.violations());
            String number = new String(clients.get(0).getData().forPath(MutexContender.NUMBER), UTF_8);
            assertEquals(Integer.toString(increments), number);
            assertEquals(referee.turns(), increments);
        } finally {
            referee.end();
            threads.shutdownNow();
            clients.forEach(CuratorFramework::close);
        }
    }
}
