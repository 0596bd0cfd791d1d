package io.cellkeeper.consensus;

import java.util.Optional;
import java.util.Set;

/**
 * The part of the replicated log that prompt elections and handing over need. What may wait is done on the control
 * thread, so every method but {@link #transferLeadership} returns at once (decision 23). None of it can make an election
 * unsafe: who stands asks for votes as ever.
 */
public interface ElectionPort {
    /** Hears, on the cell loop, what {@link #readLogEnd} has found. */
    interface LogEndListener {
        /**
         * @param newest this replica's newest entry, committed or not
         * @param leaderSilentMs how long ago, in milliseconds, the leader's or a candidate's newest message was handled
         */
        void logEnd(LogPosition newest, long leaderSilentMs);
    }

    /** Whom this replica knows as leader of its current term; itself, if it leads. Cheap, any thread. */
    Optional<KnownLeader> leader();

    /** The voters of the configuration in force. Cheap, any thread. */
    Voters voters();

    /** This replica's Raft id. */
    String selfId();

    /** Reads where the log ends here; the listener hears nothing if the log is empty or closed. */
    void readLogEnd(LogEndListener listener);

    /**
     * Stands for election at once, without asking beforehand whether the others would vote: what a leader tells its
     * successor to do. Does nothing unless this replica follows just that leader when it comes to it.
     */
    void standInsteadOf(KnownLeader lost);

    /**
     * Opens, or keeps open, the connections that a vote would need. To be called about once a second.
     *
     * @param others Raft ids of replicas whose processes are known to be there
     */
    void keepVoteChannelsOpen(Set<String> others);

    /**
     * Gives leadership to the best of these followers, and waits for that; does nothing if this replica doesn't lead. Not
     * from the cell loop.
     *
     * @param candidates Raft ids of the followers that may become the leader
     * @return whether this replica led and one of them leads now
     */
    boolean transferLeadership(Set<String> candidates, long timeoutMs);

    /**
     * This replica is reachable again, after a time in which it wasn't: connections to it that may still wait out that time
     * are made anew.
     */
    void replicaBack(String raftId);

    /** The process of this replica is gone: no transfer to it need be waited for. */
    void replicaGone(String raftId);
}
