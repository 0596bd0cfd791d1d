package io.cellkeeper.consensus;

import java.util.Set;

/**
 * The voters of the configuration in force; two are the same configuration only if they are equal.
 *
 * @param index the log index of the configuration
 * @param current Raft ids ({@code <myid>-<incarnation>}) of the voters
 * @param previous those of the configuration being left, during a joint one; else empty
 */
public record Voters(long index, Set<String> current, Set<String> previous) {
    public Voters {
        current = Set.copyOf(current);
        previous = Set.copyOf(previous);
    }

    /** Whether these ids are a majority of the current voters and, if there are any, of the previous. */
    public boolean hasMajority(Set<String> ids) {
        return majority(current, ids) && (previous.isEmpty() || majority(previous, ids));
    }

    private static boolean majority(Set<String> voters, Set<String> ids) {
        int count = 0;
        for (String voter : voters) {
            if (ids.contains(voter)) {
                count++;
            }
        }
        return count > voters.size() / 2;
    }
}
