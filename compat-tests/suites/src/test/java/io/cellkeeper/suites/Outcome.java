package io.cellkeeper.suites;

import io.cellkeeper.suites.fork.ForkMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What came of one class.
 *
 * @param tests one entry for each test
 * @param starts how many starts of the server under test it took
 * @param isComplete whether the class ran to its end
 */
record Outcome(List<Entry> tests, int starts, boolean isComplete) {
    private static final int FIELDS = 3;

    /** One test: its name and what came of it. */
    record Entry(String name, String outcome) {}

    Outcome {
        tests = List.copyOf(tests);
    }

    /** Reads the files that a fork has written. */
    static Outcome read(Path outcomes, Path starts) throws IOException {
        List<Entry> entries = new ArrayList<>();
        boolean isComplete = false;
        for (String line : Files.exists(outcomes) ? Files.readAllLines(outcomes) : List.<String>of()) {
            String[] fields = line.split("\t");
            if (fields.length == FIELDS) {
                entries.add(new Entry(fields[0], fields[1]));
            } else {
                isComplete = line.equals(ForkMain.END);
            }
        }
        return new Outcome(
                entries, Files.exists(starts) ? Files.readAllLines(starts).size() : 0, isComplete);
    }

    List<String> failed() {
        return named("failed");
    }

    List<String> named(String outcome) {
        return tests.stream()
                .filter(entry -> entry.outcome().equals(outcome))
                .map(Entry::name)
                .collect(Collectors.toList());
    }

    int count(String outcome) {
        return named(outcome).size();
    }
}
