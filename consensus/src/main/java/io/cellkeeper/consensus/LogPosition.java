package io.cellkeeper.consensus;

/**
 * A place in the log. Of two logs, the one whose newest entry is the greater is the better: only it can win an election
 * against the other (Raft §5.4.1).
 *
 * @param term the entry's term
 * @param index the entry's index
 */
public record LogPosition(long term, long index) implements Comparable<LogPosition> {
    @Override
    public int compareTo(LogPosition other) {
        return term != other.term ? Long.compare(term, other.term) : Long.compare(index, other.index);
    }
}
