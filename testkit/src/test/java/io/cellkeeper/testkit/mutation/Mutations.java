package io.cellkeeper.testkit.mutation;

import java.util.List;

/** Every rule whose absence the simulation must notice, and how it is taken away. */
final class Mutations {
    private static final String APPLIER = "state.CommandApplier";
    private static final String LEASES = "server.leader.Leases";
    private static final String READS = "server.leader.Reads";
    private static final String KEEP_ALIVES = "server.leader.KeepAlives";
    private static final String BARRIER = "server.leader.Barrier";
    private static final String FORMER = "server.leader.BatchFormer";
    private static final String RESUMPTIONS = "server.leader.Resumptions";
    private static final String OPENINGS = "server.leader.Openings";
    private static final String APPLYING = "server.leader.Applying";

    private Mutations() {}

    static List<Mutation> all() {
        return List.of(
                // Leases and touches.
                new Mutation("I8: no full lease at the take-over")
                        .advised(LEASES, "takeOver", Advices.GivesNoLease.class),
                new Mutation("I8: the lease clock runs through pauses")
                        .returningArgument("server.leader.LeaseClock", "boundedStep", 0),
                new Mutation("touches without a check of the generation").returning(LEASES, "mayTouch", true),
                new Mutation("touches made by the proxy itself")
                        .advised("proxy.ProxyCore", "sweep", Advices.TouchesByItself.class),
                new Mutation("a request sent again touches anew").returning("proxy.RequestSender", "touchAgeMs", 0),
                new Mutation("output is sent on an old touch")
                        .returning("proxy.PromiseRule", "mayPromise", true)
                        .returning("proxy.PromiseRule", "mustClose", false),
                new Mutation("an expire command that ends newer generations too")
                        .returning(APPLIER, "hasAttachedSince", false),
                new Mutation("touches are acknowledged while their session is being expired")
                        .returning(KEEP_ALIVES, "expiresAreSettled", true),
                new Mutation("reads are answered while their session is being expired")
                        .returning(READS, "mayAnswer", true),
                new Mutation("an attach starts the lease when its answer comes")
                        .advised("proxy.ProxyCore", "sessionOpened", Advices.NotesTheAnswersTime.class)
                        .advised("proxy.Handshake", "leaseDate", Advices.DatesByTheAnswer.class),
                new Mutation("an answer to a KeepAlive dates what was applied before it")
                        .returning("proxy.KeepAlives", "precedes", true),
                // Commands, once each and in order.
                new Mutation("commands without a check of the generation")
                        .returning(APPLIER, "isFromOldConnection", false),
                new Mutation("the last number is not kept")
                        .returning(APPLIER, "isRepeated", false)
                        .returning(APPLIER, "isAfterGap", false),
                new Mutation("results are not kept").returningNull("state.session.Session", "result"),
                new Mutation("numbers begin anew with an attach")
                        .returning("state.session.Sessions", "numberAfterAttach", 0L),
                new Mutation("a gap accepted after a refused proposal")
                        .returning(APPLIER, "isAfterGap", false)
                        .advised(FORMER, "notAppended", Advices.ForgetsWhatWasRefused.class),
                new Mutation("results are acknowledged before they came")
                        .advised("proxy.SessionNumbers", "ackWithoutGap", Advices.AcknowledgesAllThatWasSent.class),
                new Mutation("a batch of unknown outcome is taken for one not appended")
                        .returning("testkit.sim.SimOrdering", "isKnownNotAppended", true),
                new Mutation("a refused batch is proposed again in another term")
                        .returning(FORMER, "mayProposeAgain", true),
                new Mutation("I16: batches of another reign are applied")
                        .returning("state.CellState", "isOfTerm", true),
                // Proof of leadership.
                new Mutation("no barrier on reads").returning(READS, "isProven", true),
                new Mutation("no barrier on touches").returning(KEEP_ALIVES, "isProven", true),
                new Mutation("a read rides in a batch already in flight")
                        .advised(BARRIER, "batchCommitted", Advices.ProvesAllThatHasArrived.class),
                new Mutation("a round proves what arrives after it began")
                        .advised(BARRIER, "completeRound", Advices.CoversAllUntilItsEnd.class),
                new Mutation("a term report of any term counts").returning(BARRIER, "isReport", true),
                // Who lets another win and takes part in what that one commits knows of a commit in its term; a proof
                // that waits
                // until that is applied waits until the end of its own reign. So both are taken away.
                new Mutation("the leader's own term is not read again")
                        .returning(BARRIER, "stillLeads", true)
                        .advised("server.leader.Proofs", "add", Advices.WaitsForNoIndex.class),
                // Order.
                new Mutation("reads before their session's preceding command").returning(READS, "isAtItsPlace", true),
                new Mutation("reads after their session's next command").returning(READS, "placeHasPassed", false),
                new Mutation("local answers out of the queue's turn")
                        .advised("proxy.RequestQueue", "pollLocalAtHead", Advices.AnswersOutOfTurn.class),
                new Mutation("an event after the reply that shows its change")
                        .advised(APPLYING, "change", Advices.KeepsChange.class)
                        .advised(APPLYING, "sayEnded", Advices.TellsKeptChanges.class),
                new Mutation("a reply's zxid is that of an event before the command's last")
                        .advised("proxy.StreamPosition", "changeHandled", Advices.ReachesTooFar.class),
                // Openings.
                new Mutation("a client from the future gets a session")
                        .returning(OPENINGS, "hasSeenNothingNewer", true),
                new Mutation("a wrong password costs a command").returning(OPENINGS, "isEntitled", true),
                // Interests and the replay.
                new Mutation("ring replay left out").doingNothing(RESUMPTIONS, "tellMissed"),
                new Mutation("a replay tells what was told before").returning("proxy.HandledChanges", "isNew", true),
                new Mutation("any drop ends an interest")
                        .returning("server.leader.Interests", "namesNewest", true)
                        .returning("proxy.InterestTable", "isAnswered", true),
                new Mutation("what comes on a link that was given up counts")
                        .returning("server.leader.SessionSlot", "isHeldElsewhere", false),
                new Mutation("a link that was given up takes its sessions back")
                        .returning(RESUMPTIONS, "hasGoneOnSince", false));
    }
}
