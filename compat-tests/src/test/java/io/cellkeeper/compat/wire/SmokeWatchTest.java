package io.cellkeeper.compat.wire;

import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.delete;
import static io.cellkeeper.compat.wire.RawClient.exists;
import static io.cellkeeper.compat.wire.RawClient.getData;
import static io.cellkeeper.compat.wire.RawClient.setData;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.compat.cell.SharedCell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.jute.Record;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.AddWatchRequest;
import org.apache.zookeeper.proto.CheckWatchesRequest;
import org.apache.zookeeper.proto.GetChildrenRequest;
import org.apache.zookeeper.proto.RemoveWatchesRequest;
import org.apache.zookeeper.proto.SetWatches;
import org.apache.zookeeper.proto.SetWatches2;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of watch over raw frames, and the events it gives (rules 10.1 to 10.25). */
class SmokeWatchTest {
    private static final int CREATED = 1;
    private static final int DELETED = 2;
    private static final int CHANGED = 3;
    private static final int CHILDREN = 4;

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(3);

    private static RawClient connect(String role) throws IOException {
        return RawClient.connect(CELL.port(role), 20_000);
    }

    /** Sends a request and returns the events that came before its reply, as "type path"; the reply's error must be this. */
    private static List<String> events(RawClient client, int err, int type, Record... record) throws IOException {
        client.pipeline(client.request(type, record));
        List<String> events = new ArrayList<>();
        Frame frame = client.read();
        while (frame.isEvent()) {
            assertEquals(3, frame.event().getState());
            events.add(frame.event().getType() + " " + frame.event().getPath());
            frame = client.read();
        }
        assertEquals(err, frame.err(), frame::toString);
        return events;
    }

    private static List<String> events(RawClient client, int type, Record... record) throws IOException {
        return events(client, 0, type, record);
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldFireOneShotWatchesOnceAndBeforeTheReply(String role) throws IOException {
        String path = CELL.newRoot();
        try (RawClient client = connect(role)) {
            assertEquals(List.of(), events(client, -101, OpCode.exists, exists(path, true)));
            assertEquals(List.of(CREATED + " " + path), events(client, OpCode.create, createNode(path, "", 0)));
            events(client, OpCode.getData, getData(path, true));
            events(client, OpCode.exists, exists(path, true));
            assertEquals(List.of(CHANGED + " " + path), events(client, OpCode.setData, setData(path, "1", -1)));
            assertEquals(List.of(), events(client, OpCode.setData, setData(path, "2", -1)));
            events(client, OpCode.getChildren, new GetChildrenRequest(path, true));
            assertEquals(
                    List.of(CHILDREN + " " + path), events(client, OpCode.create, createNode(path + "/child", "", 0)));
            assertEquals(List.of(), events(client, OpCode.delete, delete(path + "/child", -1)));
            events(client, OpCode.getData, getData(path, true));
            events(client, OpCode.getChildren, new GetChildrenRequest(path, true));
            assertEquals(List.of(DELETED + " " + path), events(client, OpCode.delete, delete(path, -1)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldKeepPersistentWatches(String role) throws IOException {
        String path = CELL.newRoot();
        try (RawClient client = connect(role)) {
            client.pipeline(client.request(OpCode.addWatch, new AddWatchRequest(path, 0)));
            assertEquals(4, client.read().body().length, "addWatch answers four bytes (rule 7.2)");
            assertEquals(List.of(CREATED + " " + path), events(client, OpCode.create, createNode(path, "", 0)));
            assertEquals(List.of(CHANGED + " " + path), events(client, OpCode.setData, setData(path, "1", -1)));
            assertEquals(List.of(CHANGED + " " + path), events(client, OpCode.setData, setData(path, "2", -1)));
            assertEquals(
                    List.of(CHILDREN + " " + path), events(client, OpCode.create, createNode(path + "/child", "", 0)));
            assertEquals(List.of(), events(client, OpCode.setData, setData(path + "/child", "", -1)));
            assertEquals(List.of(CHILDREN + " " + path), events(client, OpCode.delete, delete(path + "/child", -1)));
            assertEquals(List.of(DELETED + " " + path), events(client, OpCode.delete, delete(path, -1)));
            assertEquals(List.of(CREATED + " " + path), events(client, OpCode.create, createNode(path, "", 0)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldWatchASubtree(String role) throws IOException {
        String path = CELL.newRoot();
        try (RawClient client = connect(role)) {
            events(client, OpCode.addWatch, new AddWatchRequest(path, 1));
            assertEquals(List.of(CREATED + " " + path), events(client, OpCode.create, createNode(path, "", 0)));
            assertEquals(
                    List.of(CREATED + " " + path + "/child"),
                    events(client, OpCode.create, createNode(path + "/child", "", 0)));
            assertEquals(
                    List.of(CHANGED + " " + path + "/child"),
                    events(client, OpCode.setData, setData(path + "/child", "", -1)));
            assertEquals(List.of(), events(client, OpCode.create, createNode(path + "-beside", "", 0)));
            assertEquals(
                    List.of(DELETED + " " + path + "/child"),
                    events(client, OpCode.delete, delete(path + "/child", -1)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldRefuseUnknownModesAndTypes(String role) throws IOException {
        String path = CELL.newRoot();
        try (RawClient client = connect(role)) {
            assertEquals(List.of(), events(client, -5, OpCode.addWatch, new AddWatchRequest(path, 2)));
            assertEquals(List.of(), events(client, -5, OpCode.removeWatches, new RemoveWatchesRequest(path, 9)));
            assertEquals(List.of(), events(client, -5, OpCode.checkWatches, new CheckWatchesRequest(path, 9)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldCheckAndRemoveWatchesByKind(String role) throws IOException {
        String path = CELL.newRoot();
        try (RawClient client = connect(role)) {
            events(client, OpCode.create, createNode(path, "", 0));
            events(client, OpCode.getData, getData(path, true));
            events(client, OpCode.addWatch, new AddWatchRequest(path, 0));
            events(client, OpCode.addWatch, new AddWatchRequest(path, 1));
            for (int type : new int[] {2, 3, 4, 5}) {
                events(client, OpCode.checkWatches, new CheckWatchesRequest(path, type));
            }
            events(client, -121, OpCode.checkWatches, new CheckWatchesRequest(path, 1));
            events(client, -121, OpCode.checkWatches, new CheckWatchesRequest(path + "/other", 3));
            events(client, OpCode.removeWatches, new RemoveWatchesRequest(path, 4));
            events(client, -121, OpCode.removeWatches, new RemoveWatchesRequest(path, 4));
            events(client, OpCode.removeWatches, new RemoveWatchesRequest(path, 5));
            assertEquals(List.of(CHANGED + " " + path), events(client, OpCode.setData, setData(path, "", -1)));
            events(client, OpCode.getChildren, new GetChildrenRequest(path, true));
            events(client, OpCode.removeWatches, new RemoveWatchesRequest(path, 3));
            assertEquals(List.of(), events(client, OpCode.create, createNode(path + "/child", "", 0)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldCatchUpOnWhatWasMissedBeforeAnsweringSetWatches(String role) throws IOException {
        String root = CELL.newRoot();
        try (RawClient client = connect(role)) {
            events(client, OpCode.create, createNode(root, "", 0));
            for (String name : List.of("same", "changed", "deleted", "parent")) {
                events(client, OpCode.create, createNode(root + "/" + name, "", 0));
            }
            client.pipeline(RawClient.request(-2, OpCode.ping));
            long seen = client.read().zxid();
            events(client, OpCode.setData, setData(root + "/changed", "", -1));
            events(client, OpCode.delete, delete(root + "/deleted", -1));
            events(client, OpCode.create, createNode(root + "/born", "", 0));
            events(client, OpCode.create, createNode(root + "/parent/child", "", 0));

            List<String> data = List.of(root + "/same", root + "/changed", root + "/deleted");
            List<String> exist = List.of(root + "/born", root + "/unborn");
            List<String> child = List.of(root + "/parent", root + "/same");
            List<String> missed = List.of(
                    CHANGED + " " + root + "/changed",
                    DELETED + " " + root + "/deleted",
                    CREATED + " " + root + "/born",
                    CHILDREN + " " + root + "/parent");
            assertEquals(missed, events(client, OpCode.setWatches, new SetWatches(seen, data, exist, child)));
            assertEquals(
                    List.of(CHANGED + " " + root + "/same"),
                    events(client, OpCode.setData, setData(root + "/same", "", -1)));
            assertEquals(
                    List.of(CREATED + " " + root + "/unborn"),
                    events(client, OpCode.create, createNode(root + "/unborn", "", 0)));
            assertEquals(
                    List.of(CHILDREN + " " + root + "/same"),
                    events(client, OpCode.create, createNode(root + "/same/child", "", 0)));

            List<String> persistent = List.of(root + "/born");
            List<String> recursive = List.of(root + "/parent");
            events(
                    client,
                    OpCode.setWatches2,
                    new SetWatches2(seen, List.of(), List.of(), List.of(), persistent, recursive));
            for (int round = 0; round < 2; round++) {
                assertEquals(
                        List.of(CHANGED + " " + root + "/born"),
                        events(client, OpCode.setData, setData(root + "/born", "", -1)));
                assertEquals(
                        List.of(CHANGED + " " + root + "/parent/child"),
                        events(client, OpCode.setData, setData(root + "/parent/child", "", -1)));
            }
        }
    }
}
