package io.cellkeeper.server.election;

import io.cellkeeper.consensus.KnownLeader;
import io.cellkeeper.consensus.LogPosition;

/**
 * What a voter says of its leader.
 *
 * @param voter the voter's Raft id
 * @param leader the leader that it follows
 * @param lost whether that leader's process is gone; false takes back what was said before
 * @param newest the voter's newest log entry
 */
public record LossReport(String voter, KnownLeader leader, boolean lost, LogPosition newest) {}
