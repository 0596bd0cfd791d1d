package io.cellkeeper.bench.load;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Just enough of a ZooKeeper for the load client, written from the protocol's description with the JDK's data streams, so
 * that it shares no code with the client. A fault may change each reply on its way out.
 */
final class FakeServer implements AutoCloseable {
    /** Changes replies; called by the connections' threads. */
    @FunctionalInterface
    interface Fault {
        /**
         * @param type of the request
         * @param count how many of this type the connection has asked for, this one included
         * @param frame the reply without its length
         * @return what to send instead, or null to close the connection
         */
        byte @Nullable [] reply(int type, int count, byte[] frame);
    }

    static final Fault NONE = (type, count, frame) -> frame;

    private final Fault fault;
    private final ServerSocket listener;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final Map<String, Node> nodes = new ConcurrentHashMap<>();
    private final AtomicInteger sequence = new AtomicInteger();
    private final AtomicLong zxid = new AtomicLong();
    private final AtomicLong sessions = new AtomicLong();
    private final AtomicInteger pings = new AtomicInteger();

    FakeServer(Fault fault) throws IOException {
        this.fault = fault;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
    }

    /** Nodes that exist now. */
    List<String> paths() {
        return new ArrayList<>(nodes.keySet());
    }

    /** Sessions ever opened. */
    long sessions() {
        return sessions.get();
    }

    int pings() {
        return pings.get();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                sockets.add(socket);
                daemon(() -> serve(socket));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            in.readFully(new byte[in.readInt()]);
            long session = sessions.incrementAndGet();
            out.write(connectAnswer(session));
            int[] counts = new int[128];
            while (true) {
                byte[] request = new byte[in.readInt()];
                in.readFully(request);
                DataInputStream body = new DataInputStream(new ByteArrayInputStream(request));
                int xid = body.readInt();
                int type = body.readInt();
                byte[] reply = fault.reply(type, ++counts[type & 127], reply(xid, type, body, session));
                if (reply == null) {
                    return;
                }
                ByteArrayOutputStream frame = new ByteArrayOutputStream();
                DataOutputStream framed = new DataOutputStream(frame);
                framed.writeInt(reply.length);
                framed.write(reply);
                out.write(frame.toByteArray());
            }
        } catch (IOException gone) {
            // The client closed the connection, or the test is over.
        }
    }

    private static byte[] connectAnswer(long session) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(37);
        out.writeInt(0);
        out.writeInt(30_000);
        out.writeLong(session);
        out.writeInt(16);
        out.write(new byte[16]);
        out.writeBoolean(false);
        return bytes.toByteArray();
    }

    private byte[] reply(int xid, int type, DataInputStream in, long session) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(xid);
        out.writeLong(zxid.incrementAndGet());
        out.writeInt(0);
        switch (type) {
            case 1 -> string(out, create(in, session));
            case 2 -> {
                expect(nodes.remove(string(in)) != null);
                expect(in.readInt() == -1);
            }
            case 4 -> {
                Node node = node(in);
                in.readBoolean();
                out.writeInt(node.data.length);
                out.write(node.data);
                stat(out, node);
            }
            case 5 -> {
                String path = string(in);
                byte[] data = buffer(in);
                expect(in.readInt() == -1);
                Node set = nodes.computeIfPresent(path, (p, old) -> new Node(data, old.version + 1, old.owner));
                if (set == null) {
                    throw new IOException("no such node");
                }
                stat(out, set);
            }
            case 9 -> {
                String path = string(in);
                string(out, path);
            }
            case 11 -> {
                expect(xid == -2);
                pings.incrementAndGet();
            }
            case -11 -> nodes.values().removeIf(node -> node.owner == session);
            default -> throw new IOException("type " + type);
        }
        expect(in.available() == 0);
        return bytes.toByteArray();
    }

    private String create(DataInputStream in, long session) throws IOException {
        String path = string(in);
        byte[] data = buffer(in);
        expect(in.readInt() == 1);
        expect(in.readInt() == 31);
        expect(string(in).equals("world"));
        expect(string(in).equals("anyone"));
        int flags = in.readInt();
        if ((flags & 2) != 0) {
            path = path + String.format(Locale.ROOT, "%010d", sequence.getAndIncrement());
        }
        expect(nodes.put(path, new Node(data, 0, (flags & 1) != 0 ? session : 0)) == null);
        return path;
    }

    private Node node(DataInputStream in) throws IOException {
        Node node = nodes.get(string(in));
        if (node == null) {
            throw new IOException("no such node");
        }
        return node;
    }

    private static void stat(DataOutputStream out, Node node) throws IOException {
        out.write(new byte[32]);
        out.writeInt(node.version);
        out.write(new byte[16]);
        out.writeInt(node.data.length);
        out.write(new byte[12]);
    }

    private static String string(DataInputStream in) throws IOException {
        return new String(buffer(in), StandardCharsets.UTF_8);
    }

    private static void string(DataOutputStream out, String string) throws IOException {
        byte[] bytes = string.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] buffer(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }

    /** A client that asks for what it shouldn't is cut off, which fails its run. */
    private static void expect(boolean holds) throws IOException {
        if (!holds) {
            throw new IOException("unexpected request");
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "fake-server");
        thread.setDaemon(true);
        thread.start();
    }

    /** A node's state at one time. */
    private static final class Node {
        private final byte[] data;
        private final int version;
        private final long owner;

        Node(byte[] data, int version, long owner) {
            this.data = data;
            this.version = version;
            this.owner = owner;
        }
    }
}
