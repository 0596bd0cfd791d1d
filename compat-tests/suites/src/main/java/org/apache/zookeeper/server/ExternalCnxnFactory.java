package org.apache.zookeeper.server;

import io.cellkeeper.suites.relay.Relay;
import io.cellkeeper.suites.server.ExternalServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * In place of ZooKeeper's factories of connections: starts the server under test beside the server object that the test
 * made, which stays idle and only registers the beans that tests look for, and relays what comes to the test's port.
 */
abstract class ExternalCnxnFactory extends ServerCnxnFactory {
    private @Nullable ServerSocket listener;
    /** Set by the test's thread, read by the relay's. */
    private volatile int maxClientCnxns;

    private @Nullable ExternalServer server;
    private @Nullable Properties running;
    private @Nullable Relay relay;
    private @Nullable SessionBeans beans;

    @Override
    public void configure(InetSocketAddress address, int maxClientCnxns, int backlog, boolean secure)
            throws IOException {
        if (secure) {
            throw new UnsupportedOperationException("no TLS");
        }
        this.maxClientCnxns = maxClientCnxns;
        listener = new ServerSocket();
        listener.setReuseAddress(true);
        listener.bind(address);
    }

    @Override
    public void startup(ZooKeeperServer idle, boolean startServer) throws IOException, InterruptedException {
        setZooKeeperServer(idle);
        if (startServer) {
            idle.startdata();
            idle.startup();
        }
        serverPort();
        SessionBeans sessions = new SessionBeans(idle);
        beans = sessions;
        relay = new Relay(socket(), this::serverPort, sessions);
    }

    /**
     * The port of a server that has the settings which the test's own server object has now: one whose settings the test
     * has changed since is started again, as late as with the next connection.
     */
    private synchronized int serverPort() {
        Properties wanted = settings();
        if (server == null || !wanted.equals(running)) {
            if (server != null) {
                server.stop();
            }
            server = new ExternalServer(wanted);
            running = wanted;
            try {
                server.start();
                server.awaitServing();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return server.clientPort();
    }

    private Properties settings() {
        Path dataDir = zkServer.getTxnLogFactory().getSnapDir().toPath().resolve("external");
        try {
            Files.createDirectories(dataDir);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Properties settings = new Properties();
        settings.setProperty("dataDir", dataDir.toString());
        settings.setProperty("tickTime", Integer.toString(zkServer.getTickTime()));
        settings.setProperty("minSessionTimeout", Integer.toString(zkServer.getMinSessionTimeout()));
        settings.setProperty("maxSessionTimeout", Integer.toString(zkServer.getMaxSessionTimeout()));
        settings.setProperty("maxClientCnxns", Integer.toString(Math.max(maxClientCnxns, 0)));
        return settings;
    }

    @Override
    public synchronized void shutdown() {
        if (relay != null) {
            relay.close();
        }
        if (beans != null) {
            beans.clear();
        }
        if (server != null) {
            server.stop();
            server = null;
        }
        if (zkServer != null) {
            zkServer.shutdown();
        }
        try {
            socket().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ServerSocket socket() {
        if (listener == null) {
            throw new IllegalStateException("not configured");
        }
        return listener;
    }

    @Override
    public void closeAll(ServerCnxn.DisconnectReason reason) {
        if (relay != null) {
            relay.closeConnections();
        }
    }

    @Override
    public int getLocalPort() {
        return socket().getLocalPort();
    }

    @Override
    public InetSocketAddress getLocalAddress() {
        return (InetSocketAddress) socket().getLocalSocketAddress();
    }

    @Override
    public int getMaxClientCnxnsPerHost() {
        return maxClientCnxns;
    }

    @Override
    public synchronized void setMaxClientCnxnsPerHost(int max) {
        maxClientCnxns = max;
        // At once: the test gives its next connections less time than a start takes.
        if (server != null) {
            serverPort();
        }
    }

    @Override
    public int getSocketListenBacklog() {
        return -1;
    }

    @Override
    public Iterable<ServerCnxn> getConnections() {
        return List.of();
    }

    @Override
    public Iterable<Map<String, Object>> getAllConnectionInfo(boolean brief) {
        return List.of();
    }

    @Override
    public void reconfigure(InetSocketAddress address) {
        throw new UnsupportedOperationException("reconfigure");
    }

    @Override
    public void resetAllConnectionStats() {
        throw new UnsupportedOperationException("resetAllConnectionStats");
    }

    @Override
    public void start() {}

    @Override
    public void join() {}
}
