package io.cellkeeper.server.words;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a server tells about itself. Called on the loop that handles the word; must not wait. Figures may be a little
 * behind, but each call gives what was true at one time.
 */
public interface ServerFigures {
    /** Whether clients are served: there is a leader and this server has a link to it (rule 15.3). */
    boolean isServing();

    Mode mode();

    /** The newest zxid this server has seen applied. */
    long zxid();

    /** What clients did to this server since it started, or since {@link #resetStats}. */
    Traffic traffic();

    /** What the state holds. */
    Contents contents();

    /** The connections of clients, in no order; empty if {@code cons} and {@code stat} needn't be served. */
    List<ConnectionFigures> connections();

    /** Every watch of this server's clients, in no order. */
    List<Watch> watches();

    /** What only a leader knows; empty on the others, and on a stand-alone server. */
    Optional<LeaderFigures> leader();

    /** How long this server runs, milliseconds. */
    long uptimeMs();

    /** Our own figures, shown by {@code mntr} as {@code zk_cellkeeper_<key>}: keys of letters, digits and underscores. */
    Map<String, Number> own();

    /** The settings as {@code conf} shows them, in order: key, value. */
    Map<String, String> settings();

    /** The lines of {@code /zookeeper/config}, which {@code conf} shows too; empty on a stand-alone server. */
    List<String> membership();

    /** Every live session, in no order ({@code dump}). */
    List<LiveSession> sessions();

    /** The quotas there are, in no order ({@code mntr}). */
    List<Quota> quotas();

    /** The newest digests, oldest first ({@code hash}): taken at the same zxids on every replica. */
    List<Digest> digests();

    /** Bytes of what the server keeps outside its log, not long ago ({@code dirs}). */
    long dataDirBytes();

    /** Bytes of the log, not long ago ({@code dirs}). */
    long logDirBytes();

    /** Starts the latencies and packet counts anew ({@code srst}). */
    void resetStats();

    /** Starts the figures of every connection anew ({@code crst}). */
    void resetConnectionStats();

    /**
     * Requests and their latencies, in milliseconds.
     *
     * @param outstanding requests not answered yet
     * @param authFailures refused proofs of identity
     * @param lastReplyBytes size of the newest reply, −1 before the first
     */
    record Traffic(
            long minLatencyMs,
            double avgLatencyMs,
            long maxLatencyMs,
            long packetsReceived,
            long packetsSent,
            int connections,
            long outstanding,
            long authFailures,
            int lastReplyBytes,
            int minReplyBytes,
            int maxReplyBytes) {}

    /**
     * The state.
     *
     * @param nodes all nodes, the system's included: 5 on a new server (rule 15.8)
     * @param watches watches of this server's clients
     * @param watchedPaths paths they are on
     * @param watchingConnections connections they belong to
     * @param ephemerals ephemeral nodes
     * @param dataBytes paths and data, roughly
     * @param sessions sessions of the cell
     * @param digestIndex log index at which the digest was taken
     * @param digest sum over the whole state; equal on replicas at the same index (I6)
     */
    record Contents(
            int nodes,
            long watches,
            long watchedPaths,
            long watchingConnections,
            long ephemerals,
            long dataBytes,
            long sessions,
            long digestIndex,
            long digest) {}

    /** A path that a session's connection watches. */
    record Watch(String path, long session) {}

    /**
     * A session of the cell.
     *
     * @param expiresMs wall clock time at which it would expire, rounded up to a tick; 0 where that isn't known, as only a
     *     leader knows it
     * @param ephemerals paths of its ephemerals, in order
     */
    record LiveSession(long id, int timeoutMs, long expiresMs, List<String> ephemerals) {
        public LiveSession {
            ephemerals = List.copyOf(ephemerals);
        }
    }

    /**
     * A quota.
     *
     * @param path the root of its subtree
     * @param countLimit −1 for none
     * @param bytesLimit −1 for none
     * @param refused how often it has refused something since this server leads; 0 on others
     */
    record Quota(String path, long countLimit, long bytesLimit, long count, long bytes, long refused) {}

    /** The digest of the state as it was with this zxid. */
    record Digest(long zxid, long digest) {}

    /**
     * A leader's followers and proposals.
     *
     * @param learners followers with a connection
     * @param syncedFollowers followers that keep up
     * @param pendingSyncs syncs and reads waiting for a barrier
     * @param quorumSize voters of the cell
     * @param uptimeMs how long this reign lasts
     * @param lastProposalBytes size of the newest batch, −1 before the first
     */
    record LeaderFigures(
            int learners,
            int syncedFollowers,
            long pendingSyncs,
            int quorumSize,
            long uptimeMs,
            long lastProposalBytes,
            long minProposalBytes,
            long maxProposalBytes) {}
}
