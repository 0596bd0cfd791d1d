package io.cellkeeper.server.leader;

import io.cellkeeper.consensus.Voters;

/** What the barrier reads of the log: the part of the ordering port that changes nothing. Cheap, on the cell loop. */
public interface Terms {
    /** The current Raft term, or 0 while this replica's part in the group is not running. */
    long currentTerm();

    /** Whether this replica leads in this term and is ready; reads the term twice. */
    boolean leads(long term);

    /** The newest log index known to be committed. */
    long lastCommittedIndex();

    /** The voters of the configuration in force. */
    Voters voters();

    /** This replica's Raft id. */
    String selfId();
}
