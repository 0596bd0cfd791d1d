package io.cellkeeper.server.config;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * One server of the cell, from its line {@code server.N=host:quorumPort:electionPort[:participant][;[address:]port]}.
 *
 * @param id the N of its line
 * @param host host name or address, without brackets
 * @param quorumPort carries Raft
 * @param electionPort carries link and control connections
 * @param clientAddress where its client port listens, if the line says so
 * @param clientPort its client port, if the line says so
 */
public record Member(
        int id, String host, int quorumPort, int electionPort, Optional<String> clientAddress, OptionalInt clientPort) {
    /** The line's value as {@code /zookeeper/config} shows it (rule 19.1); the client part only where it was given. */
    public String line() {
        StringBuilder line = new StringBuilder()
                .append(bracketed(host))
                .append(':')
                .append(quorumPort)
                .append(':')
                .append(electionPort)
                .append(":participant");
        if (clientPort.isPresent()) {
            line.append(';')
                    .append(bracketed(clientAddress.orElse("0.0.0.0")))
                    .append(':')
                    .append(clientPort.getAsInt());
        }
        return line.toString();
    }

    /** Raft's address of this server. */
    public String quorumAddress() {
        return bracketed(host) + ":" + quorumPort;
    }

    private static String bracketed(String host) {
        return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    }
}
