package io.cellkeeper.server.control;

/** What a replica hears over its control connections, and what it is asked. On the event loop. */
public interface ControlListener {
    /** This replica's own term, to be told to the leader. */
    interface TermSource {
        /** Its Raft id; asked only after {@link #term} was not 0. */
        String raftId();

        /** Its Raft term while its part in the group is running, else 0: never from a disk that may have been wiped. */
        long term();
    }

    /** Another server has said how far the founding has come there. */
    default void foundingReport(FoundingReport report) {}

    /** A server whose reports were heard has lost its connection: what it said may no longer hold. */
    default void lost(int myid) {}

    /** Nothing joins this server with that one any more, and the last connection was ended by the other's side. */
    default void gone(int myid) {}

    /** The first connection with that server is up, again or for the first time. */
    default void back(int myid) {}

    /** Another replica of this cell says that it has lost its leader, or has it again. */
    default void leaderLost(LeaderLoss loss) {}

    /**
     * A voter has answered {@link ControlMesh#askTerms}.
     *
     * @param raftId the voter's
     * @param term 0 is no report
     */
    default void termReport(String raftId, long round, long term) {}

    /**
     * Another replica says whom it knows as leader.
     *
     * @param leader the leader's Raft id, empty for nobody
     */
    default void leaderHint(int from, long term, String leader) {}
}
