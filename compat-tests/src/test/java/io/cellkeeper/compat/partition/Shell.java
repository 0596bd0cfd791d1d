package io.cellkeeper.compat.partition;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the system's short commands. */
final class Shell {
    private static final long LIMIT_S = 30;

    private Shell() {}

    /** What the command prints; fails with what it complained of if its exit code isn't 0. */
    static String run(String... command) throws IOException {
        return run(List.of(command), "");
    }

    /** As {@link #run(String...)}, with something to read. */
    static String run(List<String> command, String input) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            try (var stdin = process.getOutputStream()) {
                stdin.write(input.getBytes(StandardCharsets.UTF_8));
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException(String.join(" ", command) + (input.isEmpty() ? "" : " < " + input.strip()) + ": "
                        + output.strip());
            }
            return output;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted: " + command, e);
        } finally {
            process.destroyForcibly();
        }
    }
}
