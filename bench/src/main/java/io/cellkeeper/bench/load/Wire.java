package io.cellkeeper.bench.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The few frames of ZooKeeper's wire that the load needs, written to and checked in buffers without allocating. Sizes of
 * requests include the four bytes of the frame's length; replies come without it.
 */
final class Wire {
    static final int CREATE = 1;
    static final int DELETE = 2;
    static final int GET_DATA = 4;
    static final int SET_DATA = 5;
    static final int SYNC = 9;
    static final int PING = 11;
    static final int CLOSE_SESSION = -11;

    static final int PING_XID = -2;

    static final int PERSISTENT = 0;
    static final int EPHEMERAL = 1;
    static final int EPHEMERAL_SEQUENTIAL = 3;

    static final int REPLY_HEADER_BYTES = 16;
    static final int STAT_BYTES = 68;
    /** The ten digits that the server appends to the name of a sequential node. */
    static final int SEQUENCE_DIGITS = 10;

    /** A frame's length, header, ACL, Stat and a path of the tool's: what a request or reply takes beside its data. */
    static final int MAX_OVERHEAD_BYTES = 256;

    static final int PASSWORD_BYTES = 16;
    /** Where the session's id stands in a connect answer, and where its password. */
    static final int SESSION_AT = 8;

    static final int PASSWORD_AT = 20;
    private static final int REQUEST_HEADER_BYTES = 8;
    private static final int ALL_PERMISSIONS = 31;
    private static final byte[] WORLD = ascii("world");
    private static final byte[] ANYONE = ascii("anyone");
    private static final int STAT_VERSION_AT = 32;
    private static final int STAT_DATA_LENGTH_AT = 52;

    private Wire() {}

    static byte[] ascii(String string) {
        return string.getBytes(StandardCharsets.US_ASCII);
    }

    /** Asks for a new session. */
    static void writeConnect(ByteBuffer out, int sessionTimeoutMs) {
        writeConnect(out, sessionTimeoutMs, 0, new byte[PASSWORD_BYTES]);
    }

    /** Asks for a session to be taken up again; 0 for a new one. */
    static void writeConnect(ByteBuffer out, int sessionTimeoutMs, long session, byte[] password) {
        int at = begin(out);
        out.putInt(0); // protocol version
        out.putLong(0); // newest zxid seen
        out.putInt(sessionTimeoutMs);
        out.putLong(session);
        writeBytes(out, password);
        out.put((byte) 0); // read-only
        end(out, at);
    }

    /** Checks the answer to {@link #writeConnect} and gives the session timeout in milliseconds. */
    static int readConnect(ByteBuffer in) {
        int bytes = in.remaining();
        check(bytes == 36 || bytes == 37, "connect answer of bytes", bytes, 37);
        in.getInt(); // protocol version
        int timeoutMs = in.getInt();
        long sessionId = in.getLong();
        check(timeoutMs > 0 && sessionId != 0, "session refused, timeout", timeoutMs, 1);
        int passwordBytes = in.getInt();
        check(passwordBytes == PASSWORD_BYTES, "password of bytes", passwordBytes, PASSWORD_BYTES);
        in.position(in.position() + PASSWORD_BYTES);
        if (in.hasRemaining()) {
            byte readOnly = in.get();
            check(readOnly == 0, "read-only server", readOnly, 0);
        }
        return timeoutMs;
    }

    /** A request that is its header alone: ping, closeSession. */
    static void writeBare(ByteBuffer out, int xid, int type) {
        out.putInt(REQUEST_HEADER_BYTES).putInt(xid).putInt(type);
    }

    static void writeCreate(ByteBuffer out, int xid, byte[] path, byte[] data, int flags) {
        int at = begin(out);
        out.putInt(xid).putInt(CREATE);
        writeBytes(out, path);
        writeBytes(out, data);
        out.putInt(1).putInt(ALL_PERMISSIONS);
        writeBytes(out, WORLD);
        writeBytes(out, ANYONE);
        out.putInt(flags);
        end(out, at);
    }

    /** Deletes, at any version, the path that these bytes of another buffer spell. */
    static void writeDelete(ByteBuffer out, int xid, ByteBuffer path, int pathAt, int pathBytes) {
        int at = begin(out);
        out.putInt(xid).putInt(DELETE);
        out.putInt(pathBytes);
        out.put(out.position(), path, pathAt, pathBytes);
        out.position(out.position() + pathBytes);
        out.putInt(-1);
        end(out, at);
    }

    static void writeGetData(ByteBuffer out, int xid, byte[] path) {
        int at = begin(out);
        out.putInt(xid).putInt(GET_DATA);
        writeBytes(out, path);
        out.put((byte) 0); // no watch
        end(out, at);
    }

    /** Sets data at any version. */
    static void writeSetData(ByteBuffer out, int xid, byte[] path, byte[] data) {
        int at = begin(out);
        out.putInt(xid).putInt(SET_DATA);
        writeBytes(out, path);
        writeBytes(out, data);
        out.putInt(-1);
        end(out, at);
    }

    static void writeSync(ByteBuffer out, int xid, byte[] path) {
        int at = begin(out);
        out.putInt(xid).putInt(SYNC);
        writeBytes(out, path);
        end(out, at);
    }

    /** Checks that the next field is a path of this many bytes that starts as given; stands after it then. */
    static void checkPath(ByteBuffer in, byte[] start, int bytes) {
        int length = nextLength(in, "path");
        check(length == bytes, "path of bytes", length, bytes);
        checkBytes(in, start, "path");
        in.position(in.position() + bytes - start.length);
    }

    /** Checks that the next field is exactly this data. */
    static void checkData(ByteBuffer in, byte[] expected) {
        int length = nextLength(in, "data");
        check(length == expected.length, "data of bytes", length, expected.length);
        checkBytes(in, expected, "data");
    }

    /** Checks a Stat's length of data, steps over it and gives its version. */
    static int readStatVersion(ByteBuffer in, int dataBytes) {
        int at = in.position();
        check(in.remaining() >= STAT_BYTES, "bytes left for a Stat", in.remaining(), STAT_BYTES);
        int length = in.getInt(at + STAT_DATA_LENGTH_AT);
        check(length == dataBytes, "dataLength in Stat", length, dataBytes);
        in.position(at + STAT_BYTES);
        return in.getInt(at + STAT_VERSION_AT);
    }

    /** Fails the run unless it holds. Builds its message only then. */
    static void check(boolean holds, String what, long got, long expected) {
        if (!holds) {
            throw new LoadException(what + ": " + got + ", expected " + expected);
        }
    }

    private static int nextLength(ByteBuffer in, String what) {
        check(in.remaining() >= 4, what + " missing, bytes left", in.remaining(), 4);
        int length = in.getInt();
        check(length >= 0 && length <= in.remaining(), what + " beyond the frame, length", length, in.remaining());
        return length;
    }

    private static void checkBytes(ByteBuffer in, byte[] expected, String what) {
        int at = in.position();
        for (int i = 0; i < expected.length; i++) {
            if (in.get(at + i) != expected[i]) {
                throw new LoadException(what + " differs at byte " + i + ": " + in.get(at + i));
            }
        }
        in.position(at + expected.length);
    }

    private static void writeBytes(ByteBuffer out, byte[] bytes) {
        out.putInt(bytes.length).put(bytes);
    }

    private static int begin(ByteBuffer out) {
        int at = out.position();
        out.putInt(0);
        return at;
    }

    private static void end(ByteBuffer out, int at) {
        out.putInt(at, out.position() - at - 4);
    }
}
