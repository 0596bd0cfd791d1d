package io.cellkeeper.compat.buglog;

import static io.cellkeeper.compat.wire.Exchange.done;
import static io.cellkeeper.compat.wire.Exchange.eventsBefore;
import static io.cellkeeper.compat.wire.Exchange.refused;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.delete;
import static io.cellkeeper.compat.wire.RawClient.exists;
import static io.cellkeeper.compat.wire.RawClient.getData;
import static io.cellkeeper.compat.wire.RawClient.multi;
import static io.cellkeeper.compat.wire.RawClient.setData;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.FourLetterWord;
import io.cellkeeper.compat.cell.SharedCell;
import io.cellkeeper.compat.wire.Frame;
import io.cellkeeper.compat.wire.RawClient;
import io.cellkeeper.compat.wire.RawSession;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.AddWatchRequest;
import org.apache.zookeeper.proto.GetChildrenRequest;
import org.apache.zookeeper.proto.SetWatches;
import org.apache.zookeeper.proto.SyncRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The bug log's entries on watches: set through a follower, fired through the leader. */
class WatchBugsTest {
    private static final int TIMEOUT_MS = 20_000;
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String CREATED = "1 ";
    private static final String DELETED = "2 ";
    private static final String CHANGED = "3 ";
    private static final String CHILDREN = "4 ";

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(3);

    private static RawClient watcher() throws IOException {
        return RawClient.connect(CELL.port("follower"), TIMEOUT_MS);
    }

    private static RawClient writer() throws IOException {
        return RawClient.connect(CELL.port("leader"), TIMEOUT_MS);
    }

    /** What has come for all that is committed by now. */
    private static List<String> eventsSoFar(RawClient client) throws IOException {
        return eventsBefore(client, OpCode.sync, new SyncRequest("/"));
    }

    @Test
    void b20ShouldNameTheChangedNodeInEventsOfARecursiveWatch() throws IOException {
        String root = CELL.newRoot();
        try (RawClient watcher = watcher();
                RawClient writer = writer()) {
            done(watcher, OpCode.addWatch, new AddWatchRequest(root, 1));
            for (String path : List.of(root, root + "/a", root + "/a/b")) {
                done(writer, OpCode.create, createNode(path, "", 0));
            }
            done(writer, OpCode.setData, setData(root + "/a/b", "new", -1));
            done(writer, OpCode.delete, delete(root + "/a/b", -1));
            assertEquals(
                    List.of(
                            CREATED + root,
                            CREATED + root + "/a",
                            CREATED + root + "/a/b",
                            CHANGED + root + "/a/b",
                            DELETED + root + "/a/b"),
                    eventsSoFar(watcher));
        }
    }

    @Test
    void b21ShouldKeepAllModesOfOnePathApart() throws IOException {
        String root = CELL.newRoot();
        String child = root + "/c";
        try (RawClient client = watcher()) {
            done(client, OpCode.create, createNode(root, "", 0));
            done(client, OpCode.getData, getData(root, true));
            done(client, OpCode.getChildren, new GetChildrenRequest(root, true));
            done(client, OpCode.addWatch, new AddWatchRequest(root, 0));
            done(client, OpCode.addWatch, new AddWatchRequest(root, 1));
            for (int i = 0; i < 2; i++) {
                assertEquals(List.of(CHANGED + root), eventsBefore(client, OpCode.setData, setData(root, "", -1)));
            }
            for (int i = 0; i < 2; i++) {
                assertEquals(
                        List.of(CREATED + child + i, CHILDREN + root),
                        eventsBefore(client, OpCode.create, createNode(child + i, "", 0)));
            }
            for (int i = 0; i < 2; i++) {
                assertEquals(
                        List.of(DELETED + child + i, CHILDREN + root),
                        eventsBefore(client, OpCode.delete, delete(child + i, -1)));
            }
            assertEquals(List.of(DELETED + root), eventsBefore(client, OpCode.delete, delete(root, -1)));
            assertEquals(List.of(CREATED + root), eventsBefore(client, OpCode.create, createNode(root, "", 0)));
        }
    }

    @Test
    void b23ShouldFireNothingForAMultiThatFails() throws IOException {
        String root = CELL.newRoot();
        try (RawClient watcher = watcher();
                RawClient writer = writer()) {
            done(writer, OpCode.create, createNode(root, "", 0));
            done(watcher, OpCode.sync, new SyncRequest(root));
            done(watcher, OpCode.exists, exists(root, true));
            done(writer, OpCode.multi, multi(Op.setData(root, new byte[1], -1), Op.check(root, 9_999)));
            assertEquals(List.of(), eventsSoFar(watcher));
            done(writer, OpCode.setData, setData(root, "", 0));
            assertEquals(List.of(CHANGED + root), eventsSoFar(watcher));
        }
    }

    @Test
    void b24ShouldTakeFiftyThousandWatchesInSeveralFrames() throws IOException {
        String root = CELL.newRoot();
        List<String> none = List.of();
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            paths.add(root + "/" + String.format("%050d", i));
        }
        RawSession before = abandonedSession();
        try (RawClient again = RawClient.reconnect(CELL.port("follower"), before, TIMEOUT_MS);
                RawClient writer = writer()) {
            assertEquals(before.id(), again.session().id());
            long seen = done(writer, OpCode.create, createNode(root, "", 0)).zxid();
            int step = 2_000;
            for (int from = 0; from < paths.size(); from += step) {
                List<String> some = paths.subList(from, from + step);
                again.pipeline(again.request(OpCode.setWatches, new SetWatches(seen, none, some, none)));
            }
            for (int from = 0; from < paths.size(); from += step) {
                Frame.ok(again.read());
            }
            Collections.shuffle(paths, new Random(24));
            Set<String> expected = new HashSet<>();
            for (String path : paths.subList(0, 100)) {
                expected.add(CREATED + path);
                done(writer, OpCode.create, createNode(path, "", 1));
            }
            List<String> events = eventsSoFar(again);
            assertEquals(100, events.size());
            assertEquals(expected, new HashSet<>(events));
            again.closeSession();
            writer.closeSession();
        }
    }

    /** A session whose connection has ended. */
    private static RawSession abandonedSession() throws IOException {
        try (RawClient client = watcher()) {
            return client.session();
        }
    }

    @Test
    void b25ShouldCountAWatchOnceHoweverOftenItIsSetAndForgetItWithItsConnection() throws IOException {
        String root = CELL.newRoot();
        int port = CELL.port("follower");
        int connections = 50;
        int nodes = 10;
        List<RawClient> clients = new ArrayList<>();
        try (RawClient writer = writer()) {
            done(writer, OpCode.create, createNode(root, "", 0));
            for (int i = 0; i < nodes; i++) {
                done(writer, OpCode.create, createNode(root + "/" + i, "", 0));
            }
            Await.until("no watches are left of other tests", LIMIT, () -> watches(port) == 0);
            for (int i = 0; i < connections; i++) {
                RawClient client = RawClient.connect(port, TIMEOUT_MS);
                clients.add(client);
                byte[][] reads = new byte[20 * nodes][];
                for (int j = 0; j < reads.length; j++) {
                    reads[j] = client.request(OpCode.getData, getData(root + "/" + j % nodes, true));
                }
                client.pipeline(reads);
            }
            for (RawClient client : clients) {
                for (int j = 0; j < 20 * nodes; j++) {
                    Frame.ok(client.read());
                }
            }
            assertEquals(connections * nodes, watches(port));
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
        Await.until("the watches are gone with their connections", LIMIT, () -> watches(port) == 0);
    }

    private static int watches(int port) throws IOException {
        return Integer.parseInt(FourLetterWord.monitor(port).getOrDefault("zk_watch_count", "none"));
    }

    @Test
    void b26ShouldNotKeepWatchesOverAReconnect() throws IOException {
        String root = CELL.newRoot();
        RawSession session;
        try (RawClient before = watcher()) {
            session = before.session();
            done(before, OpCode.create, createNode(root, "", 0));
            done(before, OpCode.getData, getData(root, true));
        }
        try (RawClient again = RawClient.reconnect(CELL.port("follower"), session, TIMEOUT_MS);
                RawClient writer = writer()) {
            assertEquals(session.id(), again.session().id());
            done(writer, OpCode.setData, setData(root, "new", -1));
            assertEquals(List.of(), eventsSoFar(again));
            again.closeSession();
        }
    }

    @Test
    void b27ShouldTellOfACreationBeforeAnythingElseOfThatNode() throws IOException {
        String root = CELL.newRoot();
        try (RawClient watcher = watcher();
                RawClient writer = writer()) {
            for (int round = 0; round < 50; round++) {
                String path = root + "-" + round;
                refused(-101, watcher, OpCode.exists, exists(path, true));
                writer.pipeline(
                        writer.request(OpCode.create, createNode(path, "", 0)),
                        writer.request(OpCode.setData, setData(path, "new", -1)),
                        writer.request(OpCode.delete, delete(path, -1)));
                Frame event = watcher.read();
                assertTrue(event.isEvent(), event::toString);
                assertEquals(
                        CREATED + path,
                        event.event().getType() + " " + event.event().getPath());
                Frame armed = watcher.call(OpCode.exists, exists(path, true));
                assertTrue(armed.zxid() >= event.zxid(), () -> armed + " after " + event);
                for (int i = 0; i < 3; i++) {
                    Frame.ok(writer.read());
                }
                List<String> later = eventsSoFar(watcher);
                if (armed.err() == 0) {
                    assertEquals(1, later.size(), later::toString);
                    assertTrue(List.of(CHANGED + path, DELETED + path).containsAll(later), later::toString);
                } else {
                    assertEquals(List.of(), later);
                }
            }
        }
    }
}
