package io.cellkeeper.testkit.sim;

import io.cellkeeper.testkit.truth.Violation;
import org.jspecify.annotations.Nullable;

/**
 * One run: a cell of the real cores, its clients and what goes wrong, all from one seed and in one thread. The same seed
 * makes the same run.
 */
public final class Simulation {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final int MIN_OPERATIONS = 200;
    private static final int MIN_REIGNS = 2;

    private final long seed;
    private final Cell cell;

    private Simulation(long seed, boolean traced) {
        this.seed = seed;
        cell = new Cell(seed, traced);
    }

    /**
     * What a run was.
     *
     * @param events things that happened
     * @param undecided histories too hard to check
     */
    public record Result(long seed, int replicas, int clients, long events, int undecided, Coverage coverage) {}

    /**
     * Runs a seed.
     *
     * @throws SimulationFailure if an invariant does not hold, or a core fails
     */
    public static Result run(long seed) {
        return new Simulation(seed, false).run();
    }

    /**
     * Runs a seed again, to be read: a failure then comes with its trace.
     *
     * @throws SimulationFailure if an invariant does not hold, or a core fails
     */
    public static Result trace(long seed) {
        return new Simulation(seed, true).run();
    }

    private Result run() {
        try {
            cell.start();
            cell.faults().start();
            live();
            settle();
            die();
            cell.histories().check();
        } catch (RuntimeException | Error e) {
            throw new SimulationFailure(seed, e, cell.trace().text());
        }
        return new Result(
                seed,
                cell.size(),
                cell.clients().size(),
                cell.agenda().handled(),
                cell.histories().undecided(),
                cell.coverage());
    }

    /** Clients work, things go wrong. */
    private void live() {
        long end = 5 * SECOND;
        while (cell.agenda().now() < end || !hasShownEnough()) {
            if (cell.coverage().of(Coverage.Kind.REIGN) < MIN_REIGNS
                    && cell.agenda().now() > 2 * SECOND) {
                cell.faults().changeLeader();
            }
            if (cell.agenda().now() > 90 * SECOND) {
                throw new Violation(
                        "progress",
                        "in 90 s no " + MIN_OPERATIONS + " operations or no " + MIN_REIGNS + " reigns: "
                                + cell.coverage());
            }
            cell.agenda().runUntil(cell.agenda().now() + 500 * MS);
            cell.replicas().forEach(SimReplica::checkLinks);
        }
    }

    private boolean hasShownEnough() {
        return cell.coverage().of(Coverage.Kind.OPERATION) >= MIN_OPERATIONS
                && cell.coverage().of(Coverage.Kind.REIGN) >= MIN_REIGNS;
    }

    /** Everything works again: what is under way comes to its end. */
    private void settle() {
        cell.trace().say("end", () -> "everything works again");
        cell.beQuiet();
        cell.faults().end();
        long end = cell.agenda().now() + 15 * SECOND;
        // Pauses end within two seconds.
        cell.agenda().runUntil(cell.agenda().now() + 2 * SECOND);
        for (SimClient client = unserved(); client != null; client = unserved()) {
            if (cell.agenda().now() > end) {
                throw new Violation(
                        "progress",
                        client.name + " is not served long after all faults: "
                                + (client.isConnected() ? client.pendingCalls() + " unanswered" : "not connected"));
            }
            cell.agenda().runUntil(cell.agenda().now() + 200 * MS);
        }
    }

    private @Nullable SimClient unserved() {
        for (SimClient client : cell.clients()) {
            if (client.isUp() && (!client.isConnected() || client.pendingCalls() > 1)) {
                return client;
            }
        }
        return null;
    }

    /** All clients die: their sessions expire, and all replicas come to be the same. */
    private void die() {
        for (SimClient client : cell.clients()) {
            if (client.isUp()) {
                client.abandon(false);
            }
        }
        cell.agenda().runUntil(cell.agenda().now() + 5 * SECOND);
        if (!cell.truth().sessions().live().isEmpty()) {
            throw new Violation(
                    "outlasting lease",
                    cell.truth().sessions().live().size() + " sessions are left five seconds after their clients' end");
        }
        long index = cell.replica(0).state().appliedIndex();
        for (SimReplica replica : cell.replicas()) {
            if (replica.state().appliedIndex() != index) {
                throw new Violation(
                        "progress",
                        replica.name + " has applied " + replica.state().appliedIndex() + ", another " + index);
            }
        }
    }
}
