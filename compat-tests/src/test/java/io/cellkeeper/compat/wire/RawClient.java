package io.cellkeeper.compat.wire;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.jute.BinaryOutputArchive;
import org.apache.jute.Record;
import org.apache.zookeeper.MultiOperationRecord;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.proto.AuthPacket;
import org.apache.zookeeper.proto.CreateRequest;
import org.apache.zookeeper.proto.CreateTTLRequest;
import org.apache.zookeeper.proto.DeleteRequest;
import org.apache.zookeeper.proto.ExistsRequest;
import org.apache.zookeeper.proto.GetDataRequest;
import org.apache.zookeeper.proto.RequestHeader;
import org.apache.zookeeper.proto.SetDataRequest;

/**
 * A connection that sends exactly the frames it is told to, and hands out the server's frames in the order they come.
 * It pings only when told. One thread at a time.
 */
public final class RawClient implements AutoCloseable {
    /** Everything to everyone. */
    public static final List<ACL> OPEN = List.of(new ACL(31, new Id("world", "anyone")));

    /** How long a read waits for the server, in ms. */
    private static final int READ_TIMEOUT_MS = 20_000;

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private RawSession session = RawSession.NEW;
    private int nextXid = 1;

    private RawClient(InetSocketAddress address, int timeoutMs) throws IOException {
        socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.connect(address, timeoutMs);
        socket.setSoTimeout(timeoutMs);
        in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream()));
        out = new DataOutputStream(socket.getOutputStream());
    }

    /** A connection on which nothing was sent. */
    public static RawClient open(int port) throws IOException {
        return open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), READ_TIMEOUT_MS);
    }

    /** As {@link #open(int)}, on whatever host, waiting for the server no longer than this. */
    public static RawClient open(InetSocketAddress address, int timeoutMs) throws IOException {
        return new RawClient(address, timeoutMs);
    }

    /** How long a read waits for the server from now on. */
    public void setReadTimeout(int timeoutMs) throws IOException {
        socket.setSoTimeout(timeoutMs);
    }

    /** A new session with this timeout. */
    public static RawClient connect(int port, int timeoutMs) throws IOException {
        return connect(port, RawSession.NEW, timeoutMs, 0);
    }

    /** As {@link #connect(int, int)}, on whatever host, waiting for the server no longer than the timeout. */
    public static RawClient connect(InetSocketAddress address, int timeoutMs) throws IOException {
        RawClient client = open(address, timeoutMs);
        client.sendConnect(RawSession.NEW, timeoutMs, 0, true);
        client.readConnected();
        return client;
    }

    /** A connection that takes up a session. Whether it was refused is for the caller to see in {@link #session}. */
    public static RawClient reconnect(int port, RawSession session, int timeoutMs) throws IOException {
        return connect(port, session, timeoutMs, 0);
    }

    /** A connect request with everything chosen by the caller. */
    public static RawClient connect(int port, RawSession session, int timeoutMs, long lastZxidSeen) throws IOException {
        RawClient client = open(port);
        client.sendConnect(session, timeoutMs, lastZxidSeen, true);
        client.readConnected();
        return client;
    }

    /** Sends a connect request, with or without the read-only byte that old clients don't know (rule 2.2). */
    public void sendConnect(RawSession asked, int timeoutMs, long lastZxidSeen, boolean readOnlyByte)
            throws IOException {
        sendFrames(frame(connectRequest(asked, timeoutMs, lastZxidSeen, readOnlyByte)));
    }

    /** A connect request's bytes, without its length. */
    public static byte[] connectRequest(RawSession asked, int timeoutMs, long lastZxidSeen, boolean readOnlyByte)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryOutputArchive archive = BinaryOutputArchive.getArchive(bytes);
        archive.writeInt(0, "protocolVersion");
        archive.writeLong(lastZxidSeen, "lastZxidSeen");
        archive.writeInt(timeoutMs, "timeOut");
        archive.writeLong(asked.id(), "sessionId");
        archive.writeBuffer(asked.password(), "passwd");
        if (readOnlyByte) {
            archive.writeBool(false, "readOnly");
        }
        return bytes.toByteArray();
    }

    /** Reads the answer to a connect request and keeps it as this connection's session. */
    public RawSession readConnected() throws IOException {
        byte[] body = readBytes();
        DataInputStream fields = new DataInputStream(new java.io.ByteArrayInputStream(body));
        fields.readInt();
        int timeoutMs = fields.readInt();
        long id = fields.readLong();
        byte[] password = new byte[fields.readInt()];
        fields.readFully(password);
        session = new RawSession(id, password, timeoutMs, body.length);
        return session;
    }

    /** The session as the server last answered. */
    public RawSession session() {
        return session;
    }

    /** A request's bytes, without its length; its xid is the connection's next. */
    public byte[] request(int type, Record... record) {
        return request(nextXid++, type, record);
    }

    /** A request's bytes, without its length, with a chosen xid. */
    public static byte[] request(int xid, int type, Record... record) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            BinaryOutputArchive archive = BinaryOutputArchive.getArchive(bytes);
            new RequestHeader(xid, type).serialize(archive, "header");
            for (Record part : record) {
                part.serialize(archive, "record");
            }
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Sends requests in one write, as a client that doesn't wait does. */
    public void pipeline(byte[]... requests) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] request : requests) {
            bytes.write(frame(request));
        }
        sendFrames(bytes.toByteArray());
    }

    /** Sends bytes as they are. */
    public void sendFrames(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** A body with its length before it. */
    public static byte[] frame(byte[] body) {
        byte[] framed = new byte[body.length + 4];
        java.nio.ByteBuffer.wrap(framed).putInt(body.length).put(body);
        return framed;
    }

    /** Sends one request and returns the next frame, which may be an event. */
    public Frame call(int type, Record... record) throws IOException {
        pipeline(request(type, record));
        return read();
    }

    /** The next frame. */
    public Frame read() throws IOException {
        return Frame.parse(readBytes());
    }

    private byte[] readBytes() throws IOException {
        int length = in.readInt();
        if (length < 0 || length > 64 << 20) {
            throw new IOException("frame of " + length + " bytes");
        }
        byte[] body = new byte[length];
        in.readFully(body);
        return body;
    }

    /** Whether the server has ended the connection, with whatever it sent before skipped. Waits for it. */
    public boolean awaitClosed() throws IOException {
        try {
            while (true) {
                readBytes();
            }
        } catch (EOFException | SocketException e) {
            return true;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        }
    }

    // The usual requests, as records.

    /** A create with an open ACL; flags as on the wire. */
    public static CreateRequest createNode(String path, String data, int flags) {
        return new CreateRequest(path, bytes(data), OPEN, flags);
    }

    /** A createTTL with an open ACL. */
    public static CreateTTLRequest createTtl(String path, String data, int flags, long ttlMs) {
        return new CreateTTLRequest(path, bytes(data), OPEN, flags, ttlMs);
    }

    /** A delete. */
    public static DeleteRequest delete(String path, int version) {
        return new DeleteRequest(path, version);
    }

    /** A setData. */
    public static SetDataRequest setData(String path, String data, int version) {
        return new SetDataRequest(path, bytes(data), version);
    }

    /** A getData. */
    public static GetDataRequest getData(String path, boolean watch) {
        return new GetDataRequest(path, watch);
    }

    /** An exists. */
    public static ExistsRequest exists(String path, boolean watch) {
        return new ExistsRequest(path, watch);
    }

    /** An authentication. */
    public static AuthPacket auth(String scheme, String credentials) {
        return new AuthPacket(0, scheme, bytes(credentials));
    }

    /** A multi or multiRead. */
    public static MultiOperationRecord multi(Op... operations) {
        return new MultiOperationRecord(Arrays.asList(operations));
    }

    /** The session's end, asked for. */
    public void closeSession() throws IOException {
        Frame reply = call(OpCode.closeSession);
        if (reply.err() != 0) {
            throw new AssertionError("closeSession: " + reply);
        }
    }

    /** Text as bytes. */
    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Ends the connection, not the session. */
    @Override
    public void close() throws IOException {
        socket.close();
    }
}
