package io.cellkeeper.server.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GatedExecutorTest {
    private final List<String> ran = new ArrayList<>();
    private final GatedExecutor gate = new GatedExecutor(Runnable::run);

    @Test
    void shouldRunNothingBeforeItIsOpened() {
        gate.execute(() -> ran.add("a"));
        assertEquals(List.of(), ran);
    }

    @Test
    void shouldRunWhatWasKeptBackInOrderAndAfterTheFirst() {
        gate.execute(() -> ran.add("a"));
        gate.execute(() -> ran.add("b"));
        gate.open(() -> ran.add("first"));
        gate.execute(() -> ran.add("c"));
        assertEquals(List.of("first", "a", "b", "c"), ran);
    }
}
