package io.cellkeeper.state;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A session with a server, frame by frame. */
final class StockClient implements AutoCloseable {
    /** A reply: its header, and the record after it. */
    record Reply(long zxid, int error, ByteRange body) {}

    final long session;
    private final Socket socket;
    private final DataInputStream in;
    private int xid;

    StockClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(20_000);
        in = new DataInputStream(socket.getInputStream());
        WireWriter connect = new WireWriter(64)
                .writeInt(0)
                .writeLong(0)
                .writeInt(60_000)
                .writeLong(0)
                .writeBuffer(ByteRange.of(new byte[16]));
        write(connect);
        WireReader response = read();
        response.readInt();
        response.readInt();
        session = response.readLong();
    }

    Reply send(OpCode op, ByteRange body) throws IOException {
        write(new WireWriter(body.length() + 8)
                .writeInt(++xid)
                .writeInt(op.code())
                .writeBytes(body));
        WireReader reader = read();
        if (reader.readInt() != xid) {
            throw new IOException("reply to another request");
        }
        return new Reply(reader.readLong(), reader.readInt(), reader.readBytes(reader.remaining()));
    }

    Reply auth(String user) throws IOException {
        WireWriter body = new WireWriter(64).writeInt(0).writeString("digest");
        return send(
                OpCode.AUTH,
                body.writeBuffer(ByteRange.of(user.getBytes(StandardCharsets.UTF_8)))
                        .toRange());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private void write(WireWriter frame) throws IOException {
        WireWriter out = new WireWriter(frame.length() + 4);
        out.writeInt(frame.length()).writeBytes(frame.array(), 0, frame.length());
        socket.getOutputStream().write(out.array(), 0, out.length());
    }

    private WireReader read() throws IOException {
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return new WireReader(frame, 0, frame.length);
    }
}
