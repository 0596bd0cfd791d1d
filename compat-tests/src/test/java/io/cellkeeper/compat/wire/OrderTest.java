package io.cellkeeper.compat.wire;

import static io.cellkeeper.compat.wire.RawClient.bytes;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.getData;
import static io.cellkeeper.compat.wire.RawClient.setData;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.SharedCell;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.GetACLRequest;
import org.apache.zookeeper.proto.GetDataResponse;
import org.apache.zookeeper.proto.SyncRequest;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client that doesn't wait for answers may rely on (rules 2.9 and 4.1 to 4.7). */
class OrderTest {
    private static final int TIMEOUT_MS = 20_000;
    private static final int ROUNDS = 1_000;

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(3);

    private static RawClient connect(String role) throws IOException {
        return RawClient.connect(CELL.port(role), TIMEOUT_MS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldReadAtTheRequestsOwnPlace(String role) throws IOException {
        String path = CELL.newRoot();
        try (RawClient client = connect(role)) {
            assertEquals(0, client.call(OpCode.create, createNode(path, "", 0)).err());
            for (int round = 0; round < 100; round++) {
                client.pipeline(
                        client.request(OpCode.setData, setData(path, "first" + round, -1)),
                        client.request(OpCode.getData, getData(path, false)),
                        client.request(OpCode.setData, setData(path, "second" + round, -1)),
                        client.request(OpCode.getData, getData(path, false)));
                assertEquals(0, client.read().err());
                GetDataResponse one = client.read().as(new GetDataResponse());
                assertEquals(0, client.read().err());
                GetDataResponse two = client.read().as(new GetDataResponse());
                assertArrayEquals(bytes("first" + round), one.getData());
                assertArrayEquals(bytes("second" + round), two.getData());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldAnswerInTheOrderOfTheRequests(String role) throws IOException {
        String path = CELL.newRoot();
        try (RawClient client = connect(role)) {
            assertEquals(0, client.call(OpCode.create, createNode(path, "", 0)).err());
            List<byte[]> requests = new ArrayList<>();
            List<Integer> xids = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                int xid = 10_000 + i;
                switch (i % 5) {
                    case 0 -> requests.add(RawClient.request(xid, OpCode.setData, setData(path, "v" + i, -1)));
                    case 1 -> requests.add(RawClient.request(xid, OpCode.getData, getData(path, false)));
                    case 2 -> requests.add(RawClient.request(xid, OpCode.sync, new SyncRequest(path)));
                    case 3 -> requests.add(RawClient.request(xid, OpCode.getACL, new GetACLRequest(path)));
                    default -> requests.add(RawClient.request(-2, OpCode.ping));
                }
                xids.add(i % 5 == 4 ? -2 : xid);
            }
            client.pipeline(requests.toArray(byte[][]::new));
            long zxid = 0;
            for (int xid : xids) {
                Frame reply = client.read();
                assertEquals(xid, reply.xid(), reply::toString);
                assertEquals(0, reply.err(), reply::toString);
                assertTrue(reply.zxid() >= zxid, "zxids of one connection never fall (rule 4.4)");
                zxid = reply.zxid();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldProcessWhatIsPipelinedBehindTheConnectRequest(String role) throws IOException {
        String path = CELL.newRoot();
        try (RawClient client = RawClient.open(CELL.port(role))) {
            ByteArrayOutputStream together = new ByteArrayOutputStream();
            together.write(RawClient.frame(RawClient.connectRequest(RawSession.NEW, TIMEOUT_MS, 0, true)));
            together.write(
                    RawClient.frame(RawClient.request(-4, OpCode.auth, RawClient.auth("digest", "user:password"))));
            together.write(RawClient.frame(RawClient.request(1, OpCode.create, createNode(path, "", 1))));
            together.write(RawClient.frame(RawClient.request(-2, OpCode.ping)));
            client.sendFrames(together.toByteArray());
            assertNotEquals(0, client.readConnected().id());
            for (int xid : new int[] {-4, 1, -2}) {
                Frame reply = client.read();
                assertEquals(xid, reply.xid(), reply::toString);
                assertEquals(0, reply.err(), reply::toString);
            }
            client.closeSession();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldSendAnEventAfterTheReplyThatRegisteredItAndBeforeAnyReplyWithNewerData(String role) throws Exception {
        String path = CELL.newRoot();
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (RawClient reader = connect(role);
                RawClient writer = connect("leader")) {
            assertEquals(0, writer.call(OpCode.create, createNode(path, "", 0)).err());
            assertEquals(0, reader.call(OpCode.sync, new SyncRequest(path)).err());
            Future<?> writing = executor.submit(() -> {
                while (!done.get()) {
                    assertEquals(
                            0,
                            writer.call(OpCode.setData, setData(path, "", -1)).err());
                }
                return null;
            });
            for (int round = 0; round < ROUNDS; round++) {
                watchUntilChanged(reader, path);
            }
            done.set(true);
            writing.get();
        } finally {
            done.set(true);
            executor.shutdown();
        }
    }

    private static void watchUntilChanged(RawClient reader, String path) throws IOException {
        int registered = version(reader.call(OpCode.getData, getData(path, true)));
        boolean fired = false;
        while (true) {
            reader.pipeline(reader.request(OpCode.getData, getData(path, false)));
            Frame frame = reader.read();
            while (frame.isEvent()) {
                assertTrue(!fired, "a one-shot watch fires once");
                assertEquals(3, frame.event().getType());
                fired = true;
                frame = reader.read();
            }
            if (version(frame) > registered) {
                assertTrue(fired, "newer data was shown before the event (rule 4.5)");
                return;
            }
            assertTrue(!fired, "the event was sent before the data that it announces");
        }
    }

    private static int version(Frame reply) {
        assertTrue(!reply.isEvent(), "an event came before the reply that registered the watch (rule 4.5)");
        return reply.as(new GetDataResponse()).getStat().getVersion();
    }
}
