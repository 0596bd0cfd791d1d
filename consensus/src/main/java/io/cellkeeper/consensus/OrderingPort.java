package io.cellkeeper.consensus;

/**
 * The replicated log as the cell loop sees it. {@link #propose}, {@link #resign} and {@link #transferLeadership} return
 * at once, whatever the log is doing; the reading methods are cheap and may be called from any thread.
 */
public interface OrderingPort extends AutoCloseable {
    /**
     * Hands the log one batch. The caller proposes no other before it has heard of this one: {@link
     * OrderingListener#applied} with this proposal, {@link OrderingListener#notAppended}, or {@link
     * OrderingListener#notLeading} (then its outcome is unknown and stays so).
     */
    void propose(Proposal proposal);

    /** The current Raft term, or 0 while this replica's part in the group is not running: 0 is no report (decision 17). */
    long currentTerm();

    /** Whether this replica leads in this term and is ready: its own no-op is applied. Reads the term twice. */
    boolean leads(long term);

    /** The newest log index known to be committed. */
    long lastCommittedIndex();

    /** The voters of the configuration in force. */
    Voters voters();

    /** This replica's Raft id. */
    String selfId();

    /** Gives leadership up, rather to another replica than to chance, on the control thread. */
    void resign(String reason);

    /**
     * Gives leadership to some other replica before a clean stop; waits up to the timeout. Not from the cell loop.
     *
     * @return whether this replica led and another leads now
     */
    boolean transferLeadership(long timeoutMs);

    /** Closes the log. Waits; not from the cell loop, which must go on draining. */
    @Override
    void close();
}
