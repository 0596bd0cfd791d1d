package io.cellkeeper.compat.buglog;

import static io.cellkeeper.compat.wire.Exchange.done;
import static io.cellkeeper.compat.wire.Exchange.stat;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.createTtl;
import static io.cellkeeper.compat.wire.RawClient.delete;
import static io.cellkeeper.compat.wire.RawClient.setData;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.SharedCell;
import io.cellkeeper.compat.wire.RawClient;
import java.io.IOException;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.Stat;
import org.apache.zookeeper.proto.CreateResponse;
import org.apache.zookeeper.proto.SetDataResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The bug log's entries on stats and sequence numbers. */
class StatBugsTest {
    private static final int TIMEOUT_MS = 20_000;
    /** What the clocks of this process and the server's may differ by: on one machine, their rounding. */
    private static final long CLOCK_SLACK_MS = 1_000;

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(1);

    private static RawClient connect() throws IOException {
        return RawClient.connect(CELL.port("leader"), TIMEOUT_MS);
    }

    @Test
    void b13ShouldShowInTheParentThatAChildWentButNotThatItWasWritten() throws IOException {
        String root = CELL.newRoot();
        try (RawClient client = connect()) {
            done(client, OpCode.create, createNode(root, "", 0));
            done(client, OpCode.create, createNode(root + "/c", "", 0));
            Stat before = stat(client, root);
            done(client, OpCode.setData, setData(root + "/c", "new", -1));
            assertEquals(before, stat(client, root));

            long deletion = done(client, OpCode.delete, delete(root + "/c", -1)).zxid();

            Stat expected = new Stat(
                    before.getCzxid(),
                    before.getMzxid(),
                    before.getCtime(),
                    before.getMtime(),
                    before.getVersion(),
                    before.getCversion() + 1,
                    before.getAversion(),
                    0,
                    before.getDataLength(),
                    before.getNumChildren() - 1,
                    deletion);
            assertEquals(expected, stat(client, root));
        }
    }

    @Test
    void b14ShouldKeepTimesInMillisecondsAndStatsOfTheMoment() throws IOException {
        String root = CELL.newRoot();
        try (RawClient client = connect()) {
            assertTrue(stat(client, "/").getNumChildren() >= 1, "the root has a stat");
            long earliest = System.currentTimeMillis() - CLOCK_SLACK_MS;
            done(client, OpCode.create, createNode(root, "", 0));
            long latest = System.currentTimeMillis() + CLOCK_SLACK_MS;
            Stat fresh = stat(client, root);
            assertTrue(earliest <= fresh.getCtime() && fresh.getCtime() <= latest, fresh::toString);
            assertEquals(fresh.getCtime(), fresh.getMtime());
            assertEquals(fresh.getCzxid(), fresh.getPzxid());

            Stat written = done(client, OpCode.setData, setData(root, "new", -1))
                    .as(new SetDataResponse())
                    .getStat();
            assertEquals(1, written.getVersion(), "the reply shows what the write has made");
            assertEquals(written, stat(client, root));

            done(client, OpCode.create, createNode(root + "/c", "", 0));
            done(client, OpCode.delete, delete(root + "/c", -1));
            assertEquals(written.getMtime(), stat(client, root).getMtime());
        }
    }

    @Test
    void b15ShouldCountCreationsOfAnyKindForSequenceNumbers() throws IOException {
        String root = CELL.newRoot();
        try (RawClient client = connect()) {
            done(client, OpCode.create, createNode(root, "", 0));
            done(client, OpCode.create, createNode(root + "/a", "", 0));
            done(client, OpCode.create, createNode(root + "/b", "", 0));
            assertEquals(root + "/c-0000000002", numbered(client, root + "/c-", 2));
            done(client, OpCode.create, createNode(root + "/d", "", 0));
            done(client, OpCode.delete, delete(root + "/d", -1));
            assertEquals(root + "/e-0000000004", numbered(client, root + "/e-", 2));
            assertEquals(root + "/f-0000000005", numbered(client, root + "/f-", 3));
            client.closeSession();
        }
    }

    private static String numbered(RawClient client, String prefix, int flags) throws IOException {
        return done(client, OpCode.create, createNode(prefix, "", flags))
                .as(new CreateResponse())
                .getPath();
    }

    @Test
    void b19ShouldShowNoOwnerOfContainersAndOfNodesWithATimeToLive() throws IOException {
        String root = CELL.newRoot();
        try (RawClient client = connect()) {
            done(client, OpCode.createContainer, createNode(root, "", 4));
            done(client, OpCode.createTTL, createTtl(root + "/ttl", "", 5, 600_000));
            for (String path : new String[] {root, root + "/ttl"}) {
                assertEquals(0, stat(client, path).getEphemeralOwner(), path);
            }
        }
    }
}
