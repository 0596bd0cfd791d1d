package io.cellkeeper.testkit.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.testkit.history.LinearizabilityChecker.Verdict;
import io.cellkeeper.testkit.history.NodeOperation.Answer;
import io.cellkeeper.testkit.history.NodeOperation.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LinearizabilityCheckerTest {
    private final List<NodeOperation> history = new ArrayList<>();

    @Test
    void shouldAcceptWhatHappenedOneAfterAnother() {
        create(1, 0, 1);
        set(2, 2, 3, 1);
        read(2, 1, 4, 5);
        is(Verdict.LINEARIZABLE);
    }

    @Test
    void shouldRefuseAReadOfWhatWasOverwrittenBefore() {
        create(1, 0, 1);
        set(2, 2, 3, 1);
        read(1, 0, 4, 5);
        is(Verdict.NOT_LINEARIZABLE);
    }

    @Test
    void shouldAcceptEitherValueWhileAWriteIsUnderWay() {
        create(1, 0, 1);
        set(2, 2, 9, 1);
        read(1, 0, 3, 4);
        read(2, 1, 5, 6);
        is(Verdict.LINEARIZABLE);
    }

    @Test
    void shouldRefuseThatTwoReadsGoBack() {
        create(1, 0, 1);
        set(2, 2, 9, 1);
        read(2, 1, 3, 4);
        read(1, 0, 5, 6);
        is(Verdict.NOT_LINEARIZABLE);
    }

    @Test
    void shouldLetAnUnknownWriteHappenLate() {
        create(1, 0, 1);
        unknownSet(2, 2);
        read(1, 0, 5, 6);
        read(2, 1, 7, 8);
        is(Verdict.LINEARIZABLE);
    }

    @Test
    void shouldLetAnUnknownWriteNeverHappen() {
        create(1, 0, 1);
        unknownSet(2, 2);
        set(3, 5, 6, 1);
        read(3, 1, 7, 8);
        is(Verdict.LINEARIZABLE);
    }

    @Test
    void shouldRefuseThatAnUnknownWriteHappensTwice() {
        create(1, 0, 1);
        unknownSet(2, 2);
        set(3, 5, 6, 2);
        set(4, 7, 8, 4);
        is(Verdict.NOT_LINEARIZABLE);
    }

    @Test
    void shouldRefuseTwoCreationsWithoutADeletion() {
        create(1, 0, 1);
        create(2, 2, 3);
        is(Verdict.NOT_LINEARIZABLE);
    }

    @Test
    void shouldUnderstandRefusals() {
        add(Kind.READ, -1, 0, 0, 1, Answer.NO_NODE, -1, -1);
        create(1, 2, 3);
        add(Kind.CREATE, -1, 5, 4, 5, Answer.NODE_EXISTS, -1, -1);
        add(Kind.SET, 3, 6, 6, 7, Answer.BAD_VERSION, -1, -1);
        add(Kind.DELETE, 0, 0, 8, 9, Answer.OK, -1, -1);
        add(Kind.DELETE, -1, 0, 10, 11, Answer.NO_NODE, -1, -1);
        is(Verdict.LINEARIZABLE);
    }

    @Test
    void shouldRefuseABadVersionThatWasRight() {
        create(1, 0, 1);
        add(Kind.SET, 0, 6, 6, 7, Answer.BAD_VERSION, -1, -1);
        is(Verdict.NOT_LINEARIZABLE);
    }

    @Test
    void shouldGiveUpAboveItsLimit() {
        create(1, 0, 1);
        for (int i = 0; i < 10; i++) {
            add(Kind.SET, -1, i, 2, 100, Answer.OK, -1, -1);
        }
        add(Kind.READ, -1, 0, 103, 104, Answer.NO_NODE, -1, -1);
        assertEquals(Verdict.UNDECIDED, new LinearizabilityChecker(100).check(history));
        assertEquals(Verdict.NOT_LINEARIZABLE, new LinearizabilityChecker(100_000).check(history));
    }

    @Property(tries = 300)
    void shouldAcceptWhateverASequentialNodeAnswered(@ForAll long seed) {
        List<NodeOperation> made = new RandomHistory(seed).make(40);
        assertEquals(Verdict.LINEARIZABLE, new LinearizabilityChecker(1_000_000).check(made));
    }

    @Property(tries = 300)
    void shouldRefuseAValueThatWasNeverThere(@ForAll long seed) {
        List<NodeOperation> made = new ArrayList<>(new RandomHistory(seed).make(30));
        long end = 1_000_000;
        made.add(new NodeOperation("late", Kind.READ, -1, 0, end, end + 1, Answer.OK, -1, 999_999));
        assertEquals(Verdict.NOT_LINEARIZABLE, new LinearizabilityChecker(1_000_000).check(made));
    }

    /** Operations that take effect at one moment each, somewhere between their call and their return. */
    private static final class RandomHistory {
        private final Random random;
        private long state = NodeModel.ABSENT;

        RandomHistory(long seed) {
            random = new Random(seed);
        }

        List<NodeOperation> make(int count) {
            List<NodeOperation> made = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                made.add(one(i, 10L * i));
            }
            assertTrue(made.size() == count);
            return made;
        }

        private NodeOperation one(int value, long moment) {
            long invoked = moment - random.nextInt(40);
            long returned = moment + random.nextInt(40);
            Kind kind = List.of(Kind.values()).get(random.nextInt(4));
            int version = random.nextInt(3) == 0 ? random.nextInt(4) : -1;
            if (kind == Kind.CREATE || kind == Kind.READ) {
                version = -1;
            }
            if (kind != Kind.READ && random.nextInt(8) == 0) {
                NodeOperation unknown = new NodeOperation(
                        "c", kind, version, value, invoked, NodeOperation.NEVER, Answer.UNKNOWN, -1, -1);
                long after = NodeModel.step(state, unknown);
                if (after != NodeModel.IMPOSSIBLE && random.nextBoolean()) {
                    state = after;
                }
                return unknown;
            }
            for (Answer answer : Answer.values()) {
                NodeOperation tried = new NodeOperation("c", kind, version, value, invoked, returned, answer, -1, -1);
                long after = NodeModel.step(state, tried);
                if (after != NodeModel.IMPOSSIBLE) {
                    state = after;
                    return tried;
                }
            }
            throw new AssertionError(kind + " in state " + state);
        }
    }

    private void create(int value, long invoked, long returned) {
        add(Kind.CREATE, -1, value, invoked, returned, Answer.OK, -1, -1);
    }

    private void set(int value, long invoked, long returned, int version) {
        add(Kind.SET, -1, value, invoked, returned, Answer.OK, version, -1);
    }

    private void unknownSet(int value, long invoked) {
        add(Kind.SET, -1, value, invoked, NodeOperation.NEVER, Answer.UNKNOWN, -1, -1);
    }

    private void read(int value, int version, long invoked, long returned) {
        add(Kind.READ, -1, 0, invoked, returned, Answer.OK, version, value);
    }

    private void add(
            Kind kind,
            int expected,
            int value,
            long invoked,
            long returned,
            Answer answer,
            int seenVersion,
            int seenValue) {
        history.add(new NodeOperation("c", kind, expected, value, invoked, returned, answer, seenVersion, seenValue));
    }

    private void is(Verdict expected) {
        assertEquals(expected, new LinearizabilityChecker(100_000).check(history));
    }
}
