package io.cellkeeper.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.cellkeeper.suites.Outcome.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private static final SuiteClass TWO_TESTS = new SuiteClass("suite", "a.TestA", 2, 1, true);
    private static final Entry FIRST_PASSED = new Entry("first", "successful");
    private static final Entry SECOND_PASSED = new Entry("second", "successful");
    private static final Entry SECOND_FAILED = new Entry("second", "failed");

    private static List<String> complaints(Outcome outcome, String... known) {
        return Verdict.complaints(
                TWO_TESTS,
                outcome,
                List.of(known).stream().map(KnownDifference::parse).toList());
    }

    @Test
    void aClassWhoseTestsPassOnTheServerUnderTestPasses() {
        assertEquals(List.of(), complaints(new Outcome(List.of(FIRST_PASSED, SECOND_PASSED), 1, true)));
    }

    @Test
    void aClassThatNeverMetTheServerUnderTestDoesNotPass() {
        assertEquals(
                List.of("it started the server under test 0 times, not 1"),
                complaints(new Outcome(List.of(FIRST_PASSED, SECOND_PASSED), 0, true)));
    }

    @Test
    void aClassThatHasLostTestsDoesNotPass() {
        assertEquals(List.of("1 tests, not 2"), complaints(new Outcome(List.of(FIRST_PASSED), 1, true)));
    }

    @Test
    void aClassThatWasEndedDoesNotPass() {
        assertEquals(
                List.of("the class didn't run to its end"),
                complaints(new Outcome(List.of(FIRST_PASSED, SECOND_PASSED), 1, false)));
    }

    @Test
    void onlyAKnownDifferenceMayFail() {
        Outcome outcome = new Outcome(List.of(FIRST_PASSED, SECOND_FAILED), 1, true);
        assertEquals(List.of("failed: second"), complaints(outcome));
        assertEquals(List.of("failed: second"), complaints(outcome, "TestA#first sometimes ours it may"));
        assertEquals(List.of(), complaints(outcome, "TestA#second always ours it must"));
        assertEquals(List.of(), complaints(outcome, "TestA#sec* always ours it must"));
    }

    @Test
    void aDifferenceThatIsGoneIsReported() {
        Outcome outcome = new Outcome(List.of(FIRST_PASSED, SECOND_PASSED), 1, true);
        assertEquals(
                List.of("passed, take it off the list of known differences: second"),
                complaints(outcome, "TestA#second always ours it must"));
        assertEquals(List.of(), complaints(outcome, "TestA#second sometimes ours it may"));
    }

    @Test
    void aDifferenceWithoutAReasonIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> KnownDifference.parse("TestA#second always ours"));
    }
}
