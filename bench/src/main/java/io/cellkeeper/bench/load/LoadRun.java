package io.cellkeeper.bench.load;

import io.cellkeeper.bench.load.LoadSession.State;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Runs a plan on the calling thread: connects, warms up, measures, drains and closes. Good for one run. */
public final class LoadRun {
    private enum Phase {
        OPENING,
        WARMING_UP,
        MEASURING,
        DRAINING,
        CLOSING,
        OVER
    }

    private static final long CHECK_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final LoadPlan plan;
    private final Measurement measurement;
    private final List<LoadConnection> connections = new ArrayList<>();
    private final String parent;

    private Phase phase = Phase.OPENING;
    private long phaseEndNanos;
    private long nextCheckNanos;

    public LoadRun(LoadPlan plan) {
        this.plan = plan;
        this.measurement = new Measurement(plan.serverPids());
        byte[] name = new byte[8];
        new SecureRandom().nextBytes(name);
        this.parent = "/bench-" + HexFormat.of().formatHex(name);
    }

    /**
     * Runs to the end. After a failure the parent node stays behind, with nodes that end with their sessions.
     *
     * @throws LoadException if any answer was wrong, late or missing
     */
    public LoadReport run() throws IOException {
        try (PlainSession session = plainSession()) {
            session.create(parent);
        }
        try (Selector selector = Selector.open()) {
            open(selector);
            Consumer<SelectionKey> onReady = key -> ((LoadConnection) key.attachment()).onReady();
            nextCheckNanos = System.nanoTime();
            while (phase != Phase.OVER) {
                selector.select(onReady, waitMs(System.nanoTime()));
                long now = System.nanoTime();
                checkConnections(now);
                advance(now);
            }
        } finally {
            connections.forEach(LoadConnection::discard);
        }
        try (PlainSession session = plainSession()) {
            session.delete(parent);
        }
        return measurement.report(plan);
    }

    private PlainSession plainSession() throws IOException {
        return new PlainSession(plan.servers().get(0), plan.sessionTimeoutMs(), (int)
                Math.min(Integer.MAX_VALUE, plan.patience().toMillis() + 1));
    }

    private void open(Selector selector) throws IOException {
        for (int i = 0; i < plan.connections(); i++) {
            connections.add(new LoadConnection(
                    plan.servers().get(i % plan.servers().size()),
                    plan.operation().workload(parent, i, plan),
                    plan,
                    measurement,
                    selector));
        }
    }

    /** Until the phase ends or the connections want looking after, and at least a millisecond, as 0 would be for ever. */
    private long waitMs(long now) {
        long nanos = nextCheckNanos - now;
        if (phase == Phase.WARMING_UP || phase == Phase.MEASURING) {
            nanos = Math.min(nanos, phaseEndNanos - now);
        }
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos));
    }

    private void checkConnections(long now) throws IOException {
        if (now - nextCheckNanos < 0) {
            return;
        }
        nextCheckNanos = now + CHECK_INTERVAL_NANOS;
        for (LoadConnection connection : connections) {
            connection.check(now, plan.patience().toNanos());
        }
    }

    private void advance(long now) throws IOException {
        switch (phase) {
            case OPENING -> {
                if (allAre(State.READY)) {
                    for (LoadConnection connection : connections) {
                        connection.session().start(now);
                        connection.flush();
                    }
                    phase = Phase.WARMING_UP;
                    phaseEndNanos = now + plan.warmup().toNanos();
                }
            }
            case WARMING_UP -> {
                if (now - phaseEndNanos >= 0) {
                    measurement.begin(now);
                    phase = Phase.MEASURING;
                    phaseEndNanos = now + plan.measured().toNanos();
                }
            }
            case MEASURING -> {
                if (now - phaseEndNanos >= 0) {
                    measurement.end(now);
                    connections.forEach(connection -> connection.session().drain());
                    phase = Phase.DRAINING;
                }
            }
            case DRAINING -> {
                if (allAre(State.DRAINED)) {
                    for (LoadConnection connection : connections) {
                        connection.session().close(now);
                        connection.flush();
                    }
                    phase = Phase.CLOSING;
                }
            }
            case CLOSING -> {
                if (allAre(State.CLOSED)) {
                    phase = Phase.OVER;
                }
            }
            case OVER -> {}
        }
    }

    private boolean allAre(State state) {
        for (LoadConnection connection : connections) {
            if (connection.session().state() != state) {
                return false;
            }
        }
        return true;
    }
}
