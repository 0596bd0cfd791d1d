package io.cellkeeper.compat.buglog;

import static io.cellkeeper.compat.wire.Exchange.done;
import static io.cellkeeper.compat.wire.RawClient.OPEN;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.createTtl;
import static io.cellkeeper.compat.wire.RawClient.delete;
import static io.cellkeeper.compat.wire.RawClient.exists;
import static io.cellkeeper.compat.wire.RawClient.getData;
import static io.cellkeeper.compat.wire.RawClient.setData;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.compat.cell.SharedCell;
import io.cellkeeper.compat.wire.Frame;
import io.cellkeeper.compat.wire.RawClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.proto.AddWatchRequest;
import org.apache.zookeeper.proto.CheckWatchesRequest;
import org.apache.zookeeper.proto.CreateRequest;
import org.apache.zookeeper.proto.GetACLRequest;
import org.apache.zookeeper.proto.GetAllChildrenNumberRequest;
import org.apache.zookeeper.proto.GetChildren2Request;
import org.apache.zookeeper.proto.RemoveWatchesRequest;
import org.apache.zookeeper.proto.SetACLRequest;
import org.apache.zookeeper.proto.SyncRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Codes that no client knows how to take (rules 9.1 and 9.2). */
class ErrorCodeBugsTest {
    /** All that these requests may come to; −4 and −100, which others sent, are not among them. */
    private static final Set<Integer> EXPECTED =
            new TreeSet<>(List.of(0, -5, -8, -101, -102, -103, -108, -110, -111, -114, -121));

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(1);

    @Test
    void b06ShouldUseNoCodeThatClientsDoNotKnow() throws IOException {
        String root = CELL.newRoot();
        Set<Integer> seen = new TreeSet<>();
        try (RawClient client = RawClient.connect(CELL.port("leader"), 20_000)) {
            done(client, OpCode.create, createNode(root, "", 0));
            done(client, OpCode.create, createNode(root + "/child", "", 0));
            done(client, OpCode.create, createNode(root + "/ephemeral", "", 1));
            done(client, OpCode.create, createNode(root + "/locked", "", 0));
            lock(client, root + "/locked");
            List<byte[]> requests = new ArrayList<>();
            for (String path : List.of(
                    "",
                    "relative",
                    "/",
                    "//",
                    "/zookeeper",
                    "/zookeeper/config",
                    "/\u0000",
                    root,
                    root + "/",
                    root + "/..",
                    root + "/child",
                    root + "/ephemeral/x",
                    root + "/locked",
                    root + "/locked/x",
                    root + "/no/parent")) {
                addRequests(client, path, requests);
            }
            for (byte[] request : requests) {
                client.pipeline(request);
                Frame reply = client.read();
                while (reply.isEvent()) {
                    reply = client.read();
                }
                seen.add(reply.err());
            }
            client.closeSession();
        }
        assertEquals(EXPECTED, seen);
    }

    private static void lock(RawClient client, String path) throws IOException {
        done(
                client,
                OpCode.setACL,
                new SetACLRequest(path, List.of(new ACL(31, new Id("digest", "somebody:else"))), -1));
    }

    private static void addRequests(RawClient client, String path, List<byte[]> requests) {
        for (int flags = -1; flags <= 7; flags++) {
            requests.add(client.request(OpCode.create, createNode(path, "", flags)));
            requests.add(client.request(OpCode.createTTL, createTtl(path, "", flags, flags)));
        }
        requests.add(client.request(OpCode.create, new CreateRequest(path, new byte[0], List.of(), 0)));
        requests.add(client.request(OpCode.setData, setData(path, "", 99)));
        requests.add(client.request(OpCode.setData, setData(path, "", Integer.MIN_VALUE)));
        requests.add(client.request(OpCode.setACL, new SetACLRequest(path, OPEN, 99)));
        requests.add(client.request(OpCode.setACL, new SetACLRequest(path, List.of(), -1)));
        requests.add(client.request(OpCode.delete, delete(path, 99)));
        requests.add(client.request(OpCode.delete, delete(path, 0)));
        requests.add(client.request(OpCode.exists, exists(path, true)));
        requests.add(client.request(OpCode.getData, getData(path, true)));
        requests.add(client.request(OpCode.getACL, new GetACLRequest(path)));
        requests.add(client.request(OpCode.getChildren2, new GetChildren2Request(path, true)));
        requests.add(client.request(OpCode.getAllChildrenNumber, new GetAllChildrenNumberRequest(path)));
        requests.add(client.request(OpCode.sync, new SyncRequest(path)));
        requests.add(client.request(OpCode.addWatch, new AddWatchRequest(path, 2)));
        requests.add(client.request(OpCode.checkWatches, new CheckWatchesRequest(path, 5)));
        requests.add(client.request(OpCode.removeWatches, new RemoveWatchesRequest(path, 0)));
    }
}
