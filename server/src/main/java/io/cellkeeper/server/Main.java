package io.cellkeeper.server;

import io.cellkeeper.server.cli.CommandLineRunner;
import io.cellkeeper.server.replica.Replica;

/** Where the process begins. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(CommandLineRunner.run(arguments, Replica::start));
    }
}
