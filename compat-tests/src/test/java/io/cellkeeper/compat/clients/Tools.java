package io.cellkeeper.compat.clients;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** What other languages' clients are built with. */
final class Tools {
    private Tools() {}

    /** Where tests must not be left out silently, a missing tool is a failure. */
    static void require(String tool, boolean present) {
        String missing = tool + " can't be used here";
        if ("true".equals(System.getenv("CI"))) {
            assertTrue(present, missing);
        }
        assumeTrue(present, missing);
    }

    /** Runs a command to its end. What it says is printed if it fails. */
    static boolean succeeds(Map<String, String> environment, String... command) throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() == 0) {
                return true;
            }
            System.out.println(String.join(" ", command) + "\n" + output);
            return false;
        } catch (IOException e) {
            System.out.println(e.getMessage());
            return false;
        }
    }
}
