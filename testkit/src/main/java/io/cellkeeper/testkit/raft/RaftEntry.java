package io.cellkeeper.testkit.raft;

import io.cellkeeper.consensus.Proposal;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the log.
 *
 * @param term the term of the leader that appended it
 * @param proposal the batch, null for a leader's no-op
 * @param proposer the replica that appended it
 * @param incarnation which life of that replica's process did
 */
public record RaftEntry(long term, @Nullable Proposal proposal, int proposer, int incarnation) {}
