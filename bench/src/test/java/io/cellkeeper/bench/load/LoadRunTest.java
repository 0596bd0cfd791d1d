package io.cellkeeper.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.bench.load.FakeServer.Fault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
class LoadRunTest {
    private static final int HEADER = 16;
    private static final int TAMPERED = 20;

    @ParameterizedTest
    @EnumSource(Operation.class)
    void shouldRunToTheEndAndLeaveNothingBehind(Operation operation) throws IOException {
        try (FakeServer server = new FakeServer(FakeServer.NONE)) {
            LoadReport report = run(plan(operation, 3, 4, server));
            assertTrue(report.operations() > 0, report.toText());
            assertTrue(report.p50Us() > 0 && report.p50Us() <= report.p99Us() && report.p99Us() <= report.maxUs());
            assertEquals(report.operations() / report.seconds(), report.opsPerSecond(), 1e-6);
            assertEquals(List.of(), server.paths());
        }
    }

    @Test
    void shouldSpreadConnectionsOverServersInTurn() throws IOException {
        try (FakeServer first = new FakeServer(FakeServer.NONE);
                FakeServer second = new FakeServer(FakeServer.NONE)) {
            run(plan(Operation.GET, 5, 1, first, second));
            // Two more on the first: the parent is made and removed there.
            assertEquals(3 + 2, first.sessions());
            assertEquals(2, second.sessions());
        }
    }

    @Test
    void shouldCarryLargeDataThroughSmallSocketBuffers() throws IOException {
        try (FakeServer server = new FakeServer(FakeServer.NONE)) {
            LoadPlan plan = plan(Operation.SET, 2, 8, 900_000, Duration.ofSeconds(10), server);
            assertTrue(run(plan).operations() > 0);
        }
    }

    @Test
    void shouldFailOnAnotherXid() {
        assertFails(Operation.CREATE_DELETE, 1, frame -> setInt(frame, 0, 7), "xid: 7");
    }

    @Test
    void shouldFailOnAnErrorCode() {
        assertFails(Operation.CREATE_DELETE, 2, frame -> setInt(Arrays.copyOf(frame, HEADER), 12, -101), "code: -101");
    }

    @Test
    void shouldFailWhenTheServerClosesTheConnection() {
        String message =
                failure(Operation.CREATE_DELETE, (type, count, frame) -> type == 1 && count == TAMPERED ? null : frame);
        assertTrue(message.contains("RUNNING, 3 operations in flight: connection lost: "), message);
    }

    @Test
    void shouldFailOnAPathOfAnotherParent() {
        assertFails(Operation.CREATE_DELETE, 1, frame -> setByte(frame, HEADER + 4 + 3, 'x'), "path differs at byte 3");
    }

    @Test
    void shouldFailOnAPathWithoutItsTenDigits() {
        assertFails(
                Operation.CREATE_DELETE,
                1,
                frame -> setByte(frame, frame.length - 1, 'a'),
                "digit of a sequential node: " + ('a' - '0'));
        assertFails(
                Operation.CREATE_DELETE,
                1,
                frame -> setInt(Arrays.copyOf(frame, frame.length - 1), HEADER, frame.length - 1 - HEADER - 4),
                "path of bytes: ");
    }

    @Test
    void shouldFailWhenANumberComesTwice() {
        assertFails(
                Operation.CREATE_DELETE,
                1,
                frame -> {
                    byte[] zero = frame.clone();
                    Arrays.fill(zero, zero.length - 10, zero.length, (byte) '0');
                    return zero;
                },
                "number of a sequential node: 0");
    }

    @Test
    void shouldFailOnOtherData() {
        assertFails(Operation.GET, 4, frame -> setByte(frame, HEADER + 4 + 99, 77), "data differs at byte 99");
        assertFails(Operation.GET, 4, frame -> setInt(frame, HEADER, 99), "data of bytes: 99");
        assertFails(Operation.GET, 4, frame -> setInt(frame, HEADER, -1), "data beyond the frame, length: -1");
    }

    @Test
    void shouldFailWhenTheStatSaysOtherwise() {
        assertFails(Operation.GET, 4, frame -> setInt(frame, frame.length - 16, 98), "dataLength in Stat: 98");
        assertFails(Operation.GET, 4, frame -> setInt(frame, frame.length - 36, 1), "never set: 1");
    }

    @Test
    void shouldFailWhenAWriteIsLostOrAppliedTwice() {
        assertFails(Operation.SET, 5, frame -> setInt(frame, HEADER + 32, TAMPERED + 1), "version: 21, expected 20");
        assertFails(Operation.SET, 5, frame -> setInt(frame, HEADER + 32, TAMPERED - 1), "version: 19, expected 20");
    }

    @Test
    void shouldFailWhenTheZxidGoesBack() {
        assertFails(Operation.GET, 4, frame -> setInt(setInt(frame, 4, 0), 8, 1), "zxid went back: 1");
    }

    @Test
    void shouldFailOnACutOrOverlongReply() {
        assertFails(Operation.GET, 4, frame -> Arrays.copyOf(frame, 10), "reply of bytes: 10");
        assertFails(Operation.GET, 4, frame -> Arrays.copyOf(frame, frame.length - 1), "bytes left for a Stat: 67");
        assertFails(
                Operation.GET, 4, frame -> Arrays.copyOf(frame, frame.length + 1), "bytes left at the reply's end: 1");
        assertFails(Operation.GET, 4, frame -> new byte[5000], "frame of bytes: 5000");
        assertFails(Operation.GET, 4, frame -> new byte[0], "frame of bytes: 0");
    }

    @Test
    void shouldFailOnAnAnswerToAPingThatWasNotSent() {
        assertFails(Operation.GET, 4, frame -> setInt(frame, 0, -2), "ping answered");
    }

    @Test
    void shouldFailWhenTheServerFallsSilent() throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        Fault silence = (type, count, frame) -> {
            if (type == 4 && count == TAMPERED) {
                try {
                    never.await();
                } catch (InterruptedException over) {
                    Thread.currentThread().interrupt();
                }
            }
            return frame;
        };
        try (FakeServer server = new FakeServer(silence)) {
            LoadPlan plan = plan(Operation.GET, 1, 2, 100, Duration.ofMillis(300), server);
            LoadException failure = assertThrows(LoadException.class, () -> run(plan));
            assertTrue(
                    String.valueOf(failure.getMessage()).contains("RUNNING, 2 operations in flight: no answer in time"),
                    failure::getMessage);
        } finally {
            never.countDown();
        }
    }

    @Test
    void shouldFailWhereNobodyListens() throws IOException {
        FakeServer server = new FakeServer(FakeServer.NONE);
        server.close();
        assertThrows(IOException.class, () -> run(plan(Operation.GET, 1, 1, server)));
    }

    private interface Change {
        byte[] of(byte[] frame);
    }

    private static void assertFails(Operation operation, int type, Change change, String expected) {
        String message = failure(
                operation, (t, count, frame) -> t == type && count == TAMPERED ? change.of(frame.clone()) : frame);
        assertTrue(message.contains(expected), message);
    }

    private static String failure(Operation operation, Fault fault) {
        try (FakeServer server = new FakeServer(fault)) {
            LoadPlan plan = plan(operation, 1, 3, server);
            return String.valueOf(
                    assertThrows(LoadException.class, () -> run(plan)).getMessage());
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }

    private static LoadReport run(LoadPlan plan) throws IOException {
        return new LoadRun(plan).run();
    }

    private static LoadPlan plan(Operation operation, int connections, int pipeline, FakeServer... servers) {
        return plan(operation, connections, pipeline, 100, Duration.ofSeconds(10), servers);
    }

    private static LoadPlan plan(
            Operation operation, int connections, int pipeline, int data, Duration patience, FakeServer... servers) {
        return new LoadPlan(
                Arrays.stream(servers).map(FakeServer::address).toList(),
                connections,
                pipeline,
                operation,
                Duration.ofMillis(50),
                Duration.ofMillis(patience.toMillis() < 1000 ? 5000 : 200),
                data,
                30_000,
                patience,
                List.of());
    }

    private static byte[] setInt(byte[] frame, int at, int value) {
        ByteBuffer.wrap(frame).putInt(at, value);
        return frame;
    }

    private static byte[] setByte(byte[] frame, int at, int value) {
        frame[at] = (byte) value;
        return frame;
    }
}
