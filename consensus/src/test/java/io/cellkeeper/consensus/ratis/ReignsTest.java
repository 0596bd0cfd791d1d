package io.cellkeeper.consensus.ratis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.OrderingListener;
import io.cellkeeper.consensus.Proposal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReignsTest {
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final List<String> heard = new ArrayList<>();
    private final LoopQueue queue = new LoopQueue(tasks::add, cause -> {
        throw new AssertionError(cause);
    });
    private final Reigns reigns = new Reigns(queue, new Recorder());

    @Test
    void shouldLeadOnceTheLoopWasTold() {
        reigns.won(5);
        reigns.ready(5, 17);
        assertFalse(reigns.leadsIn(5));
        runLoop();
        assertTrue(reigns.leadsIn(5));
        assertFalse(reigns.leadsIn(4));
        assertEquals(List.of("leading 5 at 17"), heard);
    }

    @Test
    void shouldNotLeadFromTheMomentOfTheLoss() {
        reigns.ready(5, 17);
        runLoop();
        reigns.lost();
        assertFalse(reigns.leadsIn(5));
        assertEquals(List.of("leading 5 at 17"), heard);
        runLoop();
        assertEquals(List.of("leading 5 at 17", "not leading 5"), heard);
    }

    @Test
    void shouldNotStartDutiesForATermThatIsLost() {
        reigns.won(5);
        reigns.lost();
        reigns.ready(5, 17); // Ratis may tell it after the loss
        runLoop();
        assertFalse(reigns.leadsIn(5));
        assertEquals(List.of("not leading 5"), heard);
    }

    @Test
    void shouldTellALossOnce() {
        reigns.ready(5, 17);
        runLoop();
        reigns.lost();
        reigns.lost();
        reigns.endAll();
        runLoop();
        assertEquals(List.of("leading 5 at 17", "not leading 5"), heard);
    }

    @Test
    void shouldTellTheLossOfTheLastReignWhenTheLogEnds() {
        reigns.ready(5, 17);
        runLoop();
        reigns.endAll();
        assertFalse(reigns.leadsIn(5));
        reigns.ready(6, 18);
        runLoop();
        assertFalse(reigns.leadsIn(6));
        assertEquals(List.of("leading 5 at 17", "not leading 5"), heard);
    }

    @Test
    void shouldOwnAProposalUntilTheLoopHasHeardOfTheLoss() {
        Proposal proposal = new Proposal(5, new byte[0]);
        reigns.ready(5, 17);
        runLoop();
        assertSame(proposal, reigns.ownUnlessOver(proposal));
        reigns.lost();
        assertSame(proposal, reigns.ownUnlessOver(proposal), "queued before the loss");
        runLoop();
        assertNull(reigns.ownUnlessOver(proposal));
        assertNull(reigns.ownUnlessOver(null));
    }

    private void runLoop() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private final class Recorder implements OrderingListener {
        @Override
        public void applied(long term, long index, byte[] batch, @Nullable Proposal own) {}

        @Override
        public void leading(long term, long index) {
            heard.add("leading " + term + " at " + index);
        }

        @Override
        public void notLeading(long term) {
            heard.add("not leading " + term);
        }

        @Override
        public void leaderChanged(Optional<String> leaderId, long term) {}

        @Override
        public void notAppended(Proposal proposal, String reason) {}

        @Override
        public void failed(String reason, @Nullable Throwable cause) {}
    }
}
