package io.cellkeeper.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementTest {
    private static final long SECOND = 1_000_000_000;
    private static final LoadPlan PLAN = new LoadPlan(
            List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)),
            2,
            3,
            Operation.GET,
            Duration.ZERO,
            Duration.ofSeconds(2),
            100,
            30_000,
            Duration.ofSeconds(1),
            List.of());

    @Test
    void shouldCountOnlyWhatIsAnsweredBetweenBeginAndEnd() {
        Measurement measurement = new Measurement(List.of());
        measurement.record(SECOND);
        measurement.begin(10 * SECOND);
        for (int ms = 1; ms <= 100; ms++) {
            measurement.record(ms * 1_000_000L);
        }
        measurement.end(12 * SECOND);
        measurement.record(SECOND);
        LoadReport report = measurement.report(PLAN);
        assertEquals(100, report.operations());
        assertEquals(50.0, report.opsPerSecond(), 1e-9);
        assertEquals(50_000, report.p50Us(), 100);
        assertEquals(99_000, report.p99Us(), 100);
        assertEquals(100_000, report.maxUs(), 100);
    }

    @Test
    void shouldMeasureTheCpuOfTheNamedProcesses() {
        Measurement measurement =
                new Measurement(List.of(ProcessHandle.current().pid()));
        measurement.begin(0);
        long spun = 0;
        long until = System.nanoTime() + SECOND / 5;
        while (System.nanoTime() < until) {
            spun++;
        }
        assertTrue(spun > 0);
        measurement.record(1);
        measurement.end(SECOND);
        double us = measurement.report(PLAN).serverCpuUsPerOp().orElseThrow();
        // At least some of the 200 ms, in microseconds for the one operation: other processes may have had the rest.
        assertTrue(us >= 20_000, "us: " + us);
    }

    @Test
    void shouldFailForAProcessThatIsGone() {
        assertThrows(LoadException.class, () -> ProcessCpu.seconds(List.of((long) Integer.MAX_VALUE)));
    }

    @Test
    void shouldReadTimesBehindACommandNameWithSpacesAndParentheses() {
        assertEquals(33, ProcessCpu.ticks("42 (a) b (c)) S 1 42 42 0 -1 4194304 100 0 0 0 11 22 5 6 20 0 1 0 777 1 2"));
    }

    @Test
    void shouldFailWhenNothingWasAnswered() {
        Measurement measurement = new Measurement(List.of());
        measurement.begin(0);
        measurement.end(SECOND);
        assertThrows(LoadException.class, () -> measurement.report(PLAN));
    }

    @Test
    void shouldWriteOneLineOfJsonWithNullForWhatWasNotMeasured() {
        Measurement measurement = new Measurement(List.of());
        measurement.begin(0);
        measurement.record(1_500_000);
        measurement.end(2 * SECOND);
        String json = measurement.report(PLAN).toJson();
        assertTrue(
                json.startsWith("{\"op\":\"get\",\"connections\":2,\"pipeline\":3,\"dataBytes\":100,\"seconds\":2.000,"
                        + "\"operations\":1,\"opsPerSecond\":0.5,\"p50Us\":150"),
                json);
        assertTrue(json.contains("\"serverCpuUsPerOp\":null"), json);
    }
}
