package io.cellkeeper.consensus.ratis;

import io.cellkeeper.consensus.LogFigures;
import org.apache.ratis.metrics.MetricRegistries;
import org.apache.ratis.metrics.MetricRegistryInfo;
import org.apache.ratis.metrics.impl.RatisMetricRegistryImpl;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.thirdparty.com.codahale.metrics.Snapshot;
import org.apache.ratis.thirdparty.com.codahale.metrics.Timer;

/** Reads the timer that Ratis' log worker keeps of its forces. */
final class ForceTimes {
    private static final double NANOS_PER_MS = 1e6;

    private ForceTimes() {}

    static LogFigures of(RaftGroupMemberId member) {
        // equal by application, component and prefix
        MetricRegistryInfo info =
                new MetricRegistryInfo(member.toString(), "ratis", "log_worker", "Metrics for Log Worker");
        return MetricRegistries.global()
                .get(info)
                .map(RatisMetricRegistryImpl.class::cast)
                .map(registry -> registry.get("syncTime"))
                .map(Timer.class::cast)
                .map(ForceTimes::read)
                .orElse(LogFigures.NONE);
    }

    private static LogFigures read(Timer timer) {
        Snapshot sample = timer.getSnapshot();
        return new LogFigures(
                timer.getCount(),
                sample.getMean() / NANOS_PER_MS,
                sample.getMedian() / NANOS_PER_MS,
                sample.get99thPercentile() / NANOS_PER_MS,
                sample.getMax() / NANOS_PER_MS);
    }
}
