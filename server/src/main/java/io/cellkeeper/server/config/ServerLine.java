package io.cellkeeper.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads one {@code server.N} line. */
final class ServerLine {
    private static final String PREFIX = "server.";
    private static final String FORM =
            "; expected: host:quorumPort:electionPort[:participant][;[address:]clientPort], IPv6 addresses in brackets";

    private ServerLine() {}

    static boolean isKey(String key) {
        return key.startsWith(PREFIX);
    }

    static Member parse(String key, String value) throws ConfigException {
        int id = id(key);
        String line = key + "=" + Printable.escape(value);
        if (value.indexOf('|') >= 0) {
            throw new ConfigException(line + ": several addresses of one server are not supported");
        }
        int semicolon = value.indexOf(';');
        List<String> parts = split(semicolon < 0 ? value : value.substring(0, semicolon), line);
        if (parts.size() < 3 || parts.size() > 4 || parts.get(0).isEmpty()) {
            throw new ConfigException(line + FORM);
        }
        if (parts.size() == 4) {
            checkRole(parts.get(3), line);
        }
        int quorumPort = port(parts.get(1), line);
        int electionPort = port(parts.get(2), line);
        if (quorumPort == electionPort) {
            throw new ConfigException(line + ": the quorum port and the election port must differ");
        }
        if (semicolon < 0) {
            return new Member(id, parts.get(0), quorumPort, electionPort, Optional.empty(), OptionalInt.empty());
        }
        List<String> client = split(value.substring(semicolon + 1), line);
        if (client.size() > 2) {
            throw new ConfigException(line + FORM);
        }
        Optional<String> address =
                client.size() == 2 && !client.get(0).isEmpty() ? Optional.of(client.get(0)) : Optional.empty();
        OptionalInt clientPort = OptionalInt.of(port(client.get(client.size() - 1), line));
        return new Member(id, parts.get(0), quorumPort, electionPort, address, clientPort);
    }

    private static int id(String key) throws ConfigException {
        try {
            int id = Integer.parseInt(key.substring(PREFIX.length()).trim());
            if (id >= 0) {
                return id;
            }
        } catch (NumberFormatException e) {
            // Told below, like a negative number.
        }
        throw new ConfigException(Printable.escape(key) + ": the number of a server must be 0 to " + Integer.MAX_VALUE);
    }

    private static void checkRole(String role, String line) throws ConfigException {
        switch (role.toLowerCase(Locale.ROOT)) {
            case "participant" -> {
                // The only kind there is.
            }
            case "observer" -> throw new ConfigException(line + ": observers are not supported yet");
            default -> throw new ConfigException(line + FORM);
        }
    }

    private static int port(String text, String line) throws ConfigException {
        try {
            int port = Integer.parseInt(text);
            if (port >= 1 && port <= 65_535) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Told below, like a number out of range.
        }
        throw new ConfigException(line + ": a port must be 1 to 65535, not " + Printable.escape(text));
    }

    /** Splits at the colons outside brackets, and takes brackets off. */
    private static List<String> split(String text, String line) throws ConfigException {
        List<String> parts = new ArrayList<>();
        int at = 0;
        while (true) {
            int end;
            if (text.startsWith("[", at)) {
                int bracket = text.indexOf(']', at);
                if (bracket < 0) {
                    throw new ConfigException(line + FORM);
                }
                parts.add(text.substring(at + 1, bracket).trim());
                end = bracket + 1;
                if (end < text.length() && text.charAt(end) != ':') {
                    throw new ConfigException(line + FORM);
                }
            } else {
                int colon = text.indexOf(':', at);
                end = colon < 0 ? text.length() : colon;
                parts.add(text.substring(at, end).trim());
            }
            if (end >= text.length()) {
                return parts;
            }
            at = end + 1;
        }
    }
}
