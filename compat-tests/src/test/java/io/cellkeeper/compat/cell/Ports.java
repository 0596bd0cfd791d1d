package io.cellkeeper.compat.cell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports for replicas. They are taken from below the range of ephemeral ports: a replica that is down for a while must
 * get its own port back, and an outgoing connection of some client may not have taken it meanwhile.
 */
public final class Ports {
    private static final int LOWEST = 10_000;
    private static final int HIGHEST = 32_000;
    private static final int TRIES = 1_000;
    private static final Set<Integer> GIVEN = new HashSet<>();

    private Ports() {}

    /** A port that nothing listens on, and that is given only once. */
    public static synchronized int free() {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if (isFree(port) && GIVEN.add(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port found between " + LOWEST + " and " + HIGHEST);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (java.net.BindException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
