package io.cellkeeper.bench.load;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;

/** A session that asks one thing at a time and waits: makes and removes the parent node of a run. */
final class PlainSession implements Closeable {
    private static final int BUFFER_BYTES = 1024;

    private final Socket socket = new Socket();
    private final ByteBuffer out = ByteBuffer.allocate(BUFFER_BYTES);
    private int xid;

    PlainSession(InetSocketAddress server, int sessionTimeoutMs, int patienceMs) throws IOException {
        try {
            socket.setSoTimeout(patienceMs);
            socket.setTcpNoDelay(true);
            socket.connect(server, patienceMs);
            Wire.writeConnect(out, sessionTimeoutMs);
            Wire.readConnect(exchange());
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
