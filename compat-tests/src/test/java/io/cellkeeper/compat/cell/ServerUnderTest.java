package io.cellkeeper.compat.cell;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Which server the tests run against: system property {@code compat.server}. */
public enum ServerUnderTest {
    /** Cellkeeper, as this checkout has built it. */
    OURS {
        @Override
        List<String> command(Path config, List<String> properties) {
            List<String> command = new ArrayList<>(List.of(launcher().toString(), "server"));
            command.addAll(properties);
            command.add(config.toString());
            return command;
        }
    },
    /** Apache ZooKeeper, which shows that the tests ask for what ZooKeeper does. */
    STOCK {
        @Override
        List<String> command(Path config, List<String> properties) {
            List<String> options = new ArrayList<>(
                    List.of("-Xmx256m", "-Dcompat.client.level=INFO", "-Dznode.container.checkIntervalMs=1000"));
            options.addAll(properties);
            return JavaProcess.command(
                    options,
                    JavaProcess.testClassPath(),
                    "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                    List.of(config.toString()));
        }
    },
    /** Cellkeeper in a process that can break rules of it: {@code MutantMain}. Only for the tests of the tests. */
    MUTANT {
        @Override
        List<String> command(Path config, List<String> properties) {
            String tests = JavaProcess.testClassPath();
            List<String> options = new ArrayList<>(
                    List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-javaagent:" + jar(tests, "byte-buddy-agent-")));
            options.addAll(properties);
            Path server = checkout().resolve("server/target");
            String classPath = String.join(
                    File.pathSeparator,
                    server.resolve("classes").toString(),
                    server.resolve("lib") + "/*",
                    target().resolve("test-classes").toString(),
                    jar(tests, "byte-buddy-1"));
            return JavaProcess.command(
                    options,
                    classPath,
                    "io.cellkeeper.compat.mutation.MutantMain",
                    List.of("server", config.toString()));
        }
    };

    /** The command that starts a replica from its configuration file, with system properties given as {@code -Dkey=value}. */
    abstract List<String> command(Path config, List<String> properties);

    private static String jar(String classPath, String name) {
        return Stream.of(classPath.split(File.pathSeparator))
                .filter(each -> Path.of(each).getFileName().toString().startsWith(name))
                .findFirst()
                .orElseThrow();
    }

    /** The server that this run tests. */
    public static ServerUnderTest current() {
        return valueOf(System.getProperty("compat.server", "ours").toUpperCase(java.util.Locale.ROOT));
    }

    /** Whether this run tests Cellkeeper itself. */
    public static boolean isOurs() {
        return current() == OURS;
    }

    /** The checkout that these tests belong to. */
    public static Path checkout() {
        return Path.of(System.getProperty("compat.checkout", ".."))
                .toAbsolutePath()
                .normalize();
    }

    /** The launcher of this checkout. */
    public static Path launcher() {
        return checkout().resolve("bin/cellkeeper");
    }

    /** Where the module's build output goes; logs are kept below it. */
    public static Path target() {
        return Path.of(System.getProperty("compat.target", "target")).toAbsolutePath();
    }
}
