package io.cellkeeper.compat.buglog;

import static io.cellkeeper.compat.wire.Exchange.done;
import static io.cellkeeper.compat.wire.Exchange.refused;
import static io.cellkeeper.compat.wire.Exchange.stat;
import static io.cellkeeper.compat.wire.RawClient.OPEN;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.exists;
import static io.cellkeeper.compat.wire.RawClient.multi;
import static io.cellkeeper.compat.wire.RawClient.setData;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.SharedCell;
import io.cellkeeper.compat.wire.Frame;
import io.cellkeeper.compat.wire.RawClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.jute.Record;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.MultiResponse;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.data.Stat;
import org.apache.zookeeper.proto.SetACLRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The bug log's entries on transactions and grouped reads. */
class MultiBugsTest {
    private static final int TIMEOUT_MS = 20_000;
    private static final byte[] NO_DATA = new byte[0];

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(1);

    private static RawClient connect() throws IOException {
        return RawClient.connect(CELL.port("leader"), TIMEOUT_MS);
    }

    private static List<OpResult> results(Frame reply) {
        return reply.as(new MultiResponse()).getResultList();
    }

    /** The error of each result, 0 for one that isn't an error. */
    private static List<Integer> errors(List<OpResult> results) {
        return results.stream()
                .map(result -> result instanceof OpResult.ErrorResult error ? error.getErr() : 0)
                .collect(Collectors.toList());
    }

    @Test
    void b39ShouldAnswerEachReadOfAMultiReadWhateverBecomesOfTheOthers() throws IOException {
        String root = CELL.newRoot();
        List<ACL> nobody = List.of(new ACL(31, new Id("digest", "some:body")));
        try (RawClient client = connect()) {
            done(client, OpCode.create, createNode(root, "data", 0));
            done(client, OpCode.create, createNode(root + "/child", "", 0));
            done(client, OpCode.setACL, new SetACLRequest(root + "/child", nobody, -1));
            List<OpResult> results = results(done(
                    client,
                    OpCode.multiRead,
                    multi(
                            Op.getData(root),
                            Op.getData(root + "/missing"),
                            Op.getChildren(root),
                            Op.getData(root + "/child"))));
            assertEquals(
                    List.of(OpCode.getData, OpCode.error, OpCode.getChildren, OpCode.error),
                    results.stream().map(OpResult::getType).collect(Collectors.toList()));
            assertEquals(List.of(0, -101, 0, -102), errors(results));
            assertArrayEquals(RawClient.bytes("data"), ((OpResult.GetDataResult) results.get(0)).getData());
            assertEquals(List.of("child"), ((OpResult.GetChildrenResult) results.get(2)).getChildren());
        }
    }

    @Test
    void b40ShouldFenceAWriteByACheckOfAnotherNode() throws IOException {
        String root = CELL.newRoot();
        try (RawClient fenced = connect();
                RawClient successor = connect()) {
            done(fenced, OpCode.create, createNode(root, "", 0));
            done(fenced, OpCode.create, createNode(root + "/epoch", "", 0));
            done(fenced, OpCode.create, createNode(root + "/t", "", 0));
            for (int epoch = 0; epoch < 20; epoch++) {
                Frame held = done(fenced, OpCode.multi, fencedWrite(root, epoch));
                assertEquals(List.of(0, 0), errors(results(held)));
                done(successor, OpCode.setData, setData(root + "/epoch", "", epoch));
                Frame lost = done(fenced, OpCode.multi, fencedWrite(root, epoch));
                assertEquals(List.of(-103, -2), errors(results(lost)));
                assertEquals(epoch + 1, stat(successor, root + "/t").getVersion());
            }
        }
    }

    private static Record fencedWrite(String root, int epoch) {
        return multi(Op.check(root + "/epoch", epoch), Op.setData(root + "/t", NO_DATA, -1));
    }

    @Test
    void b41ShouldLetEachOperationOfAMultiSeeTheOnesBeforeIt() throws IOException {
        String root = CELL.newRoot();
        try (RawClient client = connect()) {
            Frame reply = done(client, OpCode.multi, multi(lives(root).toArray(Op[]::new)));
            assertEquals(List.of(0, 0, 0, 0, 0, 0, 0), errors(results(reply)));
            Stat last = stat(client, root);
            assertEquals(reply.zxid(), last.getCzxid());
            assertEquals(reply.zxid(), last.getMzxid());
            assertEquals(0, last.getVersion());

            String other = CELL.newRoot();
            List<Op> twice = lives(other);
            twice.add(twice.get(0));
            Frame failed = done(client, OpCode.multi, multi(twice.toArray(Op[]::new)));
            assertEquals(List.of(0, 0, 0, 0, 0, 0, 0, -110), errors(results(failed)));
            assertEquals(last, stat(client, root));
            refused(-101, client, OpCode.exists, exists(other, false));
            assertTrue(failed.zxid() > reply.zxid(), "a failed multi takes a zxid as well");
        }
    }

    private static List<Op> lives(String path) {
        Op create = Op.create(path, NO_DATA, OPEN, CreateMode.PERSISTENT);
        return new ArrayList<>(List.of(
                create,
                Op.create(path + "/c", NO_DATA, OPEN, CreateMode.PERSISTENT),
                Op.setData(path, new byte[1], 0),
                Op.check(path, 1),
                Op.delete(path + "/c", -1),
                Op.delete(path, -1),
                create));
    }

    @Test
    void b42ShouldShowACallerThatItsMultiHasFailed() throws Exception {
        String root = CELL.newRoot();
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper client = new ZooKeeper(CELL.cell().connectString(), TIMEOUT_MS, event -> connected.countDown());
        try {
            assertTrue(connected.await(TIMEOUT_MS, TimeUnit.MILLISECONDS));
            KeeperException failure = assertThrows(
                    KeeperException.BadVersionException.class,
                    () -> client.multi(
                            List.of(Op.create(root, NO_DATA, OPEN, CreateMode.PERSISTENT), Op.check(root, 7))));
            assertEquals(List.of(0, -103), errors(failure.getResults()));
        } finally {
            client.close();
        }
    }
}
