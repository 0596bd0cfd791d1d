package io.cellkeeper.server.leader;

import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.proxy.link.LinkMessage;

/** What the leader core says. No method calls back into the core, or waits. */
public interface LeaderOut {
    /** Appends a message to a link's ordered stream. */
    void send(int link, LinkMessage.ToProxy message);

    /** Closes a link whose proxy does not keep to the protocol; {@link LeaderCore#linkDown} need not be called. */
    void closeLink(int link, String reason);

    /** Hands the log one batch. */
    void propose(Proposal proposal);

    /** Asks every other voter for its term now; answers come back as {@link LeaderCore#termReport}. */
    void askTerms(long round);

    /** Asks for an end of pass soon after this time, for the regular one may come much later. */
    void passBy(long nanos);

    /** Tells the operator. */
    default void warn(String message) {}

    /** Gives leadership up, to nobody in particular. */
    void resign(String reason);
}
