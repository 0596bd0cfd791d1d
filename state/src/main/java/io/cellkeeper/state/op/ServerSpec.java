package io.cellkeeper.state.op;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A server as reconfig names it (rule 19.2): {@code server.N=host:port:electionPort[:role];[address:]clientPort}. Names are
 * not looked up: all replicas judge alike.
 *
 * @param id the N
 * @param votes whether it is a participant, not an observer
 * @param clientPort 0 if there is none
 * @param addresses its ports with their hosts, those apart that say nothing about a host
 */
record ServerSpec(long id, boolean votes, int clientPort, List<String> addresses) {
    private static final String KEY = "server.";
    private static final Set<String> ANY_HOST = Set.of("", "0.0.0.0", "::", "127.0.0.1", "::1", "localhost");

    ServerSpec {
        addresses = List.copyOf(addresses);
    }

    /** Reads one line; empty if it is malformed. */
    static Optional<ServerSpec> parse(String line) {
        int equals = line.indexOf('=');
        String key = equals < 0 ? "" : line.substring(0, equals).trim();
        long id = key.startsWith(KEY) ? number(key.substring(KEY.length()), Long.MAX_VALUE) : -1;
        if (id < 0) {
            return Optional.empty();
        }
        String value = line.substring(equals + 1).trim();
        int semicolon = value.indexOf(';');
        List<String> server = split(semicolon < 0 ? value : value.substring(0, semicolon));
        List<String> client = semicolon < 0 ? List.of() : split(value.substring(semicolon + 1));
        if (server == null || client == null || server.size() < 3 || server.size() > 4 || client.size() > 2) {
            return Optional.empty();
        }
        String role = server.size() == 4 ? server.get(3) : "participant";
        boolean votes = role.equalsIgnoreCase("participant");
        if (server.get(0).isEmpty() || !(votes || role.equalsIgnoreCase("observer"))) {
            return Optional.empty();
        }
        List<String> addresses = new ArrayList<>();
        long port = add(addresses, server.get(0), server.get(1));
        long electionPort = add(addresses, server.get(0), server.get(2));
        long clientPort = client.isEmpty()
                ? 0
                : add(addresses, client.size() == 2 ? client.get(0) : "", client.get(client.size() - 1));
        return port < 0 || electionPort < 0 || clientPort < 0
                ? Optional.empty()
                : Optional.of(new ServerSpec(id, votes, (int) clientPort, addresses));
    }

    /** A decimal number without a sign, from 0; else −1. */
    static long number(String text, long max) {
        if (text.startsWith("+") || text.startsWith("-")) {
            return -1;
        }
        try {
            long number = Long.parseLong(text);
            return number <= max ? number : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static long add(List<String> addresses, String host, String portText) {
        long port = number(portText, 65_535);
        if (!ANY_HOST.contains(host)) {
            addresses.add(host + ' ' + port);
        }
        return port;
    }

    /** Splits at the colons outside brackets, and takes brackets off; null if a bracket isn't closed. */
    private static @Nullable List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        for (int from = 0; ; ) {
            boolean bracketed = text.startsWith("[", from);
            int bracket = bracketed ? text.indexOf(']', from) : from;
            if (bracket < 0) {
                return null;
            }
            int colon = text.indexOf(':', bracket);
            int to = colon < 0 ? text.length() : colon;
            parts.add((bracketed ? text.substring(from + 1, bracket) : text.substring(from, to)).trim());
            if (colon < 0) {
                return parts;
            }
            from = colon + 1;
        }
    }
}
