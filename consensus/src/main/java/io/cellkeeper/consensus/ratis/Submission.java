package io.cellkeeper.consensus.ratis;

import io.cellkeeper.consensus.Proposal;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.exceptions.StateMachineException;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * A proposal while Ratis has it: the request's message on the way in, the transaction's context from then on. Its bytes
 * are shared with Ratis' log cache and never copied. The proposer's thread passes the fence; the one that fails Ratis'
 * future reads whether it was passed.
 */
final class Submission implements Message {
    private final Proposal proposal;
    private final ByteString content;
    private volatile boolean fencePassed;

    Submission(Proposal proposal) {
        this.proposal = proposal;
        this.content = UnsafeByteOperations.unsafeWrap(proposal.bytes());
    }

    Proposal proposal() {
        return proposal;
    }

    @Override
    public ByteString getContent() {
        return content;
    }

    /**
     * Called with the lock held, right before the entry is made: the term can't change in between.
     *
     * @throws StateMachineException if the batch was formed in another term; Ratis then refuses it and goes on leading
     */
    void passFence(long currentTerm) throws StateMachineException {
        if (!mayAppendIn(currentTerm)) {
            throw new StateMachineException(proposal + " refused in term " + currentTerm, false);
        }
        fencePassed = true;
    }

    /** The first wall of I16†: a process that lost and won again must not append what it formed before. */
    private boolean mayAppendIn(long currentTerm) {
        return proposal.term() == currentTerm;
    }

    /**
     * Decision 21†, once the submitting call has returned and its future has failed: if the fence was never passed the
     * batch is in no log and never will be. Once passed it may be committed yet, whatever the failure says.
     */
    boolean knownNotAppended() {
        return !fencePassed;
    }
}
