package io.cellkeeper.bench.load;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * One fault and the writers around it.
 *
 * @param servers where clients connect
 * @param pids the servers' processes, in the same order; may be empty without a fault
 * @param fault what happens to the leader
 * @param followersToo how many followers it happens to at the same time
 * @param before how long is written before the fault
 * @param after how long is written after the first write that was accepted
 * @param patience when waiting for that is given up
 * @param sessionTimeoutMs the session timeout asked for
 */
public record PausePlan(
        List<InetSocketAddress> servers,
        List<Long> pids,
        Fault fault,
        int followersToo,
        Duration before,
        Duration after,
        Duration patience,
        int sessionTimeoutMs) {
    public PausePlan {
        servers = List.copyOf(servers);
        pids = List.copyOf(pids);
        if (fault != Fault.NONE && pids.size() != servers.size()) {
            throw new IllegalArgumentException(
                    servers.size() + " servers need as many process ids, not " + pids.size());
        }
        if (followersToo < 0 || followersToo >= servers.size()) {
            throw new IllegalArgumentException("followers too: " + followersToo + " of " + servers.size() + " servers");
        }
    }
}
