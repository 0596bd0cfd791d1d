package io.cellkeeper.suites;

import io.cellkeeper.suites.KnownDifference.Frequency;
import java.util.ArrayList;
import java.util.List;

/** Judges what came of a class by the lists. */
final class Verdict {
    private Verdict() {}

    /** What is wrong with an outcome; nothing if the class has passed. */
    static List<String> complaints(SuiteClass suiteClass, Outcome outcome, List<KnownDifference> known) {
        List<String> complaints = new ArrayList<>();
        if (!outcome.isComplete()) {
            complaints.add("the class didn't run to its end");
        }
        if (outcome.tests().size() < suiteClass.tests()) {
            complaints.add(outcome.tests().size() + " tests, not " + suiteClass.tests());
        }
        // Else the class may have tested a server inside its own JVM.
        if (outcome.starts() < suiteClass.starts()) {
            complaints.add(
                    "it started the server under test " + outcome.starts() + " times, not " + suiteClass.starts());
        }
        for (String failed : outcome.failed()) {
            if (known.stream().noneMatch(difference -> difference.covers(failed))) {
                complaints.add("failed: " + failed);
            }
        }
        for (KnownDifference difference : known) {
            if (difference.frequency() == Frequency.ALWAYS
                    && outcome.isComplete()
                    && outcome.failed().stream().noneMatch(difference::covers)) {
                complaints.add("passed, take it off the list of known differences: " + difference.test());
            }
        }
        return complaints;
    }
}
