package io.cellkeeper.suites;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** What this run was asked for, and of which commit it is. */
final class Run {
    private Run() {}

    /** {@code ours} or {@code stock}. */
    static String server() {
        return System.getProperty("compat.server", "ours");
    }

    /** What to run, see {@link SuiteLists#selected}. */
    static String selection() {
        return System.getProperty("suites", "fast");
    }

    /** Whether classes that passed on this commit are left out. */
    static boolean resumes() {
        return Boolean.getBoolean("suites.resume");
    }

    /** The checkout that the launcher starts. */
    static Path checkout() {
        return Path.of(System.getProperty("compat.checkout", "../.."))
                .toAbsolutePath()
                .normalize();
    }

    /** The build's output of this module. */
    static Path target() {
        return Path.of(System.getProperty("suites.target", "target")).toAbsolutePath();
    }

    /** The commit, with a + if the tree differs from it; {@code unknown} outside of a checkout. */
    static String commit() throws IOException, InterruptedException {
        String commit = git("rev-parse", "--short", "HEAD");
        if (commit.isEmpty()) {
            return "unknown";
        }
        return git("status", "--porcelain").isEmpty() ? commit : commit + "+";
    }

    private static String git(String... arguments) throws IOException, InterruptedException {
        String[] command = new String[arguments.length + 1];
        command[0] = "git";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        try {
            Process process = new ProcessBuilder(command)
                    .directory(checkout().toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? said : "";
        } catch (IOException e) {
            // There is no git.
            return "";
        }
    }
}
