package io.cellkeeper.compat.curator;

import io.cellkeeper.compat.cell.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.BackgroundCallback;
import org.apache.zookeeper.KeeperException;

/**
 * Creates one node after another and adds one to a version, with several requests under way at a time. Runs in a thread of its
 * own until it is told to end.
 */
final class PipeliningWriter implements Runnable {
    private static final int UNDER_WAY = 32;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final CuratorFramework client;
    private final String root;
    private final int number;
    private final AckGaps gaps;
    private final Semaphore room = new Semaphore(UNDER_WAY);
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private volatile boolean over;

    /**
     * A writer of its own nodes.
     *
     * @param root exists, and may have other writers' nodes below
     * @param number its own among all writers there
     */
    PipeliningWriter(CuratorFramework client, String root, int number, AckGaps gaps) {
        this.client = client;
        this.root = root;
        this.number = number;
        this.gaps = gaps;
    }

    /** Creates the node whose version counts. */
    void prepare() throws Exception {
        client.create().forPath(counter());
    }

    /** The node whose version counts the writes. */
    String counter() {
        return root + "-counter-" + number;
    }

    /** Whether this writer made the node. */
    boolean wrote(String path) {
        return path.startsWith(root + "/" + number + "-");
    }

    /** The node of a write. */
    String path(int write) {
        return root + "/" + number + "-" + write;
    }

    @Override
    public void run() {
        try {
            BackgroundCallback created = (unused, event) -> heard(event.getResultCode(), 0);
            BackgroundCallback added = (unused, event) -> heard(event.getResultCode(), 1);
            for (int write = 0; !over; write++) {
                room.acquire(2);
                client.create().inBackground(created).forPath(path(write));
                client.setData().inBackground(added).forPath(counter());
            }
            room.acquire(UNDER_WAY);
        } catch (Exception e) {
            failures.add(e.toString());
        }
    }

    /** Writes acknowledged so far. */
    int acknowledged() {
        return acknowledged.get();
    }

    /** What was answered by anything but success. */
    List<String> failures() {
        return List.copyOf(failures);
    }

    /** Waits until so many writes are acknowledged. */
    void await(int writes) {
        Await.until(
                writes + " writes",
                LIMIT,
                () -> acknowledged.get() >= writes || !failures.isEmpty(),
                () -> acknowledged.get() + " writes, failures " + failures);
    }

    /** Lets what is under way end; then {@link #run} returns. */
    void end() {
        over = true;
    }

    private void heard(int code, int writes) {
        if (code != 0) {
            failures.add(KeeperException.Code.get(code).toString());
        }
        gaps.acknowledged();
        acknowledged.addAndGet(writes);
        room.release();
    }
}
