package io.cellkeeper.protocol;

import org.jspecify.annotations.Nullable;

/** The two records of the handshake, which have no header (rules 2.1 to 2.3, 2.7). */
public final class ConnectRecords {
    /** Bytes of a session's password. */
    public static final int PASSWORD_LENGTH = 16;

    private static final ByteRange NO_PASSWORD = ByteRange.of(new byte[PASSWORD_LENGTH]);

    private ConnectRecords() {}

    /**
     * Reads the first frame of a connection.
     *
     * @throws MalformedRecordException if it is no connect request: that connection is closed (rule 1.9)
     */
    public static ConnectRequest readRequest(ByteRange frame) {
        WireReader in = new WireReader(frame);
        return new ConnectRequest(
                in.readInt(),
                in.readLong(),
                in.readInt(),
                in.readLong(),
                in.readBuffer(),
                in.remaining() == 0 ? null : Boolean.valueOf(in.readBoolean()));
    }

    /**
     * Writes the frame that confirms a session, its length included.
     *
     * @param timeoutMs the negotiated session timeout, in milliseconds
     * @param password {@link #PASSWORD_LENGTH} bytes
     * @param readOnly whether this server only reads; null if the request had no such byte, then none is sent
     */
    public static void writeResponse(
            WireWriter out, int timeoutMs, long sessionId, ByteRange password, @Nullable Boolean readOnly) {
        int length = 4 + 4 + 8 + 4 + password.length() + (readOnly == null ? 0 : 1);
        out.writeInt(length)
                .writeInt(0)
                .writeInt(timeoutMs)
                .writeLong(sessionId)
                .writeBuffer(password);
        if (readOnly != null) {
            out.writeBoolean(readOnly);
        }
    }

    /** Writes the frame that tells a client that its session is over (rule 2.7), its length included. */
    public static void writeRefusal(WireWriter out, @Nullable Boolean readOnly) {
        writeResponse(out, 0, 0, NO_PASSWORD, readOnly);
    }
}
