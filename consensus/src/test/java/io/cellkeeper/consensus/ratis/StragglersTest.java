package io.cellkeeper.consensus.ratis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.ratis.util.Daemon;
import org.junit.jupiter.api.Test;

class StragglersTest {
    private static final long LONG_MS = 20_000;

    private final ThreadGroup group = new ThreadGroup("closed");
    private final CountDownLatch never = new CountDownLatch(1);

    @Test
    void shouldEndWhatNobodyElseEnds() throws InterruptedException {
        Thread straggler = daemon("follower", this::awaitInterrupt);
        assertEquals(List.of(), Stragglers.end(group, LONG_MS));
        assertFalse(straggler.isAlive());
    }

    @Test
    void shouldEndWhatAnEndingOneStarts() throws InterruptedException {
        Thread[] started = new Thread[1];
        daemon("election", () -> {
            awaitInterrupt();
            started[0] = daemon("follower", this::awaitInterrupt);
        });
        assertEquals(List.of(), Stragglers.end(group, LONG_MS));
        assertFalse(started[0].isAlive());
    }

    @Test
    void shouldLeaveOthersAlone() throws InterruptedException {
        Thread other = new Thread(group, this::awaitInterrupt, "a pool's");
        other.setDaemon(true);
        other.start();
        assertEquals(List.of(), Stragglers.end(group, LONG_MS));
        assertTrue(other.isAlive());
        never.countDown();
        other.join();
    }

    @Test
    void shouldNameWhatDoesNotEnd() throws InterruptedException {
        Thread deaf = daemon("deaf", () -> {
            while (never.getCount() > 0) {
                awaitInterrupt();
            }
        });
        assertEquals(List.of("deaf"), Stragglers.end(group, 50));
        never.countDown();
        deaf.join();
    }

    private Thread daemon(String name, Runnable work) {
        Daemon daemon = Daemon.newBuilder()
                .setName(name)
                .setThreadGroup(group)
                .setRunnable(work)
                .build();
        daemon.start();
        return daemon;
    }

    private void awaitInterrupt() {
        try {
            never.await();
        } catch (InterruptedException e) {
            // that is what it waits for
        }
    }
}
