package io.cellkeeper.compat.buglog;

import static io.cellkeeper.compat.wire.Exchange.done;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.delete;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.CellProcess;
import io.cellkeeper.compat.wire.Frame;
import io.cellkeeper.compat.wire.RawClient;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The bug log's entry on quotas. Ours only: ZooKeeper doesn't count what is under way. */
@EnabledIfSystemProperty(named = "compat.server", matches = "ours")
class QuotaBugsTest {
    private static final int TIMEOUT_MS = 20_000;
    private static final int CREATES = 100;
    /** One less than the limit: the subtree's root counts. */
    private static final int ALLOWED = 9;

    @Test
    void b47ShouldKeepAHardLimitHoweverManyCreatesAreUnderWay() throws IOException {
        try (Cell cell = Cell.start(1, Map.of("enforceQuota", "true"))) {
            CellProcess replica = cell.replica(1);
            try (RawClient client = RawClient.connect(replica.clientPort(), TIMEOUT_MS)) {
                done(client, OpCode.create, createNode("/q", "", 0));
                done(client, OpCode.create, createNode("/zookeeper/quota/q", "", 0));
                done(
                        client,
                        OpCode.create,
                        createNode("/zookeeper/quota/q/zookeeper_limits", "count=-1,bytes=-1=;countHardLimit=10", 0));
                done(client, OpCode.create, createNode("/zookeeper/quota/q/zookeeper_stats", "count=-1,bytes=-1", 0));
                assertEquals(fits(ALLOWED), create(client, "first"));
                done(client, OpCode.delete, delete("/q/first-0", -1));
                assertEquals(fits(1), create(client, "second"));
            }
            replica.kill();
            replica.start();
            replica.awaitServing();
            try (RawClient client = RawClient.connect(replica.clientPort(), TIMEOUT_MS)) {
                assertEquals(fits(0), create(client, "third"));
                done(client, OpCode.delete, delete("/q/first-1", -1));
                assertEquals(fits(1), create(client, "fourth"));
            }
        }
    }

    private static List<Integer> fits(int some) {
        return Stream.concat(Collections.nCopies(some, 0).stream(), Collections.nCopies(CREATES - some, -125).stream())
                .toList();
    }

    /** The errors of many creates that don't wait for each other. */
    private static List<Integer> create(RawClient client, String name) throws IOException {
        byte[][] creates = new byte[CREATES][];
        for (int i = 0; i < CREATES; i++) {
            creates[i] = client.request(OpCode.create, createNode("/q/" + name + "-" + i, "", 0));
        }
        client.pipeline(creates);
        Integer[] errors = new Integer[CREATES];
        for (int i = 0; i < CREATES; i++) {
            Frame reply = client.read();
            errors[i] = reply.err();
        }
        return List.of(errors);
    }
}
