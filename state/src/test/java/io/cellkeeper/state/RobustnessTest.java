package io.cellkeeper.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.state.RandomScript.Action;
import io.cellkeeper.state.RandomScript.Step;
import io.cellkeeper.state.TestCell.Client;
import io.cellkeeper.state.batch.BatchHeader;
import io.cellkeeper.state.batch.BatchWriter;
import io.cellkeeper.state.batch.CommandKind;
import io.cellkeeper.state.session.SessionAudit;
import io.cellkeeper.state.tree.TreeAudit;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Rule 20.1: whatever bytes come in a well-formed batch, apply does not throw, and every replica does the same. */
class RobustnessTest {
    private static final long[] EXTREMES = {
        0, 1, 2, -1, Long.MAX_VALUE, Long.MIN_VALUE, Integer.MAX_VALUE, 1L << 40, (1L << 40) | 1, (1L << 40) | 2
    };

    private final List<byte[]> log = new ArrayList<>();
    private final Map<Long, Long> numbers = new HashMap<>();

    @Property(tries = 3000)
    void shouldApplyAnyCommandAlikeEverywhere(@ForAll long seed) {
        Random random = new Random(seed);
        log.clear();
        numbers.clear();
        BatchWriter writer = new BatchWriter();
        for (int i = 0; i < 2; i++) {
            writer.add(CommandKind.CREATE_SESSION, 0, 0, 0, 0, 0, Bodies.session(1, new byte[16], List.of()));
        }
        for (int i = 0; i < 60; i++) {
            if (random.nextInt(4) == 0) {
                writer.ack(any(random), any(random));
            }
            add(writer, random, seed);
            if (random.nextInt(3) == 0) {
                log.add(writer.finish(
                        new BatchHeader(random.nextInt(60) == 0 ? 9 : 1, any(random), any(random), random.nextInt())));
            }
        }
        CellState first = replay();
        CellState second = replay();
        assertEquals(first.digest(), second.digest());
        TreeAudit.verify(first.tree());
        SessionAudit.verify(first.sessions());
        readAnything(first, random);
        assertEquals(second.digest(), first.digest(), "reading changes nothing");
    }

    /** Plausible commands among the others, so that they meet a tree with something in it. */
    private void add(BatchWriter writer, Random random, long seed) {
        int kind = random.nextInt(12);
        if (kind < 6) {
            Step step = step(new RandomScript(random.nextLong() ^ seed, ""), random);
            int op = step.action() == Action.AUTH
                    ? random.nextInt(120)
                    : step.op().code();
            long session = (1L << 40) | (1 + random.nextInt(2));
            long number = random.nextInt(20) == 0 ? any(random) : numbers.merge(session, 1L, Long::sum);
            ByteRange body = random.nextInt(3) == 0 ? damaged(step.body(), random) : step.body();
            writer.add(CommandKind.CLIENT, session, 1, number, any(random), op, body);
        } else if (kind < 8) {
            writer.add(CommandKind.CREATE_SESSION, any(random), 0, 0, 0, 0, Bodies.session(1, new byte[16], List.of()));
        } else if (kind < 9) {
            writer.add(
                    CommandKind.ATTACH,
                    any(random),
                    random.nextInt(),
                    0,
                    0,
                    0,
                    Bodies.session(random.nextInt(), new byte[16], List.of()));
        } else {
            CommandKind[] kinds = CommandKind.values();
            writer.add(
                    kinds[random.nextInt(kinds.length)],
                    any(random),
                    (int) any(random),
                    any(random),
                    any(random),
                    random.nextInt(130) - 15,
                    bytes(random));
        }
    }

    /** Quotas among the other steps: what they say of themselves is data like any other. */
    private static Step step(RandomScript script, Random random) {
        if (random.nextInt(12) == 0) {
            List<Step> quota = script.quota("/" + "abc".charAt(random.nextInt(3)));
            return quota.get(random.nextInt(quota.size()));
        }
        return script.steps(1).get(0);
    }

    /** A body that can often still be decoded: with an extreme number, or another byte, somewhere in it. */
    private static ByteRange damaged(ByteRange body, Random random) {
        byte[] bytes = body.toArray();
        if (bytes.length >= Long.BYTES && random.nextInt(4) == 0) {
            ByteBuffer.wrap(bytes).putLong(random.nextInt(bytes.length - Long.BYTES + 1), any(random));
        } else if (bytes.length >= Integer.BYTES && random.nextBoolean()) {
            ByteBuffer.wrap(bytes).putInt(random.nextInt(bytes.length - Integer.BYTES + 1), anyInt(random));
        } else if (bytes.length > 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        return ByteRange.of(bytes);
    }

    private static int anyInt(Random random) {
        return random.nextInt(10) == 0 ? Integer.MIN_VALUE : (int) any(random);
    }

    /** Applies the log to a new state. Even batches of another term count. */
    private CellState replay() {
        CellState state = new CellState();
        for (int i = 0; i < log.size(); i++) {
            CellState.check(log.get(i));
            state.apply(1, i + 1, log.get(i), ApplySink.NONE);
        }
        return state;
    }

    private static void readAnything(CellState state, Random random) {
        List<Long> sessions = new ArrayList<>(List.of(0L));
        state.forEachSession(session -> sessions.add(session.id()));
        for (OpCode op : OpCode.values()) {
            for (long session : sessions) {
                assertNotNull(state.read(session, op, bytes(random)));
                assertNotNull(state.read(session, op, Bodies.watchable("/a")));
            }
        }
    }

    @Property(tries = 200)
    void shouldKeepUpDigestAndCountsOverRandomScripts(@ForAll long seed) {
        TestCell cell = new TestCell();
        Client[] clients = {cell.open(), cell.open(), cell.open()};
        for (Step step : new RandomScript(seed, "").steps(150)) {
            Client client = clients[step.client()];
            if (step.action() == Action.REQUEST && step.op().route() == OpCode.Route.COMMAND) {
                long before = cell.state.tree().digest();
                TestCell.Result result = cell.send(client, step.op(), step.body());
                boolean isMulti = step.op() == OpCode.MULTI && result.body().length() > 9;
                if (isMulti && result.read().readInt() == -1) {
                    assertEquals(before, cell.state.tree().digest(), "a failed multi changes nothing");
                }
            } else if (step.action() == Action.CLOSE) {
                cell.send(client, OpCode.CLOSE_SESSION, ByteRange.EMPTY);
                clients[step.client()] = cell.open();
            } else if (step.action() == Action.AUTH) {
                client.acked = client.number;
                cell.attach(client);
            }
        }
        TreeAudit.verify(cell.state.tree());
        SessionAudit.verify(cell.state.sessions());
        CellState twin = new CellState();
        for (int i = 0; i < cell.log.size(); i++) {
            twin.apply(1, i + 1, cell.log.get(i), ApplySink.NONE);
        }
        assertEquals(cell.state.digest(), twin.digest());
    }

    private static long any(Random random) {
        return random.nextInt(10) == 0 ? random.nextLong() : EXTREMES[random.nextInt(EXTREMES.length)];
    }

    private static ByteRange bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        if (random.nextBoolean()) {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = random.nextInt(4) == 0 ? bytes[i] : 0;
            }
        }
        return ByteRange.of(bytes);
    }
}
