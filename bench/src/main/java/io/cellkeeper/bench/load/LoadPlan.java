package io.cellkeeper.bench.load;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * What to run, checked.
 *
 * @param servers connections are spread over them in turn
 * @param connections how many sessions
 * @param pipeline operations each connection keeps in flight
 * @param operation what is asked for
 * @param warmup time under the same load that isn't measured
 * @param measured time that is
 * @param dataBytes data of a node
 * @param sessionTimeoutMs asked for; the server may answer another
 * @param patience how long a connection may make no progress before the run fails
 * @param serverPids processes on this machine whose CPU time is reported per operation
 */
public record LoadPlan(
        List<InetSocketAddress> servers,
        int connections,
        int pipeline,
        Operation operation,
        Duration warmup,
        Duration measured,
        int dataBytes,
        int sessionTimeoutMs,
        Duration patience,
        List<Long> serverPids) {

    /** Below a server's default limit of a frame, path and header included. */
    private static final int MAX_DATA_BYTES = 1_000_000;

    private static final long MAX_BUFFERED_BYTES = 512L << 20;

    public LoadPlan {
        servers = List.copyOf(servers);
        serverPids = List.copyOf(serverPids);
        require(!servers.isEmpty(), "no server");
        require(connections >= 1 && connections <= 100_000, "connections: " + connections);
        require(pipeline >= 1 && pipeline <= 100_000, "pipeline: " + pipeline);
        require(dataBytes >= 0 && dataBytes <= MAX_DATA_BYTES, "data: " + dataBytes);
        require(
                (long) connections * pipeline * (dataBytes + Wire.MAX_OVERHEAD_BYTES) <= MAX_BUFFERED_BYTES,
                "connections x pipeline x data is too much to buffer");
        require(sessionTimeoutMs >= 1, "session timeout: " + sessionTimeoutMs);
        require(!warmup.isNegative(), "warmup: " + warmup);
        require(measured.toNanos() > 0, "seconds: " + measured);
        require(patience.toNanos() > 0, "patience: " + patience);
    }

    /** The data every node gets: bytes that tell a shifted or cut answer from the right one. */
    byte[] data() {
        byte[] data = new byte[dataBytes];
        for (int i = 0; i < dataBytes; i++) {
            data[i] = (byte) (i * 31 + (i >> 8));
        }
        return data;
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(problem);
        }
    }
}
