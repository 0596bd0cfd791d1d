package io.cellkeeper.consensus.ratis;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.ratis.util.Daemon;

/**
 * Ends the threads that a closed Ratis server leaves behind. Ratis stops its follower's and candidate's threads as the
 * first step of closing; a leader that steps down, or an election that ends, between that step and its own end starts
 * a new follower's thread, which nobody stops: it would wake every election timeout for the rest of the process, and
 * keep the whole server from being collected.
 */
final class Stragglers {
    private Stragglers() {}

    /**
     * Interrupts Ratis' own threads of this group, and waits until none of them is left, so long at most. Others, such
     * as those that pools have started from one of them, may serve another replica of this process and are left alone.
     *
     * @param group the threads of a server that is closed
     * @return the names of those that are still there
     */
    static List<String> end(ThreadGroup group, long timeoutMs) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        List<Thread> left = daemons(group);
        // one that ends may have started another as its last act, so they are counted anew
        while (!left.isEmpty()) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (leftMs <= 0) {
                return left.stream().map(Thread::getName).toList();
            }
            left.forEach(Thread::interrupt);
            left.get(0).join(leftMs);
            left = daemons(group);
        }
        return List.of();
    }

    private static List<Thread> daemons(ThreadGroup group) {
        // room for those that start meanwhile: what doesn't fit is silently left out
        Thread[] threads = new Thread[2 * group.activeCount() + 16];
        group.enumerate(threads, false);
        return Stream.of(threads)
                .filter(Objects::nonNull)
                .filter(thread -> thread instanceof Daemon && thread.isAlive())
                .toList();
    }
}
