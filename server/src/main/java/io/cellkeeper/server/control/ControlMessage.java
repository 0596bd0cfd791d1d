package io.cellkeeper.server.control;

import java.util.UUID;

/** The messages of control connections. */
sealed interface ControlMessage {
    /**
     * The first message, both ways.
     *
     * @param version the protocol's version
     * @param from the sender's number
     * @param to the number of the server it wants to speak to: a wrong address is noticed
     */
    record Hello(int version, int from, int to) implements ControlMessage {}

    /** Shows that the connection is alive; answered by the same while nothing else is sent. */
    record Ping() implements ControlMessage {}

    /** Asks for the Raft term. */
    record TermRequest(UUID cell, long round) implements ControlMessage {}

    /**
     * The answer.
     *
     * @param raftId the answering replica's Raft id
     * @param term its term, 0 for none
     */
    record TermReport(long round, String raftId, long term) implements ControlMessage {}

    /** How far the founding has come on the sender. */
    record Founding(FoundingReport report) implements ControlMessage {}

    /** Whom the sender knows as the leader of a term, empty for nobody. */
    record LeaderHint(long term, String leader) implements ControlMessage {}

    /** The sender has lost its leader, or has it again. */
    record LeaderLost(UUID cell, LeaderLoss loss) implements ControlMessage {}
}
