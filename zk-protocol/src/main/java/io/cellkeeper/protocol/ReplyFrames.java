package io.cellkeeper.protocol;

/** Whole frames to a client: header and record, their length included (rules 1.10, 10.4). */
public final class ReplyFrames {
    /** Bytes of a reply's header. */
    public static final int HEADER_LENGTH = 16;

    /** The xid of every ping's reply (rule 7.4). */
    public static final int PING_XID = -2;

    private static final int EVENT_XID = -1;
    private static final int SYNC_CONNECTED = 3;

    private ReplyFrames() {}

    /** Writes a reply without a record: every error, and what has none when it succeeds (rule 7.2). */
    public static void writeHeader(WireWriter out, int xid, long zxid, ErrorCode error) {
        out.writeInt(HEADER_LENGTH).writeInt(xid).writeLong(zxid).writeInt(error.code());
    }

    /**
     * Writes a reply.
     *
     * @param error if it is not OK, {@code body} is left out (rule 1.10)
     * @param body the record, see {@link Replies}
     */
    public static void writeReply(WireWriter out, int xid, long zxid, ErrorCode error, ByteRange body) {
        if (error != ErrorCode.OK) {
            writeHeader(out, xid, zxid, error);
            return;
        }
        out.writeInt(HEADER_LENGTH + body.length())
                .writeInt(xid)
                .writeLong(zxid)
                .writeInt(error.code());
        out.writeBytes(body);
    }

    /**
     * Writes a watch event.
     *
     * @param zxid of the transaction that caused it; −1 if it makes up for one missed
     * @param type 1 created, 2 deleted, 3 data changed, 4 children changed (rule 10.5)
     * @param path of the node that changed
     */
    public static void writeEvent(WireWriter out, long zxid, int type, String path) {
        int at = out.length();
        out.writeInt(0).writeInt(EVENT_XID).writeLong(zxid).writeInt(ErrorCode.OK.code());
        out.writeInt(type).writeInt(SYNC_CONNECTED).writeString(path);
        out.setInt(at, out.length() - at - 4);
    }
}
