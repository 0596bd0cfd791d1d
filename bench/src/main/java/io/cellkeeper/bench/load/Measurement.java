package io.cellkeeper.bench.load;

import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** What is counted between the begin and the end of the measured time. Not thread-safe. */
final class Measurement {
    private static final long HIGHEST_NANOS = TimeUnit.HOURS.toNanos(1);

    private final List<Long> serverPids;
    private final List<Long> ownPid = List.of(ProcessHandle.current().pid());
    /** Latencies in nanoseconds, to three digits. */
    private final Histogram latencies = new Histogram(HIGHEST_NANOS, 3);

    private boolean isOn;
    private long beganNanos;
    private long tookNanos;
    private OptionalDouble serverCpuSeconds = OptionalDouble.empty();
    private OptionalDouble ownCpuSeconds = OptionalDouble.empty();

    Measurement(List<Long> serverPids) {
        this.serverPids = serverPids;
    }

    void begin(long now) {
        isOn = true;
        beganNanos = now;
        serverCpuSeconds = ProcessCpu.seconds(serverPids);
        ownCpuSeconds = ProcessCpu.seconds(ownPid);
    }

    /** One operation was answered. */
    void record(long latencyNanos) {
        if (isOn) {
            latencies.recordValue(Math.min(latencyNanos, HIGHEST_NANOS));
        }
    }

    void end(long now) {
        isOn = false;
        tookNanos = now - beganNanos;
        serverCpuSeconds = difference(ProcessCpu.seconds(serverPids), serverCpuSeconds);
        ownCpuSeconds = difference(ProcessCpu.seconds(ownPid), ownCpuSeconds);
    }

    LoadReport report(LoadPlan plan) {
        long operations = latencies.getTotalCount();
        if (operations == 0) {
            throw new LoadException("no operation was answered in the measured time");
        }
        double seconds = tookNanos / 1e9;
        return new LoadReport(
                plan.operation().label(),
                plan.connections(),
                plan.pipeline(),
                plan.dataBytes(),
                seconds,
                operations,
                operations / seconds,
                latencies.getValueAtPercentile(50) / 1e3,
                latencies.getValueAtPercentile(99) / 1e3,
                latencies.getMaxValue() / 1e3,
                perOperationUs(serverCpuSeconds, operations),
                perOperationUs(ownCpuSeconds, operations));
    }

    private static OptionalDouble difference(OptionalDouble end, OptionalDouble begin) {
        return end.isPresent() && begin.isPresent()
                ? OptionalDouble.of(end.getAsDouble() - begin.getAsDouble())
                : OptionalDouble.empty();
    }

    private static OptionalDouble perOperationUs(OptionalDouble seconds, long operations) {
        return seconds.isPresent() ? OptionalDouble.of(seconds.getAsDouble() * 1e6 / operations) : seconds;
    }
}
