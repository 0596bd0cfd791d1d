package io.cellkeeper.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PauseRunTest {
    private static final int SET_DATA = 5;

    @Test
    void shouldWriteThroughEveryServerUntilItIsTold() throws Exception {
        try (FakeServer one = new FakeServer(FakeServer.NONE);
                FakeServer other = new FakeServer(FakeServer.NONE)) {
            PauseReport report = new PauseRun(plan(one, other), InputStream.nullInputStream()).run();
            assertEquals(OptionalDouble.empty(), report.firstWriteMs());
            assertEquals(2, report.byServerMs().size());
            assertTrue(report.longestPauseMs() > 0);
            assertEquals(0, report.reconnects());
            assertEquals(0, report.sessionsLost());
            assertEquals(1, one.paths().size());
        }
    }

    @Test
    void shouldComeBackWheneverTheServerEndsTheConnection() throws Exception {
        try (FakeServer server =
                new FakeServer((type, count, frame) -> type == SET_DATA && count == 3 ? null : frame)) {
            PauseReport report = new PauseRun(plan(server), InputStream.nullInputStream()).run();
            assertTrue(report.reconnects() > 0, report::toText);
            assertEquals(0, report.sessionsLost());
        }
    }

    @Test
    void shouldSayHowLongAfterTheFaultTheFirstWriteWasAccepted() throws IOException {
        try (FakeServer server = new FakeServer(FakeServer.NONE)) {
            PauseWriter writer = new PauseWriter(server.address(), "/none", 10_000, 10_000);
            writer.add(new PauseWriter.Write(0, 1_000_000));
            writer.add(new PauseWriter.Write(2_000_000, 90_000_000));
            writer.add(new PauseWriter.Write(91_000_000, 93_000_000));
            PauseReport report = PauseReport.of(List.of(writer), true, 3_000_000);
            assertEquals(OptionalDouble.of(90), report.firstWriteMs(), "the one in flight tells nothing");
            assertEquals(89, report.longestPauseMs());
            assertEquals(
                    report.faultAt()
                            + ": first write after 90 ms, by server 90 ms, longest pause 89 ms, 0 reconnects, 0 sessions lost",
                    report.toText());
            assertEquals(
                    "{\"faultAt\":\"" + report.faultAt()
                            + "\",\"firstWriteMs\":90.0,\"byServerMs\":[90.0],\"longestPauseMs\":89.0,\"reconnects\":0,"
                            + "\"sessionsLost\":0}",
                    report.toJson());
        }
    }

    @Test
    void shouldNeedAProcessForEachServerToStrike() throws IOException {
        try (FakeServer server = new FakeServer(FakeServer.NONE)) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new PausePlan(
                            List.of(server.address()),
                            List.of(),
                            Fault.KILL,
                            0,
                            Duration.ZERO,
                            Duration.ZERO,
                            Duration.ofSeconds(1),
                            10_000));
        }
    }

    private static PausePlan plan(FakeServer... servers) {
        return new PausePlan(
                Stream.of(servers).map(FakeServer::address).toList(),
                List.of(),
                Fault.NONE,
                0,
                Duration.ofMillis(300),
                Duration.ZERO,
                Duration.ofSeconds(10),
                10_000);
    }
}
