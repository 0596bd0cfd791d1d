package io.cellkeeper.server.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** One server's settings, checked: whoever holds this record need not check again. Made by {@link ConfigReader}. */
public record ServerConfig(
        Cell cell,
        Ensemble ensemble,
        Storage storage,
        Clients clients,
        Sessions sessions,
        Elections elections,
        Removal removal,
        Access access) {

    /**
     * What the cell is called.
     *
     * @param name from which its id is made at founding
     * @param number 12 bits of every session id; absent: chosen at random when the cell is founded
     */
    public record Cell(String name, OptionalInt number) {}

    /**
     * The servers of the cell.
     *
     * @param myid this server's number
     * @param members all servers, this one included, by number; none for a server without {@code server.N} lines
     * @param listensOnAllAddresses whether the quorum and election ports listen on more than this member's own host
     */
    public record Ensemble(int myid, List<Member> members, boolean listensOnAllAddresses) {
        public Ensemble {
            members = List.copyOf(members);
        }

        /** Whether this server is alone, and so listens on its client port only (decision 3). */
        public boolean isStandalone() {
            return members.size() < 2;
        }

        /** This server's own line; empty if there are none. */
        public Optional<Member> self() {
            return members.stream().filter(member -> member.id() == myid).findFirst();
        }

        /** The other servers. */
        public List<Member> others() {
            return members.stream().filter(member -> member.id() != myid).toList();
        }
    }

    /**
     * Where things are kept.
     *
     * @param dataDir the marker file, the lock, {@code myid}
     * @param logDir the Raft log; the same directory unless {@code dataLogDir} was given
     */
    public record Storage(Path dataDir, Path logDir) {
        /** Ratis' storage directory. */
        public Path raftDir() {
            return logDir.resolve("raft");
        }
    }

    /**
     * The client port.
     *
     * @param address where it listens; absent: everywhere
     * @param port 0 for any free one
     * @param maxConnectionsPerAddress 0 for no limit (rule 14.1)
     * @param maxConnections altogether; 0 for no limit
     * @param maxFrameBytes {@code jute.maxbuffer}, at most 16 MiB (decision 20)
     * @param words the four-letter words that are answered (rule 15.2)
     * @param threads event loops that only serve the clients' sockets; 0: the cell's own loop does
     */
    public record Clients(
            Optional<String> address,
            int port,
            int maxConnectionsPerAddress,
            int maxConnections,
            int maxFrameBytes,
            Set<String> words,
            int threads) {
        public Clients {
            words = Set.copyOf(words);
        }
    }

    /**
     * Session timeouts.
     *
     * @param tickTimeMs one tick, which is also the grace G (decision 6)
     * @param minTimeoutMs the shortest a client is given
     * @param maxTimeoutMs the longest a client is given, not below the shortest
     */
    public record Sessions(int tickTimeMs, int minTimeoutMs, int maxTimeoutMs) {}

    /** The silence of a leader after which a follower stands, drawn at random between the two. */
    public record Elections(int timeoutMinMs, int timeoutMaxMs) {}

    /**
     * How containers and nodes with a time to live are removed (rule 12.3).
     *
     * @param checkIntervalMs how often the leader looks for some
     * @param maxPerMinute how many it removes in a minute at most
     * @param maxNeverUsedMs how long a container that never had a child is kept; 0 for ever
     */
    public record Removal(int checkIntervalMs, int maxPerMinute, int maxNeverUsedMs) {}

    /**
     * Who may do what.
     *
     * @param extendedTypes whether nodes with a time to live may be created
     * @param skipAcl whether ACLs go unchecked
     * @param enforceQuota whether hard quotas refuse (rule 13.5)
     * @param reconfig whether reconfig is more than refused (rule 19.2)
     * @param requiredSchemes a client must have proven an identity of one of them; empty: it need not (rule 11.13)
     * @param superDigest the identity that passes every ACL (rule 11.5)
     * @param digestAlgorithm what hashes user and password of digest identities
     */
    public record Access(
            boolean extendedTypes,
            boolean skipAcl,
            boolean enforceQuota,
            boolean reconfig,
            Set<String> requiredSchemes,
            Optional<SuperDigest> superDigest,
            String digestAlgorithm) {
        public Access {
            requiredSchemes = Set.copyOf(requiredSchemes);
        }
    }

    /** A digest identity, {@code user:base64}; kept out of logs. */
    public record SuperDigest(String value) {
        @Override
        public String toString() {
            return "(not shown)";
        }
    }
}
