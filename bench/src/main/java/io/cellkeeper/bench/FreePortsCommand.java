package io.cellkeeper.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Prints ports of the loopback address that nobody listens on. They are taken from below Linux' range for outgoing
 * connections: a port from within it could be given to some client between this command and the server's start.
 */
@Command(name = "free-ports", description = "Prints free TCP ports of 127.0.0.1, one a line.")
final class FreePortsCommand implements Callable<Integer> {
    private static final int LOWEST_PORT = 10_240;
    private static final int OUTGOING_PORTS = 32_768;
    private static final int TRIES_PER_PORT = 100;

    @Parameters(paramLabel = "COUNT", description = "How many ports.")
    private int count;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it calls
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        // All are held until the last one is found, so that no port comes twice.
        List<ServerSocket> held = new ArrayList<>();
        try {
            Random random = new Random();
            for (int tries = 0; held.size() < count; tries++) {
                if (tries >= count * TRIES_PER_PORT) {
                    throw new IOException("found " + held.size() + " free ports of " + count);
                }
                tryToHold(LOWEST_PORT + random.nextInt(OUTGOING_PORTS - LOWEST_PORT), held);
            }
            for (ServerSocket socket : held) {
                out.println(socket.getLocalPort());
            }
        } finally {
            for (ServerSocket socket : held) {
                socket.close();
            }
        }
        out.flush();
        return 0;
    }

    private static void tryToHold(int port, List<ServerSocket> held) {
        try {
            ServerSocket socket = new ServerSocket();
            try {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                held.add(socket);
            } catch (IOException taken) {
                socket.close();
            }
        } catch (IOException unusable) {
            // Not this one: the caller draws another and gives up after a number of tries.
        }
    }
}
