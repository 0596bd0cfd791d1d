package io.cellkeeper.suites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file of results, {@code target/suites/results.txt}: one line for each class that ran, never rewritten. */
final class Results {
    private final Path file = Run.target().resolve("suites").resolve("results.txt");
    private final String commit;

    Results(String commit) {
        this.commit = commit;
    }

    /** Whether this class has passed on exactly this commit. */
    boolean hasPassed(SuiteClass suiteClass) throws IOException {
        if (commit.endsWith("+") || commit.equals("unknown") || !Files.exists(file)) {
            return false;
        }
        String wanted = head(suiteClass) + " passed ";
        return Files.readAllLines(file).stream().anyMatch(line -> line.startsWith(wanted));
    }

    /** Adds a line and returns it. */
    String add(SuiteClass suiteClass, Outcome outcome, boolean hasPassed, long ms) throws IOException {
        String line = head(suiteClass)
                + (hasPassed ? " passed " : " FAILED ")
                + "tests=" + outcome.tests().size()
                + " ok=" + outcome.count("successful")
                + " failed=" + outcome.count("failed")
                + " skipped=" + (outcome.count("skipped") + outcome.count("aborted"))
                + " starts=" + outcome.starts()
                + " seconds=" + (ms / 1000)
                + (outcome.failed().isEmpty() ? "" : " " + String.join(",", outcome.failed()));
        Files.createDirectories(file.getParent());
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return line;
    }

    private String head(SuiteClass suiteClass) {
        return commit + " " + Run.server() + " " + suiteClass.suite() + " " + suiteClass.simpleName();
    }
}
