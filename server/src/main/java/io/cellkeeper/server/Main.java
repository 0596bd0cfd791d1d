package io.cellkeeper.server;

import io.cellkeeper.server.cli.CommandLineRunner;
import io.cellkeeper.server.replica.Replica;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Where the process begins. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        // gRPC logs by java.util.logging: into the same log, at the same levels.
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        System.exit(CommandLineRunner.run(arguments, Replica::start));
    }
}
