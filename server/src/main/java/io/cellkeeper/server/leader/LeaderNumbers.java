package io.cellkeeper.server.leader;

/**
 * Figures of a reign, for metrics.
 *
 * @param sessions live sessions
 * @param links links that are up
 * @param waitingReads reads not answered yet
 * @param interests interests of all links
 * @param expired sessions that have expired in this reign
 * @param barrierRounds rounds of asking for terms
 * @param lostNanos what the lease clock has lost against the monotonic clock
 * @param oldestBatchNanos how long the batch in flight has been on its way
 */
public record LeaderNumbers(
        int sessions,
        int links,
        int waitingReads,
        int interests,
        long expired,
        long barrierRounds,
        long lostNanos,
        long oldestBatchNanos) {}
