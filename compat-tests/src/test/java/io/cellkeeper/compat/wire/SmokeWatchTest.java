package io.cellkeeper.compat.wire;

import static io.cellkeeper.compat.wire.Exchange.eventsBefore;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.delete;
import static io.cellkeeper.compat.wire.RawClient.exists;
import static io.cellkeeper.compat.wire.RawClient.getData;
import static io.cellkeeper.compat.wire.RawClient.setData;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.compat.cell.SharedCell;
import java.io.IOException;
import java.util.List;
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

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldFireOneShotWatchesOnceAndBeforeTheReply(String role) throws IOException {
        String path = CELL.newRoot();
        try (RawClient client = connect(role)) {
            assertEquals(List.of(), eventsBefore(client, -101, OpCode.exists, exists(path, true)));
            assertEquals(List.of(CREATED + " " + path), eventsBefore(client, OpCode.create, createNode(path, "", 0)));
            eventsBefore(client, OpCode.getData, getData(path, true));
            eventsBefore(client, OpCode.exists, exists(path, true));
            assertEquals(List.of(CHANGED + " " + path), eventsBefore(client, OpCode.setData, setData(path, "1", -1)));
            assertEquals(List.of(), eventsBefore(client, OpCode.setData, setData(path, "2", -1)));
            eventsBefore(client, OpCode.getChildren, new GetChildrenRequest(path, true));
            assertEquals(
                    List.of(CHILDREN + " " + path),
                    eventsBefore(client, OpCode.create, createNode(path + "/child", "", 0)));
            assertEquals(List.of(), eventsBefore(client, OpCode.delete, delete(path + "/child", -1)));
            eventsBefore(client, OpCode.getData, getData(path, true));
            eventsBefore(client, OpCode.getChildren, new GetChildrenRequest(path, true));
            assertEquals(List.of(DELETED + " " + path), eventsBefore(client, OpCode.delete, delete(path, -1)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldKeepPersistentWatches(String role) throws IOException {
        String path = CELL.newRoot();
        try (RawClient client = connect(role)) {
            client.pipeline(client.request(OpCode.addWatch, new AddWatchRequest(path, 0)));
            assertEquals(4, client.read().body().length, "addWatch answers four bytes (rule 7.2)");
            assertEquals(List.of(CREATED + " " + path), eventsBefore(client, OpCode.create, createNode(path, "", 0)));
            assertEquals(List.of(CHANGED + " " + path), eventsBefore(client, OpCode.setData, setData(path, "1", -1)));
            assertEquals(List.of(CHANGED + " " + path), eventsBefore(client, OpCode.setData, setData(path, "2", -1)));
            assertEquals(
                    List.of(CHILDREN + " " + path),
                    eventsBefore(client, OpCode.create, createNode(path + "/child", "", 0)));
            assertEquals(List.of(), eventsBefore(client, OpCode.setData, setData(path + "/child", "", -1)));
            assertEquals(
                    List.of(CHILDREN + " " + path), eventsBefore(client, OpCode.delete, delete(path + "/child", -1)));
            assertEquals(List.of(DELETED + " " + path), eventsBefore(client, OpCode.delete, delete(path, -1)));
            assertEquals(List.of(CREATED + " " + path), eventsBefore(client, OpCode.create, createNode(path, "", 0)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldWatchASubtree(String role) throws IOException {
        String path = CELL.newRoot();
        try (RawClient client = connect(role)) {
            eventsBefore(client, OpCode.addWatch, new AddWatchRequest(path, 1));
            assertEquals(List.of(CREATED + " " + path), eventsBefore(client, OpCode.create, createNode(path, "", 0)));
            assertEquals(
                    List.of(CREATED + " " + path + "/child"),
                    eventsBefore(client, OpCode.create, createNode(path + "/child", "", 0)));
            assertEquals(
                    List.of(CHANGED + " " + path + "/child"),
                    eventsBefore(client, OpCode.setData, setData(path + "/child", "", -1)));
            assertEquals(List.of(), eventsBefore(client, OpCode.create, createNode(path + "-beside", "", 0)));
            assertEquals(
                    List.of(DELETED + " " + path + "/child"),
                    eventsBefore(client, OpCode.delete, delete(path + "/child", -1)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldRefuseUnknownModesAndTypes(String role) throws IOException {
        String path = CELL.newRoot();
        try (RawClient client = connect(role)) {
            assertEquals(List.of(), eventsBefore(client, -5, OpCode.addWatch, new AddWatchRequest(path, 2)));
            assertEquals(List.of(), eventsBefore(client, -5, OpCode.removeWatches, new RemoveWatchesRequest(path, 9)));
            assertEquals(List.of(), eventsBefore(client, -5, OpCode.checkWatches, new CheckWatchesRequest(path, 9)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldCheckAndRemoveWatchesByKind(String role) throws IOException {
        String path = CELL.newRoot();
        try (RawClient client = connect(role)) {
            eventsBefore(client, OpCode.create, createNode(path, "", 0));
            eventsBefore(client, OpCode.getData, getData(path, true));
            eventsBefore(client, OpCode.addWatch, new AddWatchRequest(path, 0));
            eventsBefore(client, OpCode.addWatch, new AddWatchRequest(path, 1));
            for (int type : new int[] {2, 3, 4, 5}) {
                eventsBefore(client, OpCode.checkWatches, new CheckWatchesRequest(path, type));
            }
            eventsBefore(client, -121, OpCode.checkWatches, new CheckWatchesRequest(path, 1));
            eventsBefore(client, -121, OpCode.checkWatches, new CheckWatchesRequest(path + "/other", 3));
            eventsBefore(client, OpCode.removeWatches, new RemoveWatchesRequest(path, 4));
            eventsBefore(client, -121, OpCode.removeWatches, new RemoveWatchesRequest(path, 4));
            eventsBefore(client, OpCode.removeWatches, new RemoveWatchesRequest(path, 5));
            assertEquals(List.of(CHANGED + " " + path), eventsBefore(client, OpCode.setData, setData(path, "", -1)));
            eventsBefore(client, OpCode.getChildren, new GetChildrenRequest(path, true));
            eventsBefore(client, OpCode.removeWatches, new RemoveWatchesRequest(path, 3));
            assertEquals(List.of(), eventsBefore(client, OpCode.create, createNode(path + "/child", "", 0)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldCatchUpOnWhatWasMissedBeforeAnsweringSetWatches(String role) throws IOException {
        String root = CELL.newRoot();
        try (RawClient client = connect(role)) {
            eventsBefore(client, OpCode.create, createNode(root, "", 0));
            for (String name : List.of("same", "changed", "deleted", "parent")) {
                eventsBefore(client, OpCode.create, createNode(root + "/" + name, "", 0));
            }
            client.pipeline(RawClient.request(-2, OpCode.ping));
            long seen = client.read().zxid();
            eventsBefore(client, OpCode.setData, setData(root + "/changed", "", -1));
            eventsBefore(client, OpCode.delete, delete(root + "/deleted", -1));
            eventsBefore(client, OpCode.create, createNode(root + "/born", "", 0));
            eventsBefore(client, OpCode.create, createNode(root + "/parent/child", "", 0));

            List<String> data = List.of(root + "/same", root + "/changed", root + "/deleted");
            List<String> exist = List.of(root + "/born", root + "/unborn");
            List<String> child = List.of(root + "/parent", root + "/same");
            List<String> missed = List.of(
                    CHANGED + " " + root + "/changed",
                    DELETED + " " + root + "/deleted",
                    CREATED + " " + root + "/born",
                    CHILDREN + " " + root + "/parent");
            assertEquals(missed, eventsBefore(client, OpCode.setWatches, new SetWatches(seen, data, exist, child)));
            assertEquals(
                    List.of(CHANGED + " " + root + "/same"),
                    eventsBefore(client, OpCode.setData, setData(root + "/same", "", -1)));
            assertEquals(
                    List.of(CREATED + " " + root + "/unborn"),
                    eventsBefore(client, OpCode.create, createNode(root + "/unborn", "", 0)));
            assertEquals(
                    List.of(CHILDREN + " " + root + "/same"),
                    eventsBefore(client, OpCode.create, createNode(root + "/same/child", "", 0)));

            List<String> persistent = List.of(root + "/born");
            List<String> recursive = List.of(root + "/parent");
            eventsBefore(
                    client,
                    OpCode.setWatches2,
                    new SetWatches2(seen, List.of(), List.of(), List.of(), persistent, recursive));
            for (int round = 0; round < 2; round++) {
                assertEquals(
                        List.of(CHANGED + " " + root + "/born"),
                        eventsBefore(client, OpCode.setData, setData(root + "/born", "", -1)));
                assertEquals(
                        List.of(CHANGED + " " + root + "/parent/child"),
                        eventsBefore(client, OpCode.setData, setData(root + "/parent/child", "", -1)));
            }
        }
    }
}
