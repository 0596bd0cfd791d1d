package io.cellkeeper.server.control;

/**
 * A replica says that the process of the leader is gone, or that it was wrong about that.
 *
 * @param voter the speaker's Raft id
 * @param leader the leader's
 * @param term the term in which it leads
 * @param lost whether the leader is lost; false takes back what was said
 * @param lastTerm the term of the speaker's newest log entry
 * @param lastIndex its index
 */
public record LeaderLoss(String voter, String leader, long term, boolean lost, long lastTerm, long lastIndex) {}
