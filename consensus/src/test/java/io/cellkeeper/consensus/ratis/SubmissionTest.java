package io.cellkeeper.consensus.ratis;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.Proposal;
import org.apache.ratis.protocol.exceptions.StateMachineException;
import org.junit.jupiter.api.Test;

class SubmissionTest {
    private final Submission submission = new Submission(new Proposal(5, new byte[] {1, 2, 3}));

    @Test
    void shouldBeKnownNotAppendedUntilItPassesTheFence() throws StateMachineException {
        assertTrue(submission.knownNotAppended());
        submission.passFence(5);
        assertFalse(submission.knownNotAppended());
    }

    @Test
    void shouldNotPassTheFenceInAnotherTermNorMakeTheLeaderStepDown() {
        for (long term : new long[] {0, 4, 6}) {
            StateMachineException e = assertThrows(StateMachineException.class, () -> submission.passFence(term));
            assertFalse(e.leaderShouldStepDown());
            assertTrue(submission.knownNotAppended());
        }
    }
}
