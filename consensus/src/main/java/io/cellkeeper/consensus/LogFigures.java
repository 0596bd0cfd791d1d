package io.cellkeeper.consensus;

/**
 * What the log's forces to disk have cost so far: a read-only snapshot. The count is exact since the start; the times
 * are of a sample that favours the last five minutes.
 *
 * @param forces completed forces (fsync) of log segments
 * @param meanMs mean time of a force, milliseconds
 * @param p50Ms median, milliseconds
 * @param p99Ms 99th percentile, milliseconds
 * @param maxMs longest in the sample, milliseconds
 */
public record LogFigures(long forces, double meanMs, double p50Ms, double p99Ms, double maxMs) {
    /** Before anything was forced, or once the log is closed. */
    public static final LogFigures NONE = new LogFigures(0, 0, 0, 0, 0);
}
