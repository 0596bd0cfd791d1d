package io.cellkeeper.suites.server;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How the server under test is started: system property {@code compat.server}. */
enum ServerCommand {
    /** Cellkeeper, as this checkout has built it. */
    OURS {
        @Override
        List<String> command(Path config, List<String> properties) {
            List<String> command = new ArrayList<>();
            command.add(
                    Path.of(ForkProperty.CHECKOUT.value(), "bin", "cellkeeper").toString());
            command.add("server");
            command.addAll(properties);
            command.add(config.toString());
            return command;
        }

        @Override
        boolean understands(String property) {
            // Java classes to be loaded into the server are refused at start, as docs/operations.md says.
            // Tests that set it ask for a provider that refuses everybody, which is what an unknown scheme gets.
            return !property.startsWith("zookeeper.authProvider.");
        }
    },
    /** Apache ZooKeeper, which shows that the seams and the lists of tests are right. */
    STOCK {
        @Override
        List<String> command(Path config, List<String> properties) {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.add("-Xmx256m");
            command.addAll(properties);
            command.add("-cp");
            command.add(classPathWithoutSeams());
            command.add("org.apache.zookeeper.server.quorum.QuorumPeerMain");
            command.add(config.toString());
            return command;
        }

        @Override
        boolean understands(String property) {
            return true;
        }
    };

    /** The command that starts a server from its configuration, with these options for its Java runtime. */
    abstract List<String> command(Path config, List<String> properties);

    /** Whether the server can be given this system property of a test. */
    abstract boolean understands(String property);

    /** The server of this run. */
    static ServerCommand current() {
        return valueOf(ForkProperty.SERVER.value().toUpperCase(Locale.ROOT));
    }

    private static String classPathWithoutSeams() {
        Path seams = Path.of(ForkProperty.SEAMS.value()).toAbsolutePath().normalize();
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !Path.of(entry).toAbsolutePath().normalize().equals(seams))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
