package io.cellkeeper.compat.curator;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.Callable;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.KeeperException;

/**
 * One client that takes the mutex again and again, and adds one to a number under it, without any version check: only the
 * mutex keeps increments from being lost. Runs in a thread of its own until the referee says that it is over.
 */
final class MutexContender implements Callable<Integer> {
    /** Where the number is. */
    static final String NUMBER = "/mutex-test/number";

    private static final String MARKER = "/mutex-test/marker";
    private static final String LOCK = "/mutex-test/lock";

    private final String name;
    private final CuratorFramework client;
    private final MutexReferee referee;
    private final TellingMutex mutex;
    private int increments;

    MutexContender(String name, CuratorFramework client, MutexReferee referee) {
        this.name = name;
        this.client = client;
        this.referee = referee;
        this.mutex = new TellingMutex(client, LOCK);
        client.getConnectionStateListenable().addListener((unused, state) -> {
            if (state == ConnectionState.LOST) {
                referee.violated(name + " lost its session");
            }
        });
    }

    /** Creates the nodes that all contenders share. */
    static void prepare(CuratorFramework client) throws Exception {
        client.create().creatingParentsIfNeeded().forPath(NUMBER, "0".getBytes(UTF_8));
    }

    /** Contends until the end and returns how often it held the mutex. */
    @Override
    public Integer call() throws Exception {
        long session = CuratorClients.sessionId(client);
        while (!referee.isOver()) {
            mutex.acquire();
            try {
                hold();
            } finally {
                mutex.release();
            }
        }
        if (CuratorClients.sessionId(client) != session) {
            referee.violated(name + " has another session than at the start");
        }
        return increments;
    }

    private void hold() throws Exception {
        referee.enter(name, client.checkExists().forPath(mutex.path()).getCzxid());
        try {
            String turn = name + "#" + increments;
            mark(turn);
            int number = Integer.parseInt(new String(client.getData().forPath(NUMBER), UTF_8));
            client.setData()
                    .withVersion(-1)
                    .forPath(NUMBER, Integer.toString(number + 1).getBytes(UTF_8));
            increments++;
            unmark(turn);
        } finally {
            referee.leave(name);
        }
    }

    /** A node that only one holder at a time can have made. */
    private void mark(String turn) throws Exception {
        try {
            client.create().forPath(MARKER, turn.getBytes(UTF_8));
        } catch (KeeperException.NodeExistsException e) {
            // A create that was repeated after a lost connection finds its own node.
            checkMark(turn);
        }
    }

    private void unmark(String turn) throws Exception {
        checkMark(turn);
        client.delete().quietly().forPath(MARKER);
    }

    private void checkMark(String turn) throws Exception {
        String found = new String(client.getData().forPath(MARKER), UTF_8);
        if (!found.equals(turn)) {
            referee.violated(turn + " holds the mutex and found the mark of " + found);
        }
    }

    /** Curator's mutex, which shows its own node only to subclasses. */
    private static final class TellingMutex extends InterProcessMutex {
        TellingMutex(CuratorFramework client, String path) {
            super(client, path);
        }

        String path() {
            return getLockPath();
        }
    }
}
