package io.cellkeeper.server.control;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import java.util.UUID;

/**
 * Control messages as bytes: {@code u32 length, u8 type}, then the fields, as on links. The types are above those of
 * links, so that one port serves both: see {@link PeerPort}.
 */
final class ControlCodec {
    static final int VERSION = 1;
    /** A longer frame closes the connection. */
    static final int MAX_FRAME_LENGTH = 4096;

    /** The lowest type of a control message. */
    static final int FIRST_TYPE = 0x80;

    private static final int HELLO = 0x80;
    private static final int PING = 0x81;
    private static final int TERM_REQUEST = 0x82;
    private static final int TERM_REPORT = 0x83;
    private static final int FOUNDING = 0x84;
    private static final int LEADER_HINT = 0x85;
    private static final int LEADER_LOST = 0x86;

    private ControlCodec() {}

    /** The message as a frame, its length included. */
    static byte[] write(ControlMessage message) {
        WireWriter out = new WireWriter(64);
        out.writeInt(0);
        if (message instanceof ControlMessage.Hello hello) {
            out.writeByte(HELLO)
                    .writeInt(hello.version())
                    .writeInt(hello.from())
                    .writeInt(hello.to());
        } else if (message instanceof ControlMessage.Ping) {
            out.writeByte(PING);
        } else if (message instanceof ControlMessage.TermRequest request) {
            writeUuid(out.writeByte(TERM_REQUEST), request.cell()).writeLong(request.round());
        } else if (message instanceof ControlMessage.TermReport report) {
            out.writeByte(TERM_REPORT)
                    .writeLong(report.round())
                    .writeString(report.raftId())
                    .writeLong(report.term());
        } else if (message instanceof ControlMessage.Founding founding) {
            FoundingReport report = founding.report();
            out.writeByte(FOUNDING).writeInt(report.myid()).writeByte(report.phase());
            writeUuid(out, report.cell()).writeLong(report.incarnation());
        } else if (message instanceof ControlMessage.LeaderHint hint) {
            out.writeByte(LEADER_HINT).writeLong(hint.term()).writeString(hint.leader());
        } else if (message instanceof ControlMessage.LeaderLost lost) {
            writeLoss(writeUuid(out.writeByte(LEADER_LOST), lost.cell()), lost.loss());
        } else {
            throw new AssertionError(message);
        }
        out.setInt(0, out.length() - 4);
        return out.toArray();
    }

    /**
     * Reads a frame, without its length.
     *
     * @throws MalformedRecordException if these bytes are no such message
     */
    static ControlMessage read(ByteRange frame) {
        WireReader in = new WireReader(frame);
        int type = in.readByte() & 0xff;
        ControlMessage message = switch (type) {
            case HELLO -> new ControlMessage.Hello(in.readInt(), in.readInt(), in.readInt());
            case PING -> new ControlMessage.Ping();
            case TERM_REQUEST -> new ControlMessage.TermRequest(readUuid(in), in.readLong());
            case TERM_REPORT -> new ControlMessage.TermReport(in.readLong(), in.readString(), in.readLong());
            case FOUNDING ->
                new ControlMessage.Founding(
                        new FoundingReport(in.readInt(), in.readByte(), readUuid(in), in.readLong()));
            case LEADER_HINT -> new ControlMessage.LeaderHint(in.readLong(), in.readString());
            case LEADER_LOST -> new ControlMessage.LeaderLost(readUuid(in), readLoss(in));
            default -> throw new MalformedRecordException("control message of type " + type);
        };
        if (in.remaining() != 0) {
            throw new MalformedRecordException(in.remaining() + " bytes after the message");
        }
        return message;
    }

    private static void writeLoss(WireWriter out, LeaderLoss loss) {
        out.writeString(loss.voter())
                .writeString(loss.leader())
                .writeLong(loss.term())
                .writeByte(loss.lost() ? 1 : 0)
                .writeLong(loss.lastTerm())
                .writeLong(loss.lastIndex());
    }

    private static LeaderLoss readLoss(WireReader in) {
        return new LeaderLoss(
                in.readString(), in.readString(), in.readLong(), in.readByte() != 0, in.readLong(), in.readLong());
    }

    private static WireWriter writeUuid(WireWriter out, UUID uuid) {
        return out.writeLong(uuid.getMostSignificantBits()).writeLong(uuid.getLeastSignificantBits());
    }

    private static UUID readUuid(WireReader in) {
        return new UUID(in.readLong(), in.readLong());
    }
}
