package io.cellkeeper.state;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.state.batch.Command;

/**
 * Hears what applying a batch does, in order: for each command {@link #beforeCommand}, its {@link #change}s and
 * {@link #sessionEnded}, then {@link #result}. Called on the thread that applies; between two calls the state can be
 * read and shows exactly what has been said so far of whole commands.
 */
public interface ApplySink {
    /** Hears nothing: for a replica that does not lead. */
    ApplySink NONE = new ApplySink() {};

    /** The next command of the batch is about to be applied: earlier reads of its session take their place now (I15). */
    default void beforeCommand(int position, Command command) {}

    /** A node was created, changed or deleted. All of one command have the same zxid, in the order of its operations. */
    default void change(Change change) {}

    /**
     * A session is over; its ephemerals' {@link #change}s came before.
     *
     * @param expired false if its client closed it
     */
    default void sessionEnded(long session, int generation, boolean expired) {}

    /** The command being applied has to do with a quota; said before its result. */
    default void quota(QuotaNotice notice) {}

    /**
     * A command is applied.
     *
     * @param position its place in the batch
     * @param command the command; its body is valid for this call
     * @param zxid the command's zxid; for a repeated command the one it had the first time
     * @param outcome whether it was applied, repeated, or refused before its operation was looked at
     * @param error the operation's error, OK unless the outcome is applied or repeated
     * @param body the reply record without its header, empty if there is none; for a failed multi the results (rule
     *     8.12.6) with error OK. For session creates and attaches {@link SessionOpened#write}'s bytes
     */
    default void result(int position, Command command, long zxid, Outcome outcome, ErrorCode error, ByteRange body) {}
}
