package io.cellkeeper.server.cli;

import io.cellkeeper.server.words.Version;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** Parses the command line and runs what it says. */
public final class CommandLineRunner {
    /** Held here, because its level goes when nobody holds it: gRPC, inside Ratis, has a log of its own. */
    private static final Logger GRPC = Logger.getLogger("org.apache.ratis.thirdparty.io.grpc");

    private CommandLineRunner() {}

    @Command(
            name = "cellkeeper",
            description = "A coordination and lock server that speaks ZooKeeper's protocol.",
            mixinStandardHelpOptions = true,
            versionProvider = VersionText.class,
            footer = {
                "",
                "Exit codes: 0 stopped in order; 1 failed; 2 wrong usage or configuration; 3 the data directory is in"
                        + " use, or belongs to another server or cell."
            })
    private static final class Root {}

    static final class VersionText implements IVersionProvider {
        @Override
        public String[] getVersion() {
            Version version = Version.current();
            return new String[] {
                "cellkeeper " + version.product() + " (as ZooKeeper " + version.zooKeeper() + "), built on "
                        + version.built()
            };
        }
    }

    /**
     * Runs a command to its end. The process should then exit with the code returned; a signal to it while this runs
     * stops it in order.
     *
     * @param starter how replicas are started
     */
    public static int run(String[] arguments, ReplicaStarter starter) {
        GRPC.setLevel(Level.WARNING);
        Life life = new Life();
        life.listenForSignals();
        Host host = new Host(
                starter,
                System.getProperties(),
                life,
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8));
        int code = ExitCode.FAILED;
        try {
            code = run(arguments, host);
        } finally {
            life.stopped(code);
        }
        return code;
    }

    static int run(String[] arguments, Host host) {
        CommandLine commands = new CommandLine(new Root())
                .addSubcommand(new ServerCommand(host))
                .addSubcommand(new DevCommand(host))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(host.out())
                .setErr(host.err())
                .setExecutionExceptionHandler((failure, command, parsed) -> Failures.report(failure, host.err()));
        if (arguments.length == 0) {
            commands.usage(host.err());
            return ExitCode.USAGE;
        }
        return commands.execute(arguments);
    }
}
