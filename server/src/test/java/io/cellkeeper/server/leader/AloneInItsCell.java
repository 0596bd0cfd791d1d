package io.cellkeeper.server.leader;

import io.cellkeeper.consensus.Voters;
import java.util.Set;

/** What a leader core meets in a cell of one voter, where nobody else is asked and nothing is to go wrong. */
interface AloneInItsCell extends LeaderOut, Terms {
    @Override
    default void closeLink(int link, String reason) {
        throw new AssertionError(reason);
    }

    @Override
    default void passBy(long nanos) {}

    @Override
    default void askTerms(long round) {
        throw new AssertionError("nobody to ask");
    }

    @Override
    default void resign(String reason) {
        throw new AssertionError(reason);
    }

    @Override
    default Voters voters() {
        return new Voters(1, Set.of("1-1"), Set.of());
    }

    @Override
    default String selfId() {
        return "1-1";
    }
}
