package io.cellkeeper.suites.fork;

import io.cellkeeper.suites.server.CurrentTest;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Writes a line for each test: name, outcome (successful, failed, aborted, skipped), milliseconds. */
final class OutcomeListener implements TestExecutionListener {
    private final PrintWriter out;
    private final Map<String, Long> startedNanos = new ConcurrentHashMap<>();

    OutcomeListener(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        startedNanos.put(test.getUniqueId(), System.nanoTime());
        if (test.isTest()) {
            CurrentTest.set(name(test));
            System.out.println("==== " + name(test));
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        result.getThrowable().ifPresent(thrown -> {
            System.out.println("==== failed: " + name(test));
            thrown.printStackTrace(System.out);
        });
        // A class whose preparation failed has no tests, only itself.
        if (test.isTest() || result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
            write(test, result.getStatus().name().toLowerCase(Locale.ROOT));
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        write(test, "skipped");
    }

    private void write(TestIdentifier test, String outcome) {
        long started = startedNanos.getOrDefault(test.getUniqueId(), System.nanoTime());
        long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
        out.println(name(test) + "\t" + outcome + "\t" + ms);
        out.flush();
    }

    private static String name(TestIdentifier test) {
        return test.getLegacyReportingName().replace("()", "").replaceAll("\\s", "");
    }
}
