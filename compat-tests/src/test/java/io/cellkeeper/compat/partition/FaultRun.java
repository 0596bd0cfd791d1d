package io.cellkeeper.compat.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.CellProcess;
import io.cellkeeper.compat.cell.Digests;
import io.cellkeeper.compat.wire.RawSession;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cell under clients on all its sides, and one fault after the other. Register clients stay with their replica, whatever
 * becomes of it, so that there are always some on both sides; what one side has been told is known to the whole test at once:
 * that is the way around the cell by which a stale answer would do harm.
 */
final class FaultRun implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FaultRun.class);

    private static final int READERS = 3;
    private static final int REGISTER_TIMEOUT_MS = 6_000;
    private static final int[] PING_TIMEOUTS_MS = {4_000, 12_000};
    private static final long INITIAL = 0;
    private static final Duration LIMIT = Duration.ofSeconds(90);

    /** A fault that lasts at least this long sees another leader, and the lock of whoever was cut off pass on. */
    private static final Duration LONG = Duration.ofSeconds(5);

    /** Every other fault meets a register that nobody has written for as long: what is cut then is idle. */
    private static final Duration REST = Duration.ofMillis(300);

    /** TCP alone would take longer after a cut of 30 s, so seldom does it send again what was lost. */
    private static final Duration REJOIN_LIMIT = Duration.ofSeconds(15);

    private final FaultyCell cell;
    private final History history = new History();
    private final Load load = new Load();
    private int rounds;

    FaultRun(FaultyCell cell) {
        this.cell = cell;
        Register.Connector connector = NodeRegister.connector(cell, REGISTER_TIMEOUT_MS, history);
        Await.until("the register is there", LIMIT, this::createRegister);
        for (int replica = 1; replica <= cell.size(); replica++) {
            start("writer-" + replica, replica, connector, true);
            for (int i = 1; i <= READERS; i++) {
                start("reader-" + replica + "-" + i, replica, connector, false);
            }
            for (int timeoutMs : PING_TIMEOUTS_MS) {
                String name = "idle-" + replica + "-" + timeoutMs;
                load.start(name, new PingClient(name, replica, timeoutMs, cell, history));
            }
            String name = "lock-" + replica;
            load.start(name, new LockClient(name, replica, cell, history, at -> false));
        }
    }

    private void start(String name, int replica, Register.Connector connector, boolean writes) {
        load.start(name, new RegisterClient(name, replica, writes, connector, history));
    }

    private boolean createRegister() throws IOException {
        try (TimedClient client = connect(1)) {
            NodeRegister.create(client, INITIAL);
            return true;
        }
    }

    private TimedClient connect(int replica) throws IOException {
        return TimedClient.connect(
                "judge", replica, cell.address(replica), RawSession.NEW, REGISTER_TIMEOUT_MS, history);
    }

    /** Cuts a replica off for a while. Then all are to answer again, and nothing they did may have been wrong. */
    void partition(boolean ofLeader, Cut how, Duration length) {
        awaitAnswers();
        int leader = cell.leader();
        int victim = ofLeader ? leader : leader % cell.size() + 1;
        String what = (ofLeader ? "leader " : "follower ") + victim + " cut off " + how;
        fault(what, victim, length, () -> cell.cut(victim, how), () -> {
            if (ofLeader && isLong(length)) {
                assertNotEquals(Optional.of("leader"), cell.replica(victim).mode(), "the former leader steps down");
            }
            long untilNanos = history.now();
            cell.heal();
            return untilNanos;
        });
        // What still reaches a leader that can't be heard proves that it leads until others have elected another.
        boolean hears = ofLeader && how == Cut.OUTGOING;
        OptionalLong sinceNanos = hears ? history.firstWriteElsewhere(victim, faultNanos) : OptionalLong.of(faultNanos);
        if (sinceNanos.isPresent()) {
            assertEquals(
                    List.of(),
                    PromiseChecker.violations(
                            history.packets(), victim, sinceNanos.getAsLong(), healNanos, FaultyCell.GRACE_MS));
        }
    }

    /** Stops the leader's process for a while: it doesn't know what it has missed. */
    void freezeLeader(Duration length) {
        awaitAnswers();
        CellProcess leader = cell.replica(cell.leader());
        fault("leader " + leader.id() + " stopped", leader.id(), length, leader::freeze, () -> {
            long untilNanos = history.now();
            leader.thaw();
            return untilNanos;
        });
    }

    /** Kills the leader's process with -9 and starts it again after a while. */
    void killLeader(Duration length) {
        awaitAnswers();
        CellProcess leader = cell.replica(cell.leader());
        fault("leader " + leader.id() + " killed", leader.id(), length, leader::kill, () -> {
            long untilNanos = history.now();
            leader.start();
            return untilNanos;
        });
    }

    private long faultNanos;
    private long healNanos;

    /** What ends a fault; returns when it began to. */
    private interface Heal {
        long end();
    }

    private void fault(String what, int victim, Duration length, Runnable begin, Heal heal) {
        rounds++;
        AtomicBoolean keeping = new AtomicBoolean(true);
        try (Load own = new Load()) {
            hold(victim, keeping, own);
            if (rounds % 2 == 0) {
                Await.until(
                        "the log is at rest",
                        LIMIT,
                        () -> history.lastWriteBeforeARest(REST).isPresent());
            }
            begin.run();
            faultNanos = history.now();
            Await.pass(length);
            healNanos = heal.end();
            keeping.set(false);
            awaitAnswers();
            long answeredNanos = history.now();
            LOG.info(
                    "round {}, {} for {} s: {}; all answer {} ms after its end",
                    rounds,
                    what,
                    length.toSeconds(),
                    figures(victim),
                    TimeUnit.NANOSECONDS.toMillis(answeredNanos - healNanos));
            if (isLong(length)) {
                assertTrue(during(victim, true, true) > 0, "no write was answered on the other side");
                assertTrue(grantsElsewhere(victim) > 0, "the lock was not granted on the other side");
            }
            own.check();
        }
        load.check();
        assertEquals(List.of(), violations());
    }

    /** A client holds the lock through the victim, for as long as it can. */
    private void hold(int victim, AtomicBoolean keeping, Load own) {
        String name = "keeper-" + rounds;
        LockClient keeper = new LockClient(name, victim, cell, history, at -> keeping.get() && at == victim);
        own.start(name, keeper);
        Await.until("the lock is held at replica " + victim, LIMIT, () -> keeper.replica() == victim && keeper.holds());
    }

    /** Every replica answers a new client, from the newest state. */
    private void awaitAnswers() {
        for (int replica = 1; replica <= cell.size(); replica++) {
            int asked = replica;
            Await.until("replica " + asked + " answers", LIMIT, () -> {
                try (TimedClient client = connect(asked)) {
                    new NodeRegister(client).read();
                    return true;
                }
            });
        }
    }

    private static boolean isLong(Duration length) {
        return length.compareTo(LONG) >= 0;
    }

    private String figures(int victim) {
        return during(victim, false, false) + " reads answered there, " + during(victim, false, true)
                + " reads and " + during(victim, true, true) + " writes elsewhere, " + grantsElsewhere(victim)
                + " grants of the lock elsewhere";
    }

    /** Operations that began during the last fault and were answered, by the victim or by the others. */
    private long during(int victim, boolean writes, boolean elsewhere) {
        return history.operations().stream()
                .filter(each -> each.write() == writes && each.isAnswered() && (each.replica() != victim) == elsewhere)
                .filter(each -> each.invokedNanos() >= faultNanos && each.invokedNanos() < healNanos)
                .count();
    }

    private long grantsElsewhere(int victim) {
        return history.holdings().stream()
                .filter(each -> each.replica() != victim)
                .filter(each -> each.fromNanos() >= faultNanos && each.fromNanos() < healNanos)
                .count();
    }

    private List<String> violations() {
        List<String> violations = new ArrayList<>(history.violations());
        violations.addAll(RegisterChecker.violations(history.operations(), INITIAL));
        violations.addAll(LockChecker.violations(history.holdings()));
        return violations;
    }

    /** Ends all clients and judges everything once more, and that the replicas agree. */
    void finish() {
        load.stop();
        load.check();
        assertEquals(List.of(), violations());
        long stoppedNanos = history.now();
        Digests.assertSame(cell.cell(), REJOIN_LIMIT);
        LOG.info("all replicas are alike after {} ms", TimeUnit.NANOSECONDS.toMillis(history.now() - stoppedNanos));
        LOG.info(
                "{} operations, {} holdings of the lock",
                history.operations().size(),
                history.holdings().size());
    }

    @Override
    public void close() {
        load.close();
    }
}
