package io.cellkeeper.compat.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegisterCheckerTest {
    private static final long INITIAL = 0;

    private final List<Operation> history = new ArrayList<>();

    @Test
    void shouldAcceptWhatIsLinearizable() {
        write(1, 1, 10, 20);
        read(0, INITIAL, 11, 19);
        read(1, 1, 12, 18);
        write(2, 2, 15, Operation.NEVER);
        read(2, 2, 30, 40);
        write(3, 3, 41, 45);
        read(3, 3, 46, 47);
        lost(4, 50);
        accepted();
    }

    @Test
    void shouldFindAReadThatIsOlderThanAnAcknowledgedWrite() {
        write(1, 1, 10, 20);
        read(0, INITIAL, 21, 22);
        violated("older than what had been answered");
    }

    @Test
    void shouldFindAReadThatIsOlderThanAnotherRead() {
        write(1, 1, 10, 100);
        read(1, 1, 11, 12);
        read(0, INITIAL, 13, 14);
        violated("older than what had been answered");
    }

    @Test
    void shouldFindAReadOfAWriteThatHadNotBegun() {
        read(1, 1, 5, 9);
        write(1, 1, 10, 20);
        violated("nobody had begun to write");
    }

    @Test
    void shouldFindAReadOfWhatNobodyWrote() {
        read(0, 77, 5, 9);
        violated("nobody had begun to write");
    }

    @Test
    void shouldFindAWriteThatIsLost() {
        write(1, 1, 10, 20);
        write(1, 2, 30, 40);
        violated("two values of one version");
    }

    @Test
    void shouldFindAWriteThatHappenedTwice() {
        write(1, 1, 10, 20);
        read(2, 1, 30, 40);
        violated("a write that happened twice");
    }

    @Test
    void shouldFindByTheirNumberThatWritesHappenedTwice() {
        write(1, 1, 10, 20);
        write(3, 2, 30, 40);
        violated("one happened twice");
    }

    @Test
    void shouldFindAnUnansweredWriteThatHappenedBeforeItBegan() {
        write(2, 2, 10, 20);
        lost(1, 30);
        read(1, 1, 5, 50);
        violated("older than what had been answered");
    }

    private void write(int version, long value, long invoked, long answered) {
        history.add(new Operation("writer", 1, true, value, version, invoked, answered));
    }

    private void read(int version, long value, long invoked, long answered) {
        history.add(new Operation("reader", 2, false, value, version, invoked, answered));
    }

    private void lost(long value, long invoked) {
        history.add(new Operation("writer", 1, true, value, 0, invoked, Operation.NEVER));
    }

    private void accepted() {
        assertEquals(List.of(), RegisterChecker.violations(history, INITIAL));
    }

    private void violated(String how) {
        List<String> violations = RegisterChecker.violations(history, INITIAL);
        assertTrue(violations.stream().anyMatch(violation -> violation.contains(how)), violations::toString);
    }
}
