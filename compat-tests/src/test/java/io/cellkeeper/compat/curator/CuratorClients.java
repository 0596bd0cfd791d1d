package io.cellkeeper.compat.curator;

import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryUntilElapsed;

/** Curator's clients as applications configure them. */
final class CuratorClients {
    /** Longer than any fail-over of these tests: an operation that fails has then really failed. */
    private static final int RETRY_MS = 90_000;

    private static final int RETRY_PAUSE_MS = 200;
    private static final int CONNECTION_TIMEOUT_MS = 15_000;

    private CuratorClients() {}

    /** A started client. */
    static CuratorFramework start(String connectString, int sessionTimeoutMs) {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(connectString)
                .sessionTimeoutMs(sessionTimeoutMs)
                .connectionTimeoutMs(CONNECTION_TIMEOUT_MS)
                .retryPolicy(new RetryUntilElapsed(RETRY_MS, RETRY_PAUSE_MS))
                .build();
        client.start();
        return client;
    }

    /** The id of a client's present session; waits until the client is connected, since before its first session it has none. */
    static long sessionId(CuratorFramework client) throws Exception {
        if (!client.blockUntilConnected(RETRY_MS, TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("not connected within " + RETRY_MS + " ms");
        }
        return client.getZookeeperClient().getZooKeeper().getSessionId();
    }
}
