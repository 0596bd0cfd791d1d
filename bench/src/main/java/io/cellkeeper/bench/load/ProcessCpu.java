package io.cellkeeper.bench.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/** CPU time of processes, from Linux' {@code /proc}. */
final class ProcessCpu {
    /** Ticks in which {@code /proc} counts: 100 a second on every Linux, whatever the kernel's own rate. */
    private static final double TICKS_PER_SECOND = 100;

    /** Places of utime and stime among the fields that follow the command's name. */
    private static final int UTIME = 11;

    private static final int STIME = 12;

    private ProcessCpu() {}

    /** User and system time that these processes have used up; empty for no processes, and where there is no /proc. */
    static OptionalDouble seconds(List<Long> pids) {
        if (pids.isEmpty() || !Files.exists(Path.of("/proc/self/stat"))) {
            return OptionalDouble.empty();
        }
        long ticks = 0;
        for (long pid : pids) {
            ticks += ticks(pid);
        }
        return OptionalDouble.of(ticks / TICKS_PER_SECOND);
    }

    private static long ticks(long pid) {
        try {
            return ticks(Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.UTF_8));
        } catch (IOException gone) {
            throw new LoadException("process " + pid + " can't be measured: " + gone.getMessage(), gone);
        }
    }

    /** The second field, in parentheses, may hold spaces and parentheses itself. */
    static long ticks(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(fields[UTIME]) + Long.parseLong(fields[STIME]);
    }
}
