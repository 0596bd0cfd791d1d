package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.state.batch.Command;
import io.cellkeeper.state.batch.CommandKind;
import io.cellkeeper.state.batch.RemovalBody;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules 12.3 to 12.5, the leader's part. */
class RemovalsTest {
    private static final int INTERVAL_MS = 10_000;

    private final FakeCell cell = new FakeCell();

    private Reign reign(int maxPerMinute) {
        LeaderConfig.Removal removal = new LeaderConfig.Removal(INTERVAL_MS, maxPerMinute, 77);
        return new Reign(cell, new LeaderConfig(Reign.GRACE_MS, 2000, 20_000, 0, 0, null, removal)).alone();
    }

    @Test
    void shouldProposeWhatIsDueAtEachInterval() {
        cell.managed.addAll(Arrays.asList("/a", null, "/b"));
        Reign reign = reign(60_000);
        reign.runFor(INTERVAL_MS - 100);
        assertEquals(List.of(), reign.proposals);
        reign.runFor(200);
        reign.settle();
        assertEquals(List.of("/a", "/b"), removed(reign));
        assertEquals(Collections.singletonList(null), cell.managed);
        cell.managed.add("/c");
        reign.runFor(INTERVAL_MS - 1000);
        assertEquals(List.of("/a", "/b"), removed(reign), "not before the next check");
        reign.runFor(1000);
        reign.settle();
        assertEquals(List.of("/a", "/b", "/c"), removed(reign));
    }

    @Test
    void shouldNotLookAgainBeforeWhatItProposedHasAnOutcome() {
        cell.managed.add("/a");
        Reign reign = reign(60_000);
        reign.runFor(INTERVAL_MS + 100);
        Proposal first = reign.lastProposal();
        reign.runFor(3 * INTERVAL_MS);
        assertEquals(1, reign.proposals.size());
        reign.apply(first);
        cell.managed.add("/a");
        reign.runFor(100);
        assertEquals(2, reign.proposals.size());
    }

    @Test
    void shouldRemoveNoMoreThanAllowedInAMinuteAndSpreadThat() {
        for (int i = 0; i < 400; i++) {
            cell.managed.add("/n" + i);
        }
        Reign reign = reign(120);
        reign.runFor(INTERVAL_MS);
        for (int second = 1; second <= 60; second++) {
            int before = removed(reign).size();
            for (int i = 0; i < 20; i++) {
                reign.runFor(50);
                reign.settle();
            }
            int inSecond = removed(reign).size() - before;
            assertTrue(inSecond >= 1 && inSecond <= 3, "second " + second + ": " + inSecond);
        }
        assertTrue(
                Math.abs(removed(reign).size() - 120) <= 2, "" + removed(reign).size());
    }

    @Test
    void shouldNotMakeUpForAPause() {
        for (int i = 0; i < 400; i++) {
            cell.managed.add("/n" + i);
        }
        Reign reign = reign(1200);
        reign.runFor(INTERVAL_MS + 50);
        reign.settle();
        int before = removed(reign).size();
        reign.pauseFor(5000);
        reign.settle();
        assertTrue(removed(reign).size() - before <= 3, "" + removed(reign));
    }

    @Test
    void shouldGoOnInTheNextReign() {
        cell.managed.add("/a");
        Reign first = reign(60_000);
        first.runFor(INTERVAL_MS + 100);
        assertEquals(List.of("/a"), removed(first));
        Reign next = reign(60_000);
        next.runFor(INTERVAL_MS + 100);
        assertEquals(List.of("/a"), removed(next));
    }

    /** The paths that a reign has proposed to remove, in the order of their names. */
    private static List<String> removed(Reign reign) {
        List<String> paths = new ArrayList<>();
        for (Proposal proposal : reign.proposals) {
            for (Command command : Reign.commands(proposal)) {
                if (command.kind() == CommandKind.REMOVE) {
                    RemovalBody body = RemovalBody.read(new WireReader(command.body()));
                    assertEquals(77, body.maxNeverUsedMs());
                    paths.add(body.path());
                }
            }
        }
        paths.sort(null);
        return paths;
    }
}
