package io.cellkeeper.bench.load;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * What the writers saw around a fault.
 *
 * @param faultAt when that was, by the wall clock, to be found in the servers' logs
 * @param firstWriteMs milliseconds from the fault to the first acknowledgement, through any server, of a write sent after
 *     it; empty if there was none, or no fault
 * @param byServerMs the same for each writer; empty where none was acknowledged
 * @param longestPauseMs the longest time without an acknowledgement through any server, in milliseconds
 * @param reconnects connections that servers ended and whose clients came back to their sessions
 * @param sessionsLost sessions that a server didn't know any more
 */
public record PauseReport(
        Instant faultAt,
        OptionalDouble firstWriteMs,
        List<OptionalDouble> byServerMs,
        double longestPauseMs,
        int reconnects,
        int sessionsLost) {

    /** @param faultAt when the fault began; ignored unless there was one */
    static PauseReport of(List<PauseWriter> writers, boolean fault, long faultAt) {
        List<OptionalDouble> byServer = new ArrayList<>();
        List<Long> acknowledged = new ArrayList<>();
        int reconnects = 0;
        int sessionsLost = 0;
        for (PauseWriter writer : writers) {
            List<PauseWriter.Write> writes = writer.writes();
            byServer.add(writes.stream()
                    .filter(write -> fault && write.begun() - faultAt >= 0)
                    .mapToDouble(write -> (write.acknowledged() - faultAt) / 1e6)
                    .findFirst());
            writes.forEach(write -> acknowledged.add(write.acknowledged()));
            reconnects += writer.reconnects();
            sessionsLost += writer.sessionsLost();
        }
        OptionalDouble first = byServer.stream()
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .min();
        Instant wallClock = Instant.now().minusNanos(System.nanoTime() - faultAt);
        return new PauseReport(wallClock, first, byServer, longestPauseMs(acknowledged), reconnects, sessionsLost);
    }

    private static double longestPauseMs(List<Long> acknowledged) {
        acknowledged.sort((a, b) -> Long.signum(a - b));
        long longest = 0;
        for (int i = 1; i < acknowledged.size(); i++) {
            longest = Math.max(longest, acknowledged.get(i) - acknowledged.get(i - 1));
        }
        return longest / 1e6;
    }

    /** One line. */
    public String toText() {
        return (firstWriteMs.isPresent() ? faultAt + ": first write after " + text(firstWriteMs) + " ms, " : "")
                + "by server "
                + byServerMs.stream().map(PauseReport::text).collect(Collectors.joining(", "))
                + String.format(
                        Locale.ROOT,
                        " ms, longest pause %.0f ms, %d reconnects, %d sessions lost",
                        longestPauseMs,
                        reconnects,
                        sessionsLost);
    }

    /** One line for programs. */
    public String toJson() {
        return String.format(
                Locale.ROOT,
                "{\"faultAt\":\"%s\",\"firstWriteMs\":%s,\"byServerMs\":[%s],\"longestPauseMs\":%.1f,\"reconnects\":%d,\"sessionsLost\":%d}",
                faultAt,
                json(firstWriteMs),
                byServerMs.stream().map(PauseReport::json).collect(Collectors.joining(",")),
                longestPauseMs,
                reconnects,
                sessionsLost);
    }

    private static String text(OptionalDouble ms) {
        return ms.isPresent() ? String.format(Locale.ROOT, "%.0f", ms.getAsDouble()) : "-";
    }

    private static String json(OptionalDouble ms) {
        return ms.isPresent() ? String.format(Locale.ROOT, "%.1f", ms.getAsDouble()) : "null";
    }
}
