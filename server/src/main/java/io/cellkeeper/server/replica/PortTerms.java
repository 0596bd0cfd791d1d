package io.cellkeeper.server.replica;

import io.cellkeeper.consensus.OrderingPort;
import io.cellkeeper.consensus.Voters;
import io.cellkeeper.server.leader.Terms;

/** What the barrier reads of the log. */
record PortTerms(OrderingPort port) implements Terms {
    @Override
    public long currentTerm() {
        return port.currentTerm();
    }

    @Override
    public boolean leads(long term) {
        return port.leads(term);
    }

    @Override
    public long lastCommittedIndex() {
        return port.lastCommittedIndex();
    }

    @Override
    public Voters voters() {
        return port.voters();
    }

    @Override
    public String selfId() {
        return port.selfId();
    }
}
