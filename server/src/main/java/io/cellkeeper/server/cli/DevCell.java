package io.cellkeeper.server.cli;

import io.cellkeeper.server.config.ConfigException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The configuration files of a cell on the loopback address: one directory for each replica, {@code 1}, {@code 2} and so
 * on. Found again in a directory that was used before, the server lines stay as they are, since the cell's log names
 * those ports; the client ports are chosen anew.
 */
final class DevCell {
    static final String HOST = "127.0.0.1";

    private static final int FIRST_SERVER_PORT = 20_000;
    private static final int LAST_SERVER_PORT = 31_999;
    private static final int MAX_ATTEMPTS = 1_000;

    private final Path directory;
    private final int replicas;
    private final int firstPort;

    DevCell(Path directory, int replicas, int firstPort) {
        this.directory = directory;
        this.replicas = replicas;
        this.firstPort = firstPort;
    }

    /** Writes the files, and returns them in order. */
    List<Path> configure() throws IOException, ConfigException {
        List<String> serverLines = Files.isRegularFile(file(1)) ? keptLines() : newLines();
        List<Integer> clientPorts = clientPorts();
        List<Path> files = new ArrayList<>();
        for (int id = 1; id <= replicas; id++) {
            Path home = directory.resolve(Integer.toString(id));
            Files.createDirectories(home);
            List<String> lines = new ArrayList<>(List.of(
                    "tickTime=2000",
                    "dataDir=" + home.toAbsolutePath().toString().replace("\\", "\\\\"),
                    "clientPort=" + clientPorts.get(id - 1),
                    "clientPortAddress=" + HOST,
                    "4lw.commands.whitelist=*"));
            lines.addAll(serverLines);
            Files.write(file(id), lines, StandardCharsets.ISO_8859_1);
            Files.write(home.resolve("myid"), List.of(Integer.toString(id)), StandardCharsets.ISO_8859_1);
            files.add(file(id));
        }
        return files;
    }

    private Path file(int id) {
        return directory.resolve(Integer.toString(id)).resolve("zoo.cfg");
    }

    private List<String> keptLines() throws IOException, ConfigException {
        List<String> lines = Files.readAllLines(file(1), StandardCharsets.ISO_8859_1).stream()
                .filter(line -> line.startsWith("server."))
                .toList();
        int before = Math.max(1, lines.size());
        if (before != replicas) {
            throw new ConfigException(
                    directory + " holds a cell of " + before + " replicas; --replicas says " + replicas);
        }
        return lines;
    }

    /** A cell of one has no server line: it listens on its client port only. */
    private List<String> newLines() throws IOException {
        List<String> lines = new ArrayList<>();
        if (replicas > 1) {
            List<Integer> ports = freePorts(2 * replicas);
            for (int id = 1; id <= replicas; id++) {
                lines.add("server." + id + "=" + HOST + ":" + ports.get(2 * id - 2) + ":" + ports.get(2 * id - 1));
            }
        }
        return lines;
    }

    private List<Integer> clientPorts() throws ConfigException {
        List<Integer> ports = new ArrayList<>();
        ports.add(firstPort);
        int next = firstPort;
        while (ports.size() < replicas) {
            if (firstPort != 0) {
                next++;
                if (next > 65_535) {
                    throw new ConfigException("there are not enough free ports above " + firstPort);
                }
                if (!isFree(next)) {
                    continue;
                }
            }
            ports.add(next);
        }
        return ports;
    }

    static InetAddress loopback() throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(loopback(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Ports that are free now, and not of those from which systems choose for outgoing connections. */
    private static List<Integer> freePorts(int count) throws IOException {
        Random random = new Random();
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int attempt = 0; sockets.size() < count; attempt++) {
                int port = FIRST_SERVER_PORT + random.nextInt(LAST_SERVER_PORT - FIRST_SERVER_PORT + 1);
                try {
                    sockets.add(new ServerSocket(port, 1, loopback()));
                } catch (BindException e) {
                    if (attempt == MAX_ATTEMPTS) {
                        throw e;
                    }
                }
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }
}
