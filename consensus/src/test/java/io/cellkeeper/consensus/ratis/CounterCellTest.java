package io.cellkeeper.consensus.ratis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CounterCellTest {
    @TempDir
    Path dir;

    @Test
    void shouldGatherOperationsIntoBatchesAndCountAlikeEverywhere() throws Exception {
        int[] ports = TestCell.freePorts(3);
        List<RaftSettings.Peer> peers = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            peers.add(new RaftSettings.Peer(i + "-1", "127.0.0.1", ports[i - 1]));
        }
        UUID cell = UUID.randomUUID();
        List<CounterReplica> replicas = new ArrayList<>();
        try {
            for (int i = 1; i <= 3; i++) {
                replicas.add(
                        new CounterReplica(new RaftSettings(cell, i + "-1", peers, dir.resolve("replica" + i), true)));
            }
            Await.until("a leader", () -> replicas.stream().anyMatch(replica -> replica.cell.reign() > 0));
            CounterReplica leader = replicas.stream()
                    .filter(replica -> replica.cell.reign() > 0)
                    .findFirst()
                    .orElseThrow();

            CounterReplica.Result result = leader.load(64, 500);

            assertTrue(result.operations() > 0, result.toString());
            assertTrue(result.batches() < result.operations(), "gathered: " + result);
            assertTrue(result.forces() >= result.batches(), "a force for each batch: " + result);
            for (CounterReplica replica : replicas) {
                // the batch in flight at the end is applied too
                Await.until(
                        "all counted",
                        () -> replica.cell.count() == leader.cell.count()
                                && replica.cell.count() >= result.operations() + 64);
                assertEquals(leader.cell.batches(), replica.cell.batches());
            }
        } finally {
            replicas.forEach(CounterReplica::close);
        }
    }
}
