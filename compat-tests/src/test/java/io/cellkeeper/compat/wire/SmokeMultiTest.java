package io.cellkeeper.compat.wire;

import static io.cellkeeper.compat.wire.RawClient.OPEN;
import static io.cellkeeper.compat.wire.RawClient.bytes;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.exists;
import static io.cellkeeper.compat.wire.RawClient.getData;
import static io.cellkeeper.compat.wire.RawClient.multi;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.SharedCell;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.MultiResponse;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.ExistsResponse;
import org.apache.zookeeper.proto.GetDataResponse;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions and grouped reads over raw frames (rules 8.12 and 8.13). */
class SmokeMultiTest {
    @RegisterExtension
    static final SharedCell CELL = new SharedCell(3);

    private static RawClient connect(String role) throws IOException {
        return RawClient.connect(CELL.port(role), 20_000);
    }

    private static List<OpResult> results(Frame reply) {
        assertEquals(0, reply.err(), "a multi's header has no error, even if it failed (rule 8.12.6)");
        return reply.as(new MultiResponse()).getResultList();
    }

    private static List<Integer> errors(List<OpResult> results) {
        return results.stream()
                .map(result -> ((OpResult.ErrorResult) result).getErr())
                .collect(Collectors.toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldApplyAllOperationsAtOneZxid(String role) throws IOException {
        String root = CELL.newRoot();
        try (RawClient client = connect(role)) {
            Frame reply = client.call(
                    OpCode.multi,
                    multi(
                            Op.create(root, bytes("a"), OPEN, CreateMode.PERSISTENT),
                            Op.create(root + "/n-", bytes("b"), OPEN, CreateMode.EPHEMERAL_SEQUENTIAL),
                            Op.setData(root, bytes("c"), 0),
                            Op.check(root, 1),
                            Op.create(root + "/gone", bytes("d"), OPEN, CreateMode.PERSISTENT),
                            Op.delete(root + "/gone", 0)));
            List<OpResult> results = results(reply);
            assertEquals(
                    List.of(OpCode.create, OpCode.create, OpCode.setData, OpCode.check, OpCode.create, OpCode.delete),
                    results.stream().map(OpResult::getType).collect(Collectors.toList()));
            assertEquals(root + "/n-0000000000", ((OpResult.CreateResult) results.get(1)).getPath());
            assertEquals(1, ((OpResult.SetDataResult) results.get(2)).getStat().getVersion());
            GetDataResponse read =
                    client.call(OpCode.getData, getData(root, false)).as(new GetDataResponse());
            assertArrayEquals(bytes("c"), read.getData());
            assertEquals(read.getStat().getCzxid(), read.getStat().getMzxid());
            assertEquals(read.getStat().getCzxid(), read.getStat().getPzxid());
            assertEquals(reply.zxid(), read.getStat().getCzxid());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldChangeNothingWhenOneOperationFails(String role) throws IOException {
        String root = CELL.newRoot();
        try (RawClient client = connect(role)) {
            assertEquals(0, client.call(OpCode.create, createNode(root, "", 0)).err());
            assertEquals(
                    0,
                    client.call(OpCode.exists, exists(root + "/a", true)).err() + 101,
                    "the watch waits for a node that never comes");
            List<OpResult> failed = results(client.call(
                    OpCode.multi,
                    multi(
                            Op.create(root + "/a", bytes(""), OPEN, CreateMode.PERSISTENT),
                            Op.check(root, 7),
                            Op.setData(root, bytes("x"), -1))));
            assertEquals(List.of(0, -103, -2), errors(failed));
            assertEquals(
                    -101, client.call(OpCode.exists, exists(root + "/a", false)).err());
            assertEquals(
                    0,
                    client.call(OpCode.exists, exists(root, false))
                            .as(new ExistsResponse())
                            .getStat()
                            .getVersion());
            List<OpResult> numbered = results(client.call(
                    OpCode.multi, multi(Op.create(root + "/s-", bytes(""), OPEN, CreateMode.PERSISTENT_SEQUENTIAL))));
            assertEquals(
                    root + "/s-0000000000",
                    ((OpResult.CreateResult) numbered.get(0)).getPath(),
                    "a failed multi takes no number (rule 8.12.8)");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldAcceptAnEmptyMulti(String role) throws IOException {
        try (RawClient client = connect(role)) {
            assertTrue(results(client.call(OpCode.multi, multi())).isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldAnswerEachReadOfAMultiReadByItself(String role) throws IOException {
        String root = CELL.newRoot();
        try (RawClient client = connect(role)) {
            assertEquals(
                    0, client.call(OpCode.create, createNode(root, "data", 0)).err());
            List<OpResult> results = results(client.call(
                    OpCode.multiRead, multi(Op.getData(root), Op.getData(root + "/missing"), Op.getChildren(root))));
            assertArrayEquals(bytes("data"), ((OpResult.GetDataResult) results.get(0)).getData());
            assertEquals(-101, ((OpResult.ErrorResult) results.get(1)).getErr());
            assertTrue(
                    ((OpResult.GetChildrenResult) results.get(2)).getChildren().isEmpty());
        }
    }
}
