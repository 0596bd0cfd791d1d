package io.cellkeeper.server.leader;

/**
 * How far arrivals are proven. Arrivals are numbered in the order the leader received them; a proof covers all up to a
 * number and holds once the state has applied a log index. Two are kept waiting, the oldest and the newest: proofs that
 * come faster than the state applies can so not starve the first.
 */
final class Proofs {
    private long proven;
    private long firstArrival;
    private long firstIndex;
    private long lastArrival;
    private long lastIndex;

    /** Arrivals up to this number are proven, and applied. */
    long proven() {
        return proven;
    }

    /** Arrivals up to this number will be proven once the state is there. */
    long covered() {
        return Math.max(proven, Math.max(firstArrival, lastArrival));
    }

    /** Arrivals up to this one are proven once this index is applied. */
    void add(long arrival, long index, long appliedIndex) {
        if (index <= appliedIndex) {
            proven = Math.max(proven, arrival);
        } else if (firstArrival == 0) {
            firstArrival = arrival;
            firstIndex = index;
        } else {
            lastArrival = Math.max(lastArrival, arrival);
            lastIndex = Math.max(lastIndex, index);
        }
    }

    /** The state has applied this index. */
    void applied(long index) {
        while (firstArrival != 0 && firstIndex <= index) {
            proven = Math.max(proven, firstArrival);
            firstArrival = lastArrival;
            firstIndex = lastIndex;
            lastArrival = 0;
            lastIndex = 0;
        }
    }
}
