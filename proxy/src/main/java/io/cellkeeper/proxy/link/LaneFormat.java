package io.cellkeeper.proxy.link;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.link.LinkMessage.Command;
import io.cellkeeper.proxy.link.LinkMessage.Read;
import io.cellkeeper.proxy.link.LinkMessage.ReadAnswer;
import io.cellkeeper.proxy.link.LinkMessage.Result;
import org.jspecify.annotations.Nullable;

/**
 * How messages that don't fit into a frame travel (decision 15; docs/protocol.md). Two ways: a command, read, result or
 * read answer leaves its body to the bulk lane, where it comes in chunks; anything else stays where it is, in parts.
 */
final class LaneFormat {
    /** A body above this many bytes may go on the bulk lane. With the fields before it a shorter one fits into a frame. */
    static final int MAX_SMALL_BODY = LinkCodec.MAX_FRAME_LENGTH - 64;

    /** Bytes of all bodies under way on the bulk lane of one direction; so fewer than 2 100 bodies. */
    static final int MAX_BULK_BYTES = 64 << 20;

    /** A command's or read's body: the largest request of a client (decision 20). */
    static final int MAX_REQUEST_BODY = 16 << 20;

    /** A message that travels in parts, its length field not counted. */
    static final int MAX_IN_PARTS = 64 << 20;

    /** A frame that holds the next bytes of a message too long for one, which begins with its own length. */
    static final int PART = 0x3e;

    /** A frame that holds the next bytes of a body: {@code i64} which, counted by their heads from 1, and the bytes. */
    static final int CHUNK = 0x3f;

    /** Or-ed to the type of a message whose body, all but its length, is on the bulk lane. */
    static final int BODY_APART = 0x20;

    /** Bytes before those of a part: the frame's length, the type. */
    static final int PART_HEADER = 4 + 1;

    /** Bytes before those of a chunk: the frame's length, the type, the body's number. */
    static final int CHUNK_HEADER = 4 + 1 + 8;

    private LaneFormat() {}

    /** The body of a message that may leave it to the bulk lane, and has one for which that is worth it; else null. */
    static @Nullable ByteRange largeBody(LinkMessage message) {
        ByteRange body = ByteRange.EMPTY;
        if (message instanceof Command command) {
            body = command.body();
        } else if (message instanceof Read read) {
            body = read.body();
        } else if (message instanceof Result result) {
            body = result.body();
        } else if (message instanceof ReadAnswer answer && !answer.inPlace()) {
            body = answer.body();
        }
        return body.length() > MAX_SMALL_BODY ? body : null;
    }

    /** Appends the frame of a message whose body of this length comes apart. */
    static void writeHead(WireWriter out, LinkMessage message, int bodyLength) {
        int at = out.length();
        LinkCodec.write(out, withoutBody(message));
        out.array()[at + 4] |= BODY_APART;
        // The body is the last field: what is last now is its length.
        out.setInt(out.length() - 4, bodyLength);
    }

    /** Whether a message of this type may leave its body to the bulk lane. */
    static boolean hasBodyApart(int type) {
        return type == LinkFrameType.COMMAND
                || type == LinkFrameType.READ
                || type == LinkFrameType.RESULT
                || type == LinkFrameType.READ_ANSWER;
    }

    private static LinkMessage withoutBody(LinkMessage message) {
        ByteRange none = ByteRange.EMPTY;
        if (message instanceof Command it) {
            return new Command(
                    it.session(), it.generation(), it.number(), it.acked(), it.ageMs(), it.kind(), it.op(), none);
        }
        if (message instanceof Read it) {
            return new Read(
                    it.session(), it.generation(), it.after(), it.read(), it.registration(), it.ageMs(), it.op(), none);
        }
        if (message instanceof Result it) {
            return new Result(it.session(), it.generation(), it.number(), it.zxid(), it.error(), none);
        }
        if (message instanceof ReadAnswer it) {
            return new ReadAnswer(it.session(), it.generation(), it.read(), it.zxid(), it.error(), it.inPlace(), none);
        }
        throw new AssertionError(message);
    }
}
