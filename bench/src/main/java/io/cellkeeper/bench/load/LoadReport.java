package io.cellkeeper.bench.load;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What a run measured.
 *
 * @param seconds time measured
 * @param operations answered in that time
 * @param p50Us median latency in microseconds, from writing the request to reading its answer
 * @param serverCpuUsPerOp CPU time of the server processes, in microseconds per operation; empty if none were named
 * @param clientCpuUsPerOp the same of this process
 */
public record LoadReport(
        String operation,
        int connections,
        int pipeline,
        int dataBytes,
        double seconds,
        long operations,
        double opsPerSecond,
        double p50Us,
        double p99Us,
        double maxUs,
        OptionalDouble serverCpuUsPerOp,
        OptionalDouble clientCpuUsPerOp) {

    /** For people. */
    public String toText() {
        return String.format(
                Locale.ROOT,
                "%s, %d connections x %d in flight, %d bytes, %.1f s: %.0f ops/s, p50 %.2f ms, p99 %.2f ms, max %.2f ms%s%s",
                operation,
                connections,
                pipeline,
                dataBytes,
                seconds,
                opsPerSecond,
                p50Us / 1e3,
                p99Us / 1e3,
                maxUs / 1e3,
                cpuText("servers'", serverCpuUsPerOp),
                cpuText("client's", clientCpuUsPerOp));
    }

    /** One object on one line, for programs; what wasn't measured is null. */
    public String toJson() {
        return String.format(
                Locale.ROOT,
                "{\"op\":\"%s\",\"connections\":%d,\"pipeline\":%d,\"dataBytes\":%d,\"seconds\":%.3f,\"operations\":%d,"
                        + "\"opsPerSecond\":%.1f,\"p50Us\":%.1f,\"p99Us\":%.1f,\"maxUs\":%.1f,"
                        + "\"serverCpuUsPerOp\":%s,\"clientCpuUsPerOp\":%s}",
                operation,
                connections,
                pipeline,
                dataBytes,
                seconds,
                operations,
                opsPerSecond,
                p50Us,
                p99Us,
                maxUs,
                cpuJson(serverCpuUsPerOp),
                cpuJson(clientCpuUsPerOp));
    }

    private static String cpuText(String whose, OptionalDouble us) {
        return us.isPresent() ? String.format(Locale.ROOT, ", %s CPU %.1f us/op", whose, us.getAsDouble()) : "";
    }

    private static String cpuJson(OptionalDouble us) {
        return us.isPresent() ? String.format(Locale.ROOT, "%.2f", us.getAsDouble()) : "null";
    }
}
