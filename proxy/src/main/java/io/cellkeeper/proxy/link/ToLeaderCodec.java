package io.cellkeeper.proxy.link;

import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.link.LinkMessage.Command;
import io.cellkeeper.proxy.link.LinkMessage.DropInterest;
import io.cellkeeper.proxy.link.LinkMessage.HeldSession;
import io.cellkeeper.proxy.link.LinkMessage.Hello;
import io.cellkeeper.proxy.link.LinkMessage.KeepAlive;
import io.cellkeeper.proxy.link.LinkMessage.OpenSession;
import io.cellkeeper.proxy.link.LinkMessage.Read;
import io.cellkeeper.proxy.link.LinkMessage.Reregistration;
import io.cellkeeper.proxy.link.LinkMessage.Resume;
import io.cellkeeper.proxy.link.LinkMessage.TermReport;
import io.cellkeeper.proxy.link.LinkMessage.ToLeader;
import io.cellkeeper.proxy.link.LinkMessage.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Type and fields of what a proxy sends. */
final class ToLeaderCodec {
    /** Bytes of a {@link Touch}. */
    private static final int TOUCH_LENGTH = 8 + 4 + 4 + 8;
    /** Bytes of a {@link HeldSession}. */
    private static final int HELD_SESSION_LENGTH = 8 + 4 + 8;
    /** Bytes of the shortest {@link Reregistration}: a length and the kinds. */
    private static final int MIN_REREGISTRATION_LENGTH = 4 + 1;
    /** Bytes of the shortest {@link Identity}: two lengths. */
    private static final int MIN_IDENTITY_LENGTH = 8;

    private ToLeaderCodec() {}

    static void write(WireWriter out, ToLeader message) {
        if (message instanceof Command command) {
            out.writeByte(LinkFrameType.COMMAND)
                    .writeLong(command.session())
                    .writeInt(command.generation())
                    .writeLong(command.number())
                    .writeLong(command.acked())
                    .writeInt(command.ageMs())
                    .writeByte(command.kind())
                    .writeInt(command.op())
                    .writeBuffer(command.body());
        } else if (message instanceof Read read) {
            out.writeByte(LinkFrameType.READ)
                    .writeLong(read.session())
                    .writeInt(read.generation())
                    .writeLong(read.after())
                    .writeLong(read.read())
                    .writeLong(read.registration())
                    .writeInt(read.ageMs())
                    .writeInt(read.op())
                    .writeBuffer(read.body());
        } else if (message instanceof KeepAlive keepAlive) {
            writeKeepAlive(out, keepAlive);
        } else if (message instanceof TermReport report) {
            out.writeByte(LinkFrameType.TERM_REPORT).writeLong(report.term());
        } else if (message instanceof DropInterest drop) {
            out.writeByte(LinkFrameType.DROP_INTEREST).writeString(drop.path()).writeLong(drop.registration());
        } else if (message instanceof OpenSession open) {
            writeOpenSession(out, open);
        } else if (message instanceof Resume resume) {
            writeResume(out, resume);
        } else if (message instanceof Hello hello) {
            out.writeByte(LinkFrameType.HELLO)
                    .writeLong(hello.cell().getMostSignificantBits())
                    .writeLong(hello.cell().getLeastSignificantBits())
                    .writeInt(hello.version())
                    .writeString(hello.proxy())
                    .writeLong(hello.incarnation());
        } else {
            throw new AssertionError(message);
        }
    }

    static ToLeader read(WireReader in) {
        int type = in.readByte();
        return switch (type) {
            case LinkFrameType.HELLO ->
                new Hello(new UUID(in.readLong(), in.readLong()), in.readInt(), in.readString(), in.readLong());
            case LinkFrameType.OPEN_SESSION -> readOpenSession(in);
            case LinkFrameType.COMMAND ->
                new Command(
                        in.readLong(),
                        in.readInt(),
                        in.readLong(),
                        in.readLong(),
                        in.readInt(),
                        in.readByte(),
                        in.readInt(),
                        LinkCodec.readBytes(in));
            case LinkFrameType.READ ->
                new Read(
                        in.readLong(),
                        in.readInt(),
                        in.readLong(),
                        in.readLong(),
                        in.readLong(),
                        in.readInt(),
                        in.readInt(),
                        LinkCodec.readBytes(in));
            case LinkFrameType.KEEP_ALIVE -> readKeepAlive(in);
            case LinkFrameType.DROP_INTEREST -> new DropInterest(in.readString(), in.readLong());
            case LinkFrameType.TERM_REPORT -> new TermReport(in.readLong());
            case LinkFrameType.RESUME -> readResume(in);
            default -> throw new MalformedRecordException("frame of type " + type + " from a proxy");
        };
    }

    private static void writeOpenSession(WireWriter out, OpenSession open) {
        out.writeByte(LinkFrameType.OPEN_SESSION)
                .writeLong(open.request())
                .writeLong(open.session())
                .writeBuffer(open.password())
                .writeInt(open.timeoutMs())
                .writeLong(open.lastZxidSeen())
                .writeInt(open.identities().size());
        for (Identity identity : open.identities()) {
            out.writeString(identity.scheme()).writeString(identity.id());
        }
    }

    private static OpenSession readOpenSession(WireReader in) {
        return new OpenSession(
                in.readLong(), in.readLong(), LinkCodec.readBytes(in), in.readInt(), in.readLong(), readIdentities(in));
    }

    private static List<Identity> readIdentities(WireReader in) {
        int count = count(in, MIN_IDENTITY_LENGTH);
        List<Identity> identities = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            identities.add(new Identity(in.readString(), in.readString()));
        }
        return List.copyOf(identities);
    }

    private static void writeKeepAlive(WireWriter out, KeepAlive keepAlive) {
        out.writeByte(LinkFrameType.KEEP_ALIVE)
                .writeLong(keepAlive.id())
                .writeInt(keepAlive.touches().size());
        for (Touch touch : keepAlive.touches()) {
            out.writeLong(touch.session())
                    .writeInt(touch.generation())
                    .writeInt(touch.ageMs())
                    .writeLong(touch.acked());
        }
    }

    private static KeepAlive readKeepAlive(WireReader in) {
        long id = in.readLong();
        int count = count(in, TOUCH_LENGTH);
        List<Touch> touches = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            touches.add(new Touch(in.readLong(), in.readInt(), in.readInt(), in.readLong()));
        }
        return new KeepAlive(id, List.copyOf(touches));
    }

    private static void writeResume(WireWriter out, Resume resume) {
        out.writeByte(LinkFrameType.RESUME)
                .writeLong(resume.zxid())
                .writeLong(resume.registration())
                .writeInt(resume.sessions().size());
        for (HeldSession held : resume.sessions()) {
            out.writeLong(held.session()).writeInt(held.generation()).writeLong(held.acked());
        }
        out.writeInt(resume.interests().size());
        for (Reregistration interest : resume.interests()) {
            out.writeString(interest.path()).writeByte(interest.kinds());
        }
        out.writeBoolean(resume.last());
    }

    private static Resume readResume(WireReader in) {
        long zxid = in.readLong();
        long registration = in.readLong();
        int sessionCount = count(in, HELD_SESSION_LENGTH);
        List<HeldSession> sessions = new ArrayList<>(sessionCount);
        for (int i = 0; i < sessionCount; i++) {
            sessions.add(new HeldSession(in.readLong(), in.readInt(), in.readLong()));
        }
        int interestCount = count(in, MIN_REREGISTRATION_LENGTH);
        List<Reregistration> interests = new ArrayList<>(interestCount);
        for (int i = 0; i < interestCount; i++) {
            interests.add(new Reregistration(in.readString(), in.readByte()));
        }
        return new Resume(zxid, registration, List.copyOf(sessions), List.copyOf(interests), in.readBoolean());
    }

    /** A count of elements that can all be there: nothing is allocated for others. */
    private static int count(WireReader in, int elementLength) {
        int count = in.readInt();
        if (count < 0 || count > in.remaining() / elementLength) {
            throw new MalformedRecordException(count + " elements in " + in.remaining() + " bytes");
        }
        return count;
    }
}
