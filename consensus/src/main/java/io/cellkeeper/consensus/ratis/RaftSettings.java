package io.cellkeeper.consensus.ratis;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What a replica's log needs to know, checked at construction. Limits of sizes are constants, because they have to be
 * the same on every replica (decision 20).
 *
 * @param cellId the cell's id, which is the Raft group's (decision 1)
 * @param selfId this replica's Raft id, {@code <myid>-<incarnation>}; one of the peers
 * @param peers the voters at founding, this replica among them; one makes a lone replica, which listens nowhere
 * @param storageDir the directory that holds this cell's log and nothing else of Ratis
 * @param format true only while founding: makes a new log and refuses an existing one. False: opens the existing log
 *     and refuses to start without it
 * @param electionTimeoutMinMs shortest silence of a leader after which a follower stands, milliseconds; heartbeats come
 *     at half of it
 * @param electionTimeoutMaxMs longest such silence, milliseconds
 * @param listenOnAllAddresses whether the Raft port is bound on every address of this host, not only on its own peer's
 */
public record RaftSettings(
        UUID cellId,
        String selfId,
        List<Peer> peers,
        Path storageDir,
        boolean format,
        int electionTimeoutMinMs,
        int electionTimeoutMaxMs,
        boolean listenOnAllAddresses) {
    /** Largest log entry, with Ratis' own fields around the batch. */
    public static final int MAX_ENTRY_BYTES = 17 << 20;

    /** Largest batch: an entry without room for Ratis' own fields (ids, term, index). */
    public static final int MAX_BATCH_BYTES = MAX_ENTRY_BYTES - 1024;

    /** No false election in 40 s of full load on two cores at this value; at 150 ms there were some. */
    public static final int DEFAULT_ELECTION_TIMEOUT_MIN_MS = 300;

    public static final int DEFAULT_ELECTION_TIMEOUT_MAX_MS = 600;

    private static final Pattern RAFT_ID = Pattern.compile("[0-9]{1,10}-[0-9]{1,10}");

    /**
     * A voter.
     *
     * @param raftId {@code <myid>-<incarnation>}
     * @param host name or address of the host; IPv6 without brackets
     * @param port the Raft port; unused by a lone replica
     */
    public record Peer(String raftId, String host, int port) {
        public Peer {
            require(RAFT_ID.matcher(raftId).matches(), "Raft id must be <myid>-<incarnation>, not " + raftId);
            require(!host.isBlank(), "no host for " + raftId);
            require(port > 0 && port < 65536, "port of " + raftId + " must be 1 to 65535, not " + port);
        }

        /** Host and port as one text, an IPv6 address in brackets: how the log's configuration names it. */
        String address() {
            return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
        }
    }

    public RaftSettings {
        peers = List.copyOf(peers);
        Set<String> ids = new HashSet<>();
        Set<String> addresses = new HashSet<>();
        for (Peer peer : peers) {
            require(ids.add(peer.raftId()), "two peers have the Raft id " + peer.raftId());
            require(addresses.add(peer.address()), "two peers have the address " + peer.address());
        }
        require(ids.contains(selfId), "own Raft id " + selfId + " is none of the peers' " + ids);
        require(
                electionTimeoutMinMs >= 50 && electionTimeoutMaxMs > electionTimeoutMinMs,
                "election timeouts must be at least 50 ms and ascending, not " + electionTimeoutMinMs + " and "
                        + electionTimeoutMaxMs);
    }

    /** With the default election timeouts, listening on the own peer's address only. */
    public RaftSettings(UUID cellId, String selfId, List<Peer> peers, Path storageDir, boolean format) {
        this(
                cellId,
                selfId,
                peers,
                storageDir,
                format,
                DEFAULT_ELECTION_TIMEOUT_MIN_MS,
                DEFAULT_ELECTION_TIMEOUT_MAX_MS,
                false);
    }

    boolean lone() {
        return peers.size() == 1;
    }

    Peer self() {
        for (Peer peer : peers) {
            if (peer.raftId().equals(selfId)) {
                return peer;
            }
        }
        throw new AssertionError("checked at construction");
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
