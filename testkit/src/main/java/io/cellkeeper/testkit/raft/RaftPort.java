package io.cellkeeper.testkit.raft;

import java.util.function.Consumer;

/** What a replica of the log needs of the world around it. */
public interface RaftPort {
    /** Sends another replica a message: late, twice, or never. */
    void send(int to, Consumer<RaftNode> message);

    /** Nanoseconds on this replica's clock. */
    long now();

    /** A time from the least to the most, by chance. */
    long chance(long least, long most);

    /** This replica has won a term; it is not ready yet. */
    void won(long term);

    /** This replica no longer leads in the term it won last. */
    void lost(long term);

    /** This replica knows a leader of its term. */
    void leaderIs(int leader);

    /** More entries are known to be committed here. */
    void committed();
}
