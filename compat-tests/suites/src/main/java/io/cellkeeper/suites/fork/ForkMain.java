package io.cellkeeper.suites.fork;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs one class of a suite, and writes what came of each test to a file, whose last line is {@link #END}. */
public final class ForkMain {
    /** Shows that the class ran to its end. */
    public static final String END = "end";

    private ForkMain() {}

    /**
     * Runs the class.
     *
     * @param arguments the class's name, and the file for the outcomes
     */
    public static void main(String[] arguments) throws IOException {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(arguments[0]))
                .build();
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(arguments[1])))) {
            LauncherFactory.create().execute(request, new OutcomeListener(out));
            out.println(END);
        }
        // Some tests leave threads behind.
        System.exit(0);
    }
}
