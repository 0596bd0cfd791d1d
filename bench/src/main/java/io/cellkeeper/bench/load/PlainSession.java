package io.cellkeeper.bench.load;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;

/** A connection of a session that asks one thing at a time and waits. */
final class PlainSession implements Closeable {
    private static final int BUFFER_BYTES = 1024;

    private final Socket socket = new Socket();
    private final ByteBuffer out = ByteBuffer.allocate(BUFFER_BYTES);
    private int xid;
    private final Ticket ticket;

    /** What a client needs to come back to its session. */
    @SuppressWarnings("ArrayRecordComponent") // compared nowhere
    record Ticket(long session, byte[] password) {
        static final Ticket NEW = new Ticket(0, new byte[Wire.PASSWORD_BYTES]);
    }

    PlainSession(InetSocketAddress server, int sessionTimeoutMs, int patienceMs) throws IOException {
        this(server, Ticket.NEW, sessionTimeoutMs, patienceMs);
    }

    /** @throws LoadException if the server doesn't know the session, or answers wrongly */
    PlainSession(InetSocketAddress server, Ticket back, int sessionTimeoutMs, int patienceMs) throws IOException {
        try {
            socket.setSoTimeout(patienceMs);
            socket.setTcpNoDelay(true);
            socket.connect(server, patienceMs);
            Wire.writeConnect(out, sessionTimeoutMs, back.session(), back.password());
            ByteBuffer answer = exchange();
            byte[] password = new byte[Wire.PASSWORD_BYTES];
            Wire.readConnect(answer);
            answer.get(Wire.PASSWORD_AT, password);
            ticket = new Ticket(answer.getLong(Wire.SESSION_AT), password);
        } catch (IOException | LoadException failure) {
            socket.close();
            throw failure;
        }
    }

    /** Makes a persistent node without data. */
    void create(String path) throws IOException {
        Wire.writeCreate(out, ++xid, Wire.ascii(path), new byte[0], Wire.PERSISTENT);
        request("create " + path);
    }

    void set(String path, byte[] data) throws IOException {
        Wire.writeSetData(out, ++xid, Wire.ascii(path), data);
        request("set " + path);
    }

    /** To come back with over another connection. */
    Ticket ticket() {
        return ticket;
    }

    /** Ends the connection, not the session. */
    void disconnect() throws IOException {
        socket.close();
    }

    void delete(String path) throws IOException {
        byte[] bytes = Wire.ascii(path);
        Wire.writeDelete(out, ++xid, ByteBuffer.wrap(bytes), 0, bytes.length);
        request("delete " + path);
    }

    /** Ends the session, then the connection. */
    @Override
    public void close() throws IOException {
        try (socket) {
            Wire.writeBare(out, ++xid, Wire.CLOSE_SESSION);
            request("closeSession");
        }
    }

    private void request(String what) throws IOException {
        ByteBuffer reply = exchange();
        Wire.check(reply.remaining() >= Wire.REPLY_HEADER_BYTES, what + ": reply of bytes", reply.remaining(), 16);
        int gotXid = reply.getInt();
        Wire.check(gotXid == xid, what + ": xid", gotXid, xid);
        reply.getLong(); // zxid
        int error = reply.getInt();
        Wire.check(error == 0, what + ": error code", error, 0);
    }

    private ByteBuffer exchange() throws IOException {
        socket.getOutputStream().write(out.array(), 0, out.position());
        out.clear();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        int length = in.readInt();
        Wire.check(length > 0 && length <= BUFFER_BYTES, "frame of bytes", length, BUFFER_BYTES);
        byte[] frame = new byte[length];
        in.readFully(frame);
        return ByteBuffer.wrap(frame);
    }
}
