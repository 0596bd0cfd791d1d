package io.cellkeeper.consensus.ratis;

import io.cellkeeper.consensus.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** Replicas of one cell in this process, on loopback. */
final class TestCell implements AutoCloseable {
    final UUID id = UUID.randomUUID();
    final List<RaftSettings.Peer> peers;
    final Map<Integer, TestReplica> running = new TreeMap<>();
    private final Path dir;
    private final int electionTimeoutMinMs;

    TestCell(Path dir, int size) throws IOException {
        this(dir, size, RaftSettings.DEFAULT_ELECTION_TIMEOUT_MIN_MS);
    }

    TestCell(Path dir, int size, int electionTimeoutMinMs) throws IOException {
        this.dir = dir;
        this.electionTimeoutMinMs = electionTimeoutMinMs;
        List<RaftSettings.Peer> made = new ArrayList<>();
        int[] ports = freePorts(size);
        for (int i = 1; i <= size; i++) {
            made.add(new RaftSettings.Peer(i + "-1", "127.0.0.1", ports[i - 1]));
        }
        peers = List.copyOf(made);
    }

    static TestCell founded(Path dir, int size) throws IOException {
        return founded(dir, size, RaftSettings.DEFAULT_ELECTION_TIMEOUT_MIN_MS);
    }

    static TestCell founded(Path dir, int size, int electionTimeoutMinMs) throws IOException {
        TestCell cell = new TestCell(dir, size, electionTimeoutMinMs);
        for (int i = 1; i <= size; i++) {
            cell.start(i, true);
        }
        return cell;
    }

    RaftSettings settings(int i, boolean format) {
        return new RaftSettings(
                id, i + "-1", peers, directory(i), format, electionTimeoutMinMs, 2 * electionTimeoutMinMs, false);
    }

    Path directory(int i) {
        return dir.resolve("replica" + i);
    }

    TestReplica start(int i, boolean format) throws IOException {
        TestReplica replica = new TestReplica(settings(i, format));
        running.put(i, replica);
        return replica;
    }

    void stop(int i) {
        TestReplica replica = running.remove(i);
        if (replica != null) {
            replica.close();
        }
    }

    /** Waits for a leader that is ready. */
    int leader() {
        Await.until("a leader", () -> running.values().stream().anyMatch(replica -> replica.reign() > 0));
        for (Map.Entry<Integer, TestReplica> each : running.entrySet()) {
            if (each.getValue().reign() > 0) {
                return each.getKey();
            }
        }
        return leader();
    }

    TestReplica leading() {
        return replica(leader());
    }

    TestReplica replica(int i) {
        TestReplica replica = running.get(i);
        if (replica == null) {
            throw new IllegalStateException("replica " + i + " isn't running");
        }
        return replica;
    }

    /** Some running replica that doesn't lead. */
    int follower() {
        int leader = leader();
        return running.keySet().stream().filter(i -> i != leader).findFirst().orElseThrow();
    }

    void awaitAllApplied(List<String> batches) {
        for (TestReplica replica : running.values()) {
            Await.until(
                    replica.log.selfId() + " has all applied",
                    () -> replica.batches().size() >= batches.size());
        }
    }

    void stopAll() {
        List.copyOf(running.keySet()).forEach(this::stop);
    }

    @Override
    public void close() {
        stopAll();
    }

    static int[] freePorts(int count) {
        List<ServerSocket> held = new ArrayList<>();
        int[] ports = new int[count];
        try {
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                held.add(socket);
                ports[i] = socket.getLocalPort();
            }
            for (ServerSocket socket : held) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ports;
    }
}
