package io.cellkeeper.bench;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code bench}: dispatches to its subcommands. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Measures servers that speak ZooKeeper's wire protocol.",
        subcommands = {LoadCommand.class, FailoverCommand.class, FreePortsCommand.class})
public final class Bench {
    Bench() {}

    /** Exits with 0 on success, 1 if the run failed, 2 if the arguments are wrong. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Bench()).execute(args));
    }
}
