package io.cellkeeper.compat.cell;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * Where a replica lives.
 *
 * @param host its address, for clients and for the other replicas
 * @param launcher what stands before the command that starts its process, such as what enters a network namespace
 */
public record Place(String host, int quorumPort, int electionPort, int clientPort, List<String> launcher) {
    /** On the loopback address, with free ports. */
    static Place onThisHost() {
        return new Place("127.0.0.1", Ports.free(), Ports.free(), Ports.free(), List.of());
    }

    /** Where clients connect. */
    public InetSocketAddress clientAddress() {
        return new InetSocketAddress(host, clientPort);
    }

    /** Its line in every zoo.cfg. */
    String serverLine(int id) {
        return "server." + id + "=" + host + ":" + quorumPort + ":" + electionPort + ";" + host + ":" + clientPort;
    }
}
