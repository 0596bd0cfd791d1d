package io.cellkeeper.compat.differential;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.differential.Step.Part;
import io.cellkeeper.compat.wire.Frame;
import io.cellkeeper.compat.wire.RawClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.GetChildren2Response;

/**
 * The super user's session beside a sequence's clients: makes the root, reads the whole tree below it and the quotas on it,
 * removes both.
 */
final class Audit implements AutoCloseable {
    /** What {@link Seen#client} is for an audit. */
    static final int CLIENT = -1;

    private static final Duration EXPIRY_LIMIT = Duration.ofSeconds(60);
    private static final int NO_NODE = -101;

    private final String root;
    private final boolean quota;
    private final RawClient socket;
    private final List<String> paths = new ArrayList<>();

    Audit(int port, String root, boolean quota) throws IOException {
        this.root = root;
        this.quota = quota;
        socket = RawClient.connect(port, 60_000);
        call(Requests.auth("digest", Subject.SUPER));
    }

    /** The root has a parent of its own, whose counter of creations no other sequence moves. */
    void createRoots() throws IOException {
        create(parent());
        create(root);
        if (quota) {
            create(QuotaRequests.node(parent()));
            create(QuotaRequests.node(root));
        }
    }

    private void create(String path) throws IOException {
        call(Requests.create(OpCode.create, path, new byte[0], RandomValues.OPEN, 0, 0));
    }

    private String parent() {
        return RandomSequence.parentOf(root);
    }

    /** Notes data, ACL, children and stat of every node. */
    void readAll(int step, List<Seen> seen) throws IOException {
        paths.clear();
        List<String> level = quota ? List.of(parent(), QuotaRequests.node(parent())) : List.of(parent());
        while (!level.isEmpty()) {
            paths.addAll(level);
            List<Part> parts = new ArrayList<>();
            for (String path : level) {
                parts.add(Requests.watchable(OpCode.getData, path, false));
                parts.add(Requests.ofPath(OpCode.getACL, path));
                parts.add(Requests.ofPath(OpCode.getAllChildrenNumber, path));
                parts.add(Requests.watchable(OpCode.getChildren2, path, false));
            }
            List<Frame> replies = ask(parts);
            List<String> next = new ArrayList<>();
            for (int i = 0; i < parts.size(); i++) {
                seen.add(Seen.reply(step, CLIENT, parts.get(i), replies.get(i).xid(), replies.get(i)));
                if (parts.get(i).op() == OpCode.getChildren2 && replies.get(i).err() == 0) {
                    String parent = level.get(i / 4);
                    for (String child : new TreeSet<>(
                            replies.get(i).as(new GetChildren2Response()).getChildren())) {
                        next.add(parent + "/" + child);
                    }
                }
            }
            level = next;
        }
    }

    /** The creation of an ephemeral beside the root, whose end shows that of its session. */
    Part marker() {
        return Requests.create(OpCode.create, parent() + "/marker", null, RandomValues.OPEN, 1, 0);
    }

    /** Waits until a session with a marker has ended. */
    void awaitMarkerGone() {
        Part exists = Requests.watchable(OpCode.exists, parent() + "/marker", false);
        Await.until(
                "the session has expired",
                EXPIRY_LIMIT,
                () -> ask(List.of(exists)).get(0).err() == NO_NODE);
    }

    /** Removes the nodes that were read last. */
    void removeAll() throws IOException {
        List<Part> deletes = new ArrayList<>();
        for (int i = paths.size() - 1; i >= 0; i--) {
            deletes.add(Requests.numbered(OpCode.delete, paths.get(i), -1));
        }
        ask(deletes);
    }

    private void call(Part part) throws IOException {
        Frame reply = ask(List.of(part)).get(0);
        if (reply.err() != 0) {
            throw new AssertionError(part.text() + ": " + reply);
        }
    }

    private List<Frame> ask(List<Part> parts) throws IOException {
        byte[][] requests = new byte[parts.size()][];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = new Wire()
                    .integer(i + 1)
                    .integer(parts.get(i).op())
                    .raw(parts.get(i).body())
                    .bytes();
        }
        socket.pipeline(requests);
        List<Frame> replies = new ArrayList<>();
        while (replies.size() < requests.length) {
            replies.add(socket.read());
        }
        return replies;
    }

    @Override
    public void close() throws IOException {
        try {
            socket.closeSession();
        } finally {
            socket.close();
        }
    }
}
