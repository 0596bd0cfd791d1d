package io.cellkeeper.state;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.CreateMode;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.state.batch.BatchHeader;
import io.cellkeeper.state.batch.BatchWriter;
import io.cellkeeper.state.batch.Command;
import io.cellkeeper.state.batch.CommandKind;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * What a node costs, and how fast creates and deletes are applied: measured, not tested. Arguments: the number of nodes
 * (1 000 000). The figure is the difference of the used heap after full collections, by the number of nodes, of 20
 * bytes of data each, under one parent; ZooKeeper's is 357 bytes, measured in the same way.
 */
public final class NodeMemory {
    private static final int BATCH = 1_000;
    private static final String DATA = "12345678901234567890";

    private final CellState state = new CellState();
    private final BatchWriter writer = new BatchWriter();
    private long number;
    private long index;
    private long session;
    private long applyNanos;

    private NodeMemory() {}

    /** Measures and prints. */
    public static void main(String[] arguments) {
        int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        for (CreateMode mode : new CreateMode[] {CreateMode.PERSISTENT, CreateMode.EPHEMERAL}) {
            new NodeMemory().measure(count, mode);
        }
        new NodeMemory().measureChurn(count);
    }

    private void measure(int count, CreateMode mode) {
        open();
        create("/parent", CreateMode.PERSISTENT);
        flush();
        long before = usedAfterCollection();
        long slowest = 0;
        for (int i = 0; i < count; i++) {
            create(path(i), mode);
            if (writer.count() == BATCH) {
                slowest = Math.max(slowest, flush());
            }
        }
        flush();
        long used = usedAfterCollection() - before;
        System.out.printf(
                "%s: %d nodes, %.1f bytes each, of which recent changes %.1f; %.2f us a create, slowest batch of %d %.1f ms%n",
                mode,
                state.nodeCount(),
                (double) used / count,
                (double) recentChanges() / count,
                applyNanos / 1e3 / count,
                BATCH,
                slowest / 1e6);
    }

    /** Creates and deletes one node after the other, as locks do. */
    private void measureChurn(int count) {
        open();
        create("/parent", CreateMode.PERSISTENT);
        flush();
        for (int round = 0; round < 3; round++) {
            applyNanos = 0;
            for (int i = 0; i < count; i += 2) {
                create(path(i), CreateMode.EPHEMERAL);
                command(OpCode.DELETE, Bodies.delete(path(i), -1));
                if (writer.count() >= BATCH) {
                    flush();
                }
            }
            flush();
            System.out.printf("create and delete: %.2f us a command%n", applyNanos / 1e3 / count);
        }
    }

    private long recentChanges() {
        long[] characters = new long[1];
        state.recentChanges()
                .forEachAfter(0, change -> characters[0] += change.path().length());
        return characters[0] + state.recentChanges().size() * 64L;
    }

    private void open() {
        state.apply(1, ++index, openBatch(), new ApplySink() {
            @Override
            public void result(
                    int position, Command command, long zxid, Outcome outcome, ErrorCode error, ByteRange body) {
                session = SessionOpened.read(new WireReader(body)).session();
            }
        });
    }

    private byte[] openBatch() {
        writer.add(CommandKind.CREATE_SESSION, 0, 0, 0, 0, 0, Bodies.session(1000, new byte[16], List.of()));
        return writer.finish(new BatchHeader(1, 1, 1, 0));
    }

    private static String path(int i) {
        return "/parent/n" + String.format("%010d", i);
    }

    private void create(String path, CreateMode mode) {
        command(OpCode.CREATE, Bodies.create(path, DATA, mode));
    }

    private void command(OpCode op, ByteRange body) {
        number++;
        writer.add(CommandKind.CLIENT, session, 1, number, number - 1, op.code(), body);
    }

    /** Applies the batch; returns the nanoseconds of CPU it took. */
    private long flush() {
        if (writer.count() == 0) {
            return 0;
        }
        byte[] batch = writer.finish(new BatchHeader(1, index, index, 0));
        long start = cpuNanos();
        state.apply(1, ++index, batch, ApplySink.NONE);
        long nanos = cpuNanos() - start;
        applyNanos += nanos;
        return nanos;
    }

    /** Of this thread alone: the machine may be busy with others. */
    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long usedAfterCollection() {
        for (int i = 0; i < 4; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
