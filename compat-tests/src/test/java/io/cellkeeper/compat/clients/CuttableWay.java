package io.cellkeeper.compat.clients;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One address that leads to each server of a cell in turn, and whose connections can be cut. A thread accepts, two carry
 * the bytes of each connection; all are daemons.
 */
final class CuttableWay implements AutoCloseable {
    private final ServerSocket listener;
    private final List<Integer> serverPorts;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    CuttableWay(List<Integer> serverPorts) {
        this.serverPorts = List.copyOf(serverPorts);
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon("way-accept", this::acceptAll);
    }

    /** What clients connect to. */
    String connectString() {
        return listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort();
    }

    private void acceptAll() {
        for (int next = 0; !listener.isClosed(); next = (next + 1) % serverPorts.size()) {
            try {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPorts.get(next));
                sockets.add(client);
                sockets.add(server);
                daemon("way-out", () -> carry(client, server));
                daemon("way-back", () -> carry(server, client));
            } catch (IOException e) {
                // The listener was closed: the loop ends. All servers run, and their port numbers were read from them.
            }
        }
    }

    private void carry(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            from.setTcpNoDelay(true);
            in.transferTo(out);
        } catch (IOException e) {
            // Cut, or one end has gone: so is the other in a moment.
        } finally {
            end(from);
            end(to);
        }
    }

    /** Ends every connection; new ones are taken. */
    void cut() {
        sockets.forEach(this::end);
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }

    private void end(Socket socket) {
        sockets.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            // Closed is all that matters.
        }
    }

    private static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
