package io.cellkeeper.suites;

import io.cellkeeper.suites.fork.ForkMain;
import io.cellkeeper.suites.server.ForkProperty;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs one class in a JVM and a directory of its own. */
final class Fork {
    private static final long LIMIT_MINUTES = 15;

    private final SuiteClass suiteClass;
    private final Path home;

    private Fork(SuiteClass suiteClass, Path home) {
        this.suiteClass = suiteClass;
        this.home = home;
    }

    /** Runs the class and reads what came of it. A run that hangs is ended, its outcome incomplete. */
    static Outcome run(SuiteClass suiteClass) throws IOException, InterruptedException {
        Path home = Run.target().resolve("suites").resolve(suiteClass.simpleName());
        deleteTree(home);
        Files.createDirectories(home.resolve("work"));
        return new Fork(suiteClass, home).run();
    }

    private Outcome run() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command())
                .directory(home.resolve("work").toFile())
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("test.log").toFile())
                .start();
        try {
            process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        deleteTree(home.resolve("work"));
        return Outcome.read(home.resolve("outcomes"), home.resolve("starts"));
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx512m");
        properties().forEach((key, value) -> command.add("-D" + key + "=" + value));
        command.add("-cp");
        command.add(classPath());
        command.add(ForkMain.class.getName());
        command.add(suiteClass.name());
        command.add(home.resolve("outcomes").toString());
        return command;
    }

    private Map<String, String> properties() {
        return Map.of(
                ForkProperty.SERVER.key(),
                Run.server(),
                ForkProperty.CHECKOUT.key(),
                Run.checkout().toString(),
                ForkProperty.SEAMS.key(),
                seams(),
                ForkProperty.STOP.key(),
                System.getProperty("suites.stop", "TERM"),
                ForkProperty.STARTS.key(),
                home.resolve("starts").toString(),
                ForkProperty.SERVER_LOG.key(),
                home.resolve("server.log").toString(),
                "build.test.dir",
                home.resolve("work").toString(),
                "java.io.tmpdir",
                home.resolve("work").toString(),
                // As ZooKeeper's own build sets it.
                "zookeeper.DigestAuthenticationProvider.superDigest",
                "super:D/InIHSb7yEEbrWz8b9l71RjZJU=");
    }

    private static String seams() {
        return System.getProperty("suites.seams", "target/classes");
    }

    /** The seams' classes before everything else. */
    private static String classPath() {
        String inherited = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return seams() + File.pathSeparator + inherited;
    }

    private static void deleteTree(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : (Iterable<Path>) paths.sorted(Comparator.reverseOrder())::iterator) {
                Files.delete(path);
            }
        }
    }
}
