package io.cellkeeper.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.state.RandomScript.Step;
import io.cellkeeper.state.session.SessionAudit;
import io.cellkeeper.state.tree.TreeAudit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * The same random scripts, replayed against Apache ZooKeeper and against the state: the replies must be the same after
 * zxids are replaced by the steps they belong to, session ids by clients, and times are left out.
 *
 * <p>Left out of the scripts, because the state deviates on purpose:
 *
 * <ul>
 *   <li>createTTL without a flag for it and with a negative time to live: refused here (rule 8.1.3)
 *   <li>in a multi, a create with a null ACL, an unknown flag, or a flag and a time to live that don't fit: its own
 *       error here, as outside (rules 8.1.1 to 8.1.3); ZooKeeper answers the whole with −5, or makes a plain node
 *   <li>in a multi, a createContainer with the flag of ephemerals: a container here (rule 8.1.4); ZooKeeper refuses it
 *       children for the rest of that multi
 *   <li>multis under a quota: judged by the running usage here (rule 13.7)
 *   <li>null paths: malformed here (rule 6.2)
 *   <li>versions that wrap (rule 5.9, as in ZooKeeper 3.10), sequence counters at their end (rule 8.1.12)
 * </ul>
 *
 * <p>Not compared: the order of the entries that {@code auth} expands to, and how sync echoes what lies beyond the basic
 * plane (rule 1.11).
 */
class DifferentialTest {
    private static final int SEQUENCES = 1_000;
    private static final int STEPS = 40;
    /** Every so many scripts happen under a quota, whose usage is read after each step. */
    private static final int QUOTA_EVERY = 4;

    private static final int WORKERS = 8;

    @Test
    void shouldReplyAsZooKeeperDoes() throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
        try (StockServer server = new StockServer()) {
            List<Future<List<List<String>>>> replies = new ArrayList<>();
            for (int worker = 0; worker < WORKERS; worker++) {
                int first = worker;
                replies.add(workers.submit(() -> playToZooKeeper(server, first)));
            }
            CellSubject ours = new CellSubject();
            int successes = 0;
            for (int seed = 0; seed < SEQUENCES; seed++) {
                List<String> theirs = replies.get(seed % WORKERS).get().get(seed / WORKERS);
                successes += compare(seed, ours, theirs);
            }
            assertTrue(successes > SEQUENCES * STEPS / 3, successes + " steps succeeded: too few to tell");
            TreeAudit.verify(ours.cell.state.tree());
            SessionAudit.verify(ours.cell.state.sessions());
        } finally {
            workers.shutdownNow();
        }
    }

    /** Plays every so many scripts: each happens under a node of its own, so that others don't matter. */
    private static List<List<String>> playToZooKeeper(StockServer server, int first) throws Exception {
        StockSubject subject = new StockSubject(server.port());
        List<List<String>> replies = new ArrayList<>();
        for (int seed = first; seed < SEQUENCES; seed += WORKERS) {
            replies.add(subject.play(steps(seed), prefix(seed)));
        }
        return replies;
    }

    /** Fails at the first difference, with the whole script up to there; returns how many steps succeeded. */
    private static int compare(int seed, CellSubject subject, List<String> theirs) throws Exception {
        List<Step> steps = steps(seed);
        List<String> ours = subject.play(steps, prefix(seed));
        StringBuilder told = new StringBuilder("seed " + seed + ":");
        int successes = 0;
        for (int i = 0; i < steps.size(); i++) {
            told.append('\n').append(steps.get(i)).append("\n    -> ").append(theirs.get(i));
            assertEquals(theirs.get(i), ours.get(i), told::toString);
            successes += theirs.get(i).startsWith("error") ? 0 : 1;
        }
        return successes;
    }

    private static List<Step> steps(int seed) {
        RandomScript script = new RandomScript(seed, prefix(seed));
        if (seed % QUOTA_EVERY != 0) {
            return script.steps(STEPS);
        }
        List<Step> steps = new ArrayList<>(script.quota(prefix(seed)));
        for (Step step : script.steps(STEPS)) {
            if (step.op() != OpCode.MULTI) {
                steps.add(step);
                steps.add(script.usage(prefix(seed)));
            }
        }
        return steps;
    }

    private static String prefix(int seed) {
        return "/s" + seed;
    }
}
