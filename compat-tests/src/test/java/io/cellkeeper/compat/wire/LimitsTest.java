package io.cellkeeper.compat.wire;

import static io.cellkeeper.compat.wire.RawClient.OPEN;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.exists;
import static io.cellkeeper.compat.wire.RawClient.setData;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.SharedCell;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.GetChildrenRequest;
import org.apache.zookeeper.proto.GetChildrenResponse;
import org.apache.zookeeper.proto.SetWatches;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames that are large, wrong or many (rules 1.7 to 1.9, 7.3, 10.18 and 14.8 to 14.10). */
class LimitsTest {
    private static final int TIMEOUT_MS = 20_000;

    /** jute.maxbuffer's default. */
    private static final int LONGEST_FRAME = 0xfffff;

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(3);

    private static RawClient connect(String role) throws IOException {
        return RawClient.connect(CELL.port(role), TIMEOUT_MS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldTakeTheLongestFrameAndCloseOnALongerOneWithoutEndingTheSession(String role) throws IOException {
        String path = CELL.newRoot();
        RawSession session;
        try (RawClient client = connect(role)) {
            session = client.session();
            assertEquals(0, client.call(OpCode.create, createNode(path, "", 1)).err());
            int around = client.request(OpCode.setData, setData(path, "", -1)).length;
            Frame longest = client.call(OpCode.setData, setData(path, "x".repeat(LONGEST_FRAME - around), -1));
            assertEquals(0, longest.err());
            try {
                client.pipeline(
                        client.request(OpCode.setData, setData(path, "x".repeat(LONGEST_FRAME - around + 1), -1)));
            } catch (IOException closedWhileSending) {
                // The server need not read it all.
            }
            assertTrue(client.awaitClosed());
        }
        try (RawClient again = RawClient.reconnect(CELL.port(role), session, TIMEOUT_MS)) {
            assertEquals(session.id(), again.session().id());
            assertEquals(0, again.call(OpCode.exists, exists(path, false)).err());
            again.closeSession();
        }
    }

    /** Rule 10.18: clients that don't split such a list would come back with it for ever. ZooKeeper closes. */
    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    @EnabledIfSystemProperty(named = "compat.server", matches = "ours")
    void shouldTakeAListOfWatchesThatIsLongerThanTheLongestFrame(String role) throws IOException {
        String root = CELL.newRoot();
        List<String> paths = IntStream.range(0, 20_000)
                .mapToObj(i -> root + "/" + String.format("%060d", i))
                .collect(Collectors.toList());
        try (RawClient client = connect(role)) {
            Frame created = client.call(OpCode.create, createNode(root, "", 0));
            byte[] list =
                    client.request(OpCode.setWatches, new SetWatches(created.zxid(), List.of(), paths, List.of()));
            assertTrue(list.length > LONGEST_FRAME);
            client.pipeline(list);
            assertEquals(0, client.read().err());

            String last = paths.get(paths.size() - 1);
            client.pipeline(client.request(OpCode.create, createNode(last, "", 1)));
            assertEquals(last, client.read().event().getPath());
            assertEquals(0, client.read().err());
            client.closeSession();
        }
    }

    /** Rule 1.9. Ours only: ZooKeeper 3.9.5 stops answering anybody after one of these. */
    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    @EnabledIfSystemProperty(named = "compat.server", matches = "ours")
    void shouldRefuseABodyThatItCannotDecodeAndGoOn(String role) throws IOException {
        try (RawClient client = connect(role)) {
            for (int type : new int[] {OpCode.create, OpCode.setData, OpCode.getData, OpCode.multi}) {
                client.pipeline(client.request(type));
                assertEquals(-5, client.read().err(), "type " + type);
            }
            assertEquals(0, client.call(OpCode.exists, exists("/", false)).err());
            client.closeSession();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldCallAnUnknownOperationUnimplemented(String role) throws IOException {
        for (int type : new int[] {0, 99, 4711}) {
            try (RawClient client = connect(role)) {
                assertEquals(-6, client.call(type).err());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldListMoreChildrenThanFitIntoTheLongestRequest(String role) throws IOException {
        String root = CELL.newRoot();
        Set<String> names = new HashSet<>();
        try (RawClient client = connect(role)) {
            assertEquals(0, client.call(OpCode.create, createNode(root, "", 0)).err());
            for (int batch = 0; batch < 10; batch++) {
                Op[] creates = new Op[2_000];
                for (int i = 0; i < creates.length; i++) {
                    String name = String.format("%060d", batch * creates.length + i);
                    names.add(name);
                    creates[i] = Op.create(root + "/" + name, new byte[0], OPEN, CreateMode.EPHEMERAL);
                }
                assertEquals(
                        0, client.call(OpCode.multi, RawClient.multi(creates)).err());
            }
            Frame reply = client.call(OpCode.getChildren, new GetChildrenRequest(root, false));
            assertTrue(reply.body().length > LONGEST_FRAME);
            List<String> listed = reply.as(new GetChildrenResponse()).getChildren();
            assertEquals(names.size(), listed.size());
            assertEquals(names, new HashSet<>(listed));
            client.closeSession();
        }
        try (RawClient other = connect("leader")) {
            Frame reply = other.call(OpCode.getChildren, new GetChildrenRequest(root, false));
            assertEquals(List.of(), reply.as(new GetChildrenResponse()).getChildren(), "all went with the session");
            other.closeSession();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldAnswerEverythingToAClientThatSendsMuchBeforeItReads(String role) throws IOException {
        String root = CELL.newRoot();
        int requests = 5_000;
        String data = "x".repeat(3_000);
        try (RawClient client = connect(role)) {
            assertEquals(0, client.call(OpCode.create, createNode(root, "", 0)).err());
            for (int i = 0; i < requests; i++) {
                client.pipeline(RawClient.request(i, OpCode.create, createNode(root + "/" + i, data, 1)));
            }
            for (int i = 0; i < requests; i++) {
                Frame reply = client.read();
                assertEquals(i, reply.xid());
                assertEquals(0, reply.err());
            }
            client.closeSession();
        }
    }
}
