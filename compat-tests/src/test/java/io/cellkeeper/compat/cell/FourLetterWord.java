package io.cellkeeper.compat.cell;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks a replica by a four-letter word, as monitoring does (rule 15.1). */
public final class FourLetterWord {
    private static final int TIMEOUT_MS = 5_000;

    private FourLetterWord() {}

    /** The whole answer to a word, of a replica on this host. */
    public static String ask(int port, String word) throws IOException {
        return ask(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), word);
    }

    /** The whole answer to a word. */
    public static String ask(InetSocketAddress address, String word) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(address, TIMEOUT_MS);
            socket.setSoTimeout(TIMEOUT_MS);
            socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The mode that {@code srvr} names, empty while the replica doesn't serve. */
    public static Optional<String> mode(InetSocketAddress address) throws IOException {
        return ask(address, "srvr")
                .lines()
                .filter(line -> line.startsWith("Mode: "))
                .map(line -> line.substring("Mode: ".length()).trim())
                .findFirst();
    }

    /** The keys and values of {@code mntr}, of a replica on this host. */
    public static Map<String, String> monitor(int port) throws IOException {
        return monitor(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** The keys and values of {@code mntr}. */
    public static Map<String, String> monitor(InetSocketAddress address) throws IOException {
        Map<String, String> values = new HashMap<>();
        for (String line : (Iterable<String>) ask(address, "mntr").lines()::iterator) {
            List<String> parts = List.of(line.split("\t", 2));
            if (parts.size() == 2) {
                values.put(parts.get(0), parts.get(1));
            }
        }
        return values;
    }
}
