package io.cellkeeper.compat.clients;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.data.Stat;

/**
 * Two clients on ZooKeeper's own Java library, as {@link OtherClientsTest} describes. Uses nothing that the oldest version
 * under test lacks, nor anything else of these tests but {@link Expect}. Arguments: connect string and root.
 */
public final class ForeignClientMain {
    private static final int TIMEOUT_MS = 10_000;
    private static final List<ACL> OPEN = Collections.singletonList(new ACL(31, new Id("world", "anyone")));
    private static final byte[] DATA = "mine".getBytes(StandardCharsets.UTF_8);

    private final String root;
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<KeeperState> firstStates = new LinkedBlockingQueue<>();
    private final BlockingQueue<KeeperState> secondStates = new LinkedBlockingQueue<>();
    private final ZooKeeper first;
    private final ZooKeeper second;

    private ForeignClientMain(String connectString, String root) throws Exception {
        this.root = root;
        first = new ZooKeeper(connectString, TIMEOUT_MS, event -> firstStates.add(event.getState()));
        second = new ZooKeeper(connectString, TIMEOUT_MS, event -> secondStates.add(event.getState()));
        Expect.next(firstStates, KeeperState.SyncConnected);
        Expect.next(secondStates, KeeperState.SyncConnected);
    }

    /** Fails with a trace and an exit code other than 0. */
    public static void main(String[] args) throws Exception {
        ForeignClientMain clients = new ForeignClientMain(args[0], args[1]);
        clients.first.create(clients.root, DATA, OPEN, CreateMode.PERSISTENT);
        clients.lock();
        clients.multi();
        String successor = clients.standForElection();
        clients.watchOverAReconnect();
        clients.endTheLeader(successor);
        clients.second.close();
        System.out.println("PASSED");
    }

    private void lock() throws Exception {
        String held = enqueue(first, "/lock");
        String waiting = enqueue(second, "/lock");
        Expect.that(queue("/lock").equals(Arrays.asList(name(held), name(waiting))), "the lock's queue is in order");
        Expect.that(second.exists(held, watcher()) != null, "the holder is seen");
        first.delete(held, -1);
        Expect.next(events, "NodeDeleted " + held);
        Expect.that(queue("/lock").equals(Collections.singletonList(name(waiting))), "the second has the lock");
        second.delete(waiting, -1);
        Expect.that(queue("/lock").isEmpty(), "nobody has the lock");
    }

    private void multi() throws Exception {
        String path = root + "/multi";
        first.multi(Arrays.asList(
                Op.create(path, DATA, OPEN, CreateMode.PERSISTENT), Op.check(path, 0), Op.setData(path, DATA, 0)));
        Expect.that(second.exists(path, false).getVersion() == 1, "all of it is done");
        try {
            first.multi(Arrays.asList(Op.setData(path, DATA, 1), Op.check(path, 7)));
            throw new IllegalStateException("not so: the check fails");
        } catch (KeeperException.BadVersionException e) {
            Expect.that(second.exists(path, false).getVersion() == 1, "nothing of it is done");
        }
    }

    /** The first leads and the second is to follow; returns the second's node. */
    private String standForElection() throws Exception {
        String leader = enqueue(first, "/election");
        String successor = enqueue(second, "/election");
        Expect.that(queue("/election").get(0).equals(name(leader)), "the first leads");
        Expect.that(second.exists(leader, watcher()) != null, "the leader is seen");
        return successor;
    }

    private void watchOverAReconnect() throws Exception {
        first.create(root + "/watched", DATA, OPEN, CreateMode.PERSISTENT);
        second.getData(root + "/watched", watcher(), new Stat());
        System.out.println("CUT");
        for (BlockingQueue<KeeperState> states : Arrays.asList(firstStates, secondStates)) {
            Expect.next(states, KeeperState.Disconnected);
            Expect.next(states, KeeperState.SyncConnected);
        }
        first.setData(root + "/watched", DATA, 0);
        Expect.next(events, "NodeDataChanged " + root + "/watched");
    }

    private void endTheLeader(String successor) throws Exception {
        String leader = root + "/election/" + queue("/election").get(0);
        Stat stat = second.exists(leader, false);
        Expect.that(stat.getEphemeralOwner() == first.getSessionId(), "the leader's session owns its node");
        first.close();
        Expect.next(events, "NodeDeleted " + leader);
        Expect.that(queue("/election").equals(Collections.singletonList(name(successor))), "the second leads");
    }

    private String enqueue(ZooKeeper client, String queue) throws Exception {
        if (client.exists(root + queue, false) == null) {
            client.create(root + queue, DATA, OPEN, CreateMode.PERSISTENT);
        }
        return client.create(root + queue + "/n-", DATA, OPEN, CreateMode.EPHEMERAL_SEQUENTIAL);
    }

    private List<String> queue(String queue) throws Exception {
        List<String> names = new ArrayList<>(second.getChildren(root + queue, false));
        Collections.sort(names);
        return names;
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Watchers hear of the connection too; that is not what is waited for. */
    private Watcher watcher() {
        return event -> {
            if (event.getType() != Watcher.Event.EventType.None) {
                events.add(event.getType() + " " + event.getPath());
            }
        };
    }
}
