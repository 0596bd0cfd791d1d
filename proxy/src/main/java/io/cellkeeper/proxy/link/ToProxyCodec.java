package io.cellkeeper.proxy.link;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.EventType;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.link.LinkMessage.CatchUp;
import io.cellkeeper.proxy.link.LinkMessage.Changed;
import io.cellkeeper.proxy.link.LinkMessage.KeepAliveAnswer;
import io.cellkeeper.proxy.link.LinkMessage.Missed;
import io.cellkeeper.proxy.link.LinkMessage.ReadAnswer;
import io.cellkeeper.proxy.link.LinkMessage.Refused;
import io.cellkeeper.proxy.link.LinkMessage.ReplayEnd;
import io.cellkeeper.proxy.link.LinkMessage.Result;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import io.cellkeeper.proxy.link.LinkMessage.SessionOpened;
import io.cellkeeper.proxy.link.LinkMessage.SessionRefused;
import io.cellkeeper.proxy.link.LinkMessage.ToProxy;
import io.cellkeeper.proxy.link.LinkMessage.Welcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Type and fields of what a leader sends. */
final class ToProxyCodec {
    /** Bytes of the shortest ACL entry: permissions and two lengths. */
    private static final int MIN_ACL_ENTRY_LENGTH = 12;
    /** Bytes of the shortest {@link Missed}: type, length of the path, count of the ACL. */
    private static final int MIN_MISSED_LENGTH = 9;

    private ToProxyCodec() {}

    static void write(WireWriter out, ToProxy message) {
        if (message instanceof Result result) {
            ofSession(out, LinkFrameType.RESULT, result.session(), result.generation())
                    .writeLong(result.number())
                    .writeLong(result.zxid())
                    .writeInt(result.error().code())
                    .writeBuffer(result.body());
        } else if (message instanceof ReadAnswer answer) {
            ofSession(out, LinkFrameType.READ_ANSWER, answer.session(), answer.generation())
                    .writeLong(answer.read())
                    .writeLong(answer.zxid())
                    .writeInt(answer.error().code())
                    .writeBoolean(answer.inPlace())
                    .writeBuffer(answer.body());
        } else if (message instanceof Changed changed) {
            out.writeByte(LinkFrameType.CHANGED)
                    .writeLong(changed.zxid())
                    .writeByte(changed.kind())
                    .writeString(changed.path());
            writeAcl(out, changed.acl());
            writeAcl(out, changed.parentAcl());
        } else if (message instanceof KeepAliveAnswer answer) {
            out.writeByte(LinkFrameType.KEEP_ALIVE_ANSWER)
                    .writeLong(answer.id())
                    .writeLong(answer.position())
                    .writeBoolean(answer.inPlace());
        } else if (message instanceof SessionGone gone) {
            ofSession(out, LinkFrameType.SESSION_GONE, gone.session(), gone.generation())
                    .writeByte(code(gone.reason()));
        } else {
            writeRare(out, message);
        }
    }

    /** What is about a session begins with it. */
    private static WireWriter ofSession(WireWriter out, int type, long session, int generation) {
        return out.writeByte(type).writeLong(session).writeInt(generation);
    }

    private static void writeRare(WireWriter out, ToProxy message) {
        if (message instanceof SessionOpened opened) {
            out.writeByte(LinkFrameType.SESSION_OPENED)
                    .writeLong(opened.request())
                    .writeLong(opened.session())
                    .writeInt(opened.generation())
                    .writeLong(opened.lastNumber())
                    .writeInt(opened.timeoutMs())
                    .writeBuffer(opened.password())
                    .writeLong(opened.zxid());
        } else if (message instanceof SessionRefused refused) {
            out.writeByte(LinkFrameType.SESSION_REFUSED)
                    .writeLong(refused.request())
                    .writeBoolean(refused.expired())
                    .writeString(refused.reason());
        } else if (message instanceof Welcome welcome) {
            out.writeByte(LinkFrameType.WELCOME)
                    .writeLong(welcome.term())
                    .writeInt(welcome.graceMs())
                    .writeInt(welcome.minTimeoutMs())
                    .writeInt(welcome.maxTimeoutMs())
                    .writeLong(welcome.zxid());
        } else if (message instanceof Refused refused) {
            out.writeByte(LinkFrameType.REFUSED).writeString(refused.reason()).writeBoolean(refused.retry());
        } else if (message instanceof ReplayEnd end) {
            out.writeByte(LinkFrameType.REPLAY_END).writeLong(end.zxid());
        } else if (message instanceof CatchUp catchUp) {
            out.writeByte(LinkFrameType.CATCH_UP).writeInt(catchUp.missed().size());
            for (Missed missed : catchUp.missed()) {
                out.writeByte(missed.type()).writeString(missed.path());
                writeAcl(out, missed.acl());
            }
        } else {
            throw new AssertionError(message);
        }
    }

    static ToProxy read(WireReader in) {
        int type = in.readByte();
        return switch (type) {
            case LinkFrameType.WELCOME ->
                new Welcome(in.readLong(), in.readInt(), in.readInt(), in.readInt(), in.readLong());
            case LinkFrameType.REFUSED -> new Refused(in.readString(), in.readBoolean());
            case LinkFrameType.SESSION_OPENED ->
                new SessionOpened(
                        in.readLong(),
                        in.readLong(),
                        in.readInt(),
                        in.readLong(),
                        in.readInt(),
                        LinkCodec.readBytes(in),
                        in.readLong());
            case LinkFrameType.SESSION_REFUSED -> new SessionRefused(in.readLong(), in.readBoolean(), in.readString());
            case LinkFrameType.RESULT ->
                new Result(
                        in.readLong(),
                        in.readInt(),
                        in.readLong(),
                        in.readLong(),
                        readError(in),
                        LinkCodec.readBytes(in));
            case LinkFrameType.READ_ANSWER ->
                new ReadAnswer(
                        in.readLong(),
                        in.readInt(),
                        in.readLong(),
                        in.readLong(),
                        readError(in),
                        in.readBoolean(),
                        LinkCodec.readBytes(in));
            case LinkFrameType.CHANGED ->
                new Changed(
                        in.readLong(), readType(in, EventType.DATA_CHANGED), in.readString(), readAcl(in), readAcl(in));
            case LinkFrameType.SESSION_GONE -> new SessionGone(in.readLong(), in.readInt(), readReason(in));
            case LinkFrameType.KEEP_ALIVE_ANSWER -> new KeepAliveAnswer(in.readLong(), in.readLong(), in.readBoolean());
            case LinkFrameType.REPLAY_END -> new ReplayEnd(in.readLong());
            case LinkFrameType.CATCH_UP -> readCatchUp(in);
            default -> throw new MalformedRecordException("frame of type " + type + " from a leader");
        };
    }

    private static void writeAcl(WireWriter out, @Nullable List<AclEntry> acl) {
        if (acl == null) {
            out.writeInt(-1);
        } else {
            out.writeAcl(acl);
        }
    }

    private static @Nullable List<AclEntry> readAcl(WireReader in) {
        int count = in.readCount();
        if (count < 0) {
            return null;
        }
        if (count > in.remaining() / MIN_ACL_ENTRY_LENGTH) {
            throw new MalformedRecordException(count + " ACL entries in " + in.remaining() + " bytes");
        }
        List<AclEntry> acl = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            acl.add(new AclEntry(in.readInt(), new Identity(in.readString(), in.readString())));
        }
        return List.copyOf(acl);
    }

    private static CatchUp readCatchUp(WireReader in) {
        int count = in.readCount();
        if (count < 0 || count > in.remaining() / MIN_MISSED_LENGTH) {
            throw new MalformedRecordException(count + " events in " + in.remaining() + " bytes");
        }
        List<Missed> missed = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            missed.add(new Missed(readType(in, EventType.CHILDREN_CHANGED), in.readString(), readAcl(in)));
        }
        return new CatchUp(List.copyOf(missed));
    }

    private static int readType(WireReader in, int highest) {
        int type = in.readByte();
        if (type < 1 || type > highest) {
            throw new MalformedRecordException("change of kind " + type);
        }
        return type;
    }

    private static ErrorCode readError(WireReader in) {
        int code = in.readInt();
        try {
            return ErrorCode.of(code);
        } catch (IllegalArgumentException e) {
            throw new MalformedRecordException("error code " + code);
        }
    }

    private static int code(SessionGone.Reason reason) {
        return switch (reason) {
            case MOVED -> 1;
            case CLOSED -> 2;
            case EXPIRED -> 3;
            case UNPROVEN -> 4;
        };
    }

    private static SessionGone.Reason readReason(WireReader in) {
        int code = in.readByte();
        return switch (code) {
            case 1 -> SessionGone.Reason.MOVED;
            case 2 -> SessionGone.Reason.CLOSED;
            case 3 -> SessionGone.Reason.EXPIRED;
            case 4 -> SessionGone.Reason.UNPROVEN;
            default -> throw new MalformedRecordException("session gone for reason " + code);
        };
    }
}
