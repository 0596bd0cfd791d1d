package io.cellkeeper.server.replica;

import io.cellkeeper.consensus.OrderingPort;
import io.cellkeeper.server.control.ControlListener;

/** This replica's term, for leaders that ask. */
record OwnTerm(OrderingPort log) implements ControlListener.TermSource {
    @Override
    public String raftId() {
        return log.selfId();
    }

    @Override
    public long term() {
        return log.currentTerm();
    }
}
