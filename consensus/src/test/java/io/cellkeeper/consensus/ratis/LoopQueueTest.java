package io.cellkeeper.consensus.ratis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class LoopQueueTest {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final List<String> heard = new ArrayList<>();
    private final List<String> abandoned = Collections.synchronizedList(new ArrayList<>());
    private final List<Throwable> ends = new ArrayList<>();
    private final LoopQueue queue = new LoopQueue(tasks::add, ends::add);

    @Test
    void shouldDeliverManyInOrderInOneTask() {
        for (int i = 0; i < 10; i++) {
            queue.add(entry("e" + i, i));
        }
        queue.add(() -> heard.add("role"));
        assertEquals(1, tasks.size());
        runTasks();
        assertEquals(List.of("e0", "e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8", "e9", "role"), heard);
    }

    @Test
    void shouldGiveTheLoopToOthersAfterAWhile() {
        for (int i = 0; i <= LoopQueue.DELIVERIES_PER_TASK; i++) {
            queue.add(() -> heard.add("x"));
        }
        tasks.remove().run();
        assertEquals(LoopQueue.DELIVERIES_PER_TASK, heard.size());
        assertEquals(1, tasks.size());
        runTasks();
        assertEquals(LoopQueue.DELIVERIES_PER_TASK + 1, heard.size());
    }

    @Test
    void shouldMakeEntriesWaitForRoomButNothingElse() throws InterruptedException {
        for (int i = 0; i < LoopQueue.MAX_BATCHES; i++) {
            queue.add(entry("e", 1));
        }
        assertWaits(entry("last", 1));
        queue.add(() -> heard.add("role"));
        runTasks();
        Await.until("the last entry queued", () -> {
            runTasks();
            return heard.contains("last");
        });
        assertTrue(heard.indexOf("role") < heard.indexOf("last"));
    }

    @Test
    void shouldTakeOneEntryOfAnySizeAndNoOtherBesideIt() throws InterruptedException {
        queue.add(entry("huge", (int) LoopQueue.MAX_BYTES + 1));
        assertWaits(entry("next", 0));
        Await.until("the next entry queued", () -> {
            runTasks();
            return heard.contains("next");
        });
        assertEquals(List.of("huge", "next"), heard);
    }

    @Test
    void shouldEndWhenADeliveryThrows() {
        IllegalStateException broken = new IllegalStateException("broken");
        queue.add(() -> {
            throw broken;
        });
        queue.add(entry("after", 1));
        runTasks();
        queue.add(entry("later", 1));
        assertEquals(List.of(broken), ends);
        assertEquals(List.of(), heard);
        assertEquals(List.of("after", "later"), abandoned);
    }

    @Test
    void shouldEndWhenTheLoopTakesNoTasks() {
        RejectedExecutionException rejected = new RejectedExecutionException("gone");
        LoopQueue orphaned = new LoopQueue(
                task -> {
                    throw rejected;
                },
                ends::add);
        orphaned.add(entry("x", 1));
        assertEquals(List.of(rejected), ends);
        assertEquals(List.of("x"), abandoned);
    }

    @Test
    void shouldReleaseWhoWaitsWhenItEnds() throws InterruptedException {
        queue.add(entry("huge", (int) LoopQueue.MAX_BYTES + 1));
        Thread waiting = assertWaits(entry("next", 1));
        queue.end();
        waiting.join(20_000);
        assertFalse(waiting.isAlive());
        assertEquals(Set.of("huge", "next"), Set.copyOf(abandoned));
    }

    @Test
    void shouldKnowWhenItIsDrained() throws InterruptedException {
        assertTrue(queue.awaitDrained(0));
        queue.add(entry("x", 1));
        assertFalse(queue.awaitDrained(1));
        runTasks();
        assertTrue(queue.awaitDrained(0));
    }

    private Thread assertWaits(LoopQueue.Delivery entry) {
        Thread adding = new Thread(() -> queue.add(entry));
        adding.setDaemon(true);
        adding.start();
        Await.until("the adding thread waits", () -> adding.getState() == Thread.State.WAITING);
        return adding;
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private LoopQueue.Delivery entry(String name, int bytes) {
        return new LoopQueue.Delivery() {
            @Override
            public void run() {
                heard.add(name);
            }

            @Override
            public void abandoned() {
                abandoned.add(name);
            }

            @Override
            public int batchBytes() {
                return bytes;
            }
        };
    }
}
