package io.cellkeeper.proxy.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PassageTest {
    @Test
    void shouldHaveRoomBelowTheLimitAndSaySoAgainAtHalfOfIt() {
        Passage passage = new Passage(100);
        passage.give(99);
        assertTrue(passage.hasRoom());
        passage.give(61);
        assertFalse(passage.hasRoom());

        assertFalse(passage.take(100), "there is room, but little");
        assertTrue(passage.take(10));
        assertFalse(passage.take(10), "said once");
        assertTrue(passage.hasRoom());
    }

    @Test
    void shouldTellNobodyWhoHasNotAsked() {
        Passage passage = new Passage(100);
        passage.give(150);

        assertFalse(passage.take(150));
    }

    @Test
    void shouldNeverLetTheGiverWaitForNothing() throws Exception {
        int rounds = 300_000;
        Passage passage = new Passage(8);
        LinkedBlockingQueue<Integer> way = new LinkedBlockingQueue<>();
        Semaphore told = new Semaphore(0);
        Thread taker = new Thread(() -> {
            try {
                for (int i = 0; i < rounds; i++) {
                    if (passage.take(way.take())) {
                        told.release();
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        taker.start();
        try {
            for (int i = 0; i < rounds; i++) {
                while (!passage.hasRoom()) {
                    assertTrue(told.tryAcquire(10, TimeUnit.SECONDS), "told that there is room, at " + i);
                }
                int bytes = 1 + i % 3;
                passage.give(bytes);
                way.add(bytes);
            }
            taker.join(10_000);
            assertEquals(Thread.State.TERMINATED, taker.getState());
        } finally {
            taker.interrupt();
        }
    }
}
