package io.cellkeeper.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** One test for each class of the suites that was selected. */
class SuitesTest {
    @TestFactory
    Stream<DynamicTest> everyTestOfTheSuitesPassesOrIsKnownToDiffer() throws Exception {
        Results results = new Results(Run.commit());
        return SuiteLists.selected(Run.selection()).stream()
                .map(suiteClass -> DynamicTest.dynamicTest(suiteClass.simpleName(), () -> run(suiteClass, results)));
    }

    private static void run(SuiteClass suiteClass, Results results) throws IOException, InterruptedException {
        assumeFalse(Run.resumes() && results.hasPassed(suiteClass), "passed on this commit before");
        long began = System.nanoTime();
        Outcome outcome = Fork.run(suiteClass);
        long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
        List<String> complaints =
                Verdict.complaints(suiteClass, outcome, SuiteLists.differences(suiteClass, Run.server()));
        String line = results.add(suiteClass, outcome, complaints.isEmpty(), ms);
        System.out.println(line);
        assertEquals(List.of(), complaints, line + "; logs: " + Run.target().resolve("suites"));
    }
}
