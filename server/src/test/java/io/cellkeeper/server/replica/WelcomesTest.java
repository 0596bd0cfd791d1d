package io.cellkeeper.server.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WelcomesTest {
    private static final long LONG_MS = 300_000;

    private final Welcomes welcomes = new Welcomes();

    @Test
    void shouldNotWaitForWhatHasCome() throws InterruptedException {
        welcomes.another();
        assertTrue(welcomes.awaitAfter(0, LONG_MS));
    }

    @Test
    void shouldNotTakeAnEarlierOneForTheNext() throws InterruptedException {
        welcomes.another();
        assertEquals(1, welcomes.seen());
        assertFalse(welcomes.awaitAfter(1, 1));
    }

    @Test
    void shouldWaitForTheNext() throws InterruptedException {
        welcomes.another();
        Thread leader = new Thread(welcomes::another);
        leader.start();
        assertTrue(welcomes.awaitAfter(1, LONG_MS));
        leader.join();
    }
}
