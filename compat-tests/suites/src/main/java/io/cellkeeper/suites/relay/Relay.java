package io.cellkeeper.suites.relay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/**
 * Takes connections on one port and carries them to a server's. A thread accepts, two carry the bytes of each connection;
 * all are daemons.
 */
public final class Relay {
    private final ServerSocket listener;
    private final IntSupplier serverPort;
    private final Sessions sessions;
    private final Set<RelayedConnection> connections = ConcurrentHashMap.newKeySet();

    /** Hears which sessions have connections. Called by many threads. */
    public interface Sessions {
        /** A server has answered a handshake with this session; its client hasn't heard it yet. */
        void opened(long session);

        /** A connection of this session has ended. */
        void closed(long session);
    }

    /**
     * Begins to accept.
     *
     * @param serverPort asked before each connection, by the accepting thread
     */
    public Relay(ServerSocket listener, IntSupplier serverPort, Sessions sessions) {
        this.listener = listener;
        this.serverPort = serverPort;
        this.sessions = sessions;
        daemon("relay-accept", this::acceptAll);
    }

    private void acceptAll() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                try {
                    Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort.getAsInt());
                    RelayedConnection connection = new RelayedConnection(client, server, sessions, connections::remove);
                    connections.add(connection);
                    connection.start();
                } catch (IOException e) {
                    // There is no server: the client sees what it would see of one that has just gone.
                    client.close();
                }
            } catch (IOException e) {
                // The listener was closed, or a client has gone before it was served.
            }
        }
    }

    /** Ends all connections; new ones are taken. */
    public void closeConnections() {
        connections.forEach(RelayedConnection::close);
    }

    /** Takes no more connections and ends all. */
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            // Closed is all that matters.
        }
        closeConnections();
    }

    static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
