package io.cellkeeper.consensus;

/**
 * Whom a replica knows as leader.
 *
 * @param raftId the leader's Raft id, {@code <myid>-<incarnation>}
 * @param term the term in which it leads
 */
public record KnownLeader(String raftId, long term) {}
