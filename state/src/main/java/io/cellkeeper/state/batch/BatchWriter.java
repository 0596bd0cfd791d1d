package io.cellkeeper.state.batch;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.WireWriter;

/**
 * Forms a batch: header, acknowledgements of results, then commands, in the order of the calls. The format:
 * {@code u8 version, i64 term, i64 time, i64 cellTime, i32 settings, i32 ackCount, (i64 session, i64 number)*,
 * i32 count, (u8 kind, i64 session, i32 generation, i64 number, i64 acked, i32 op, i32 length, bytes)*}.
 */
public final class BatchWriter {
    static final int VERSION = 1;
    /** Bytes of a batch without acknowledgements and commands. */
    public static final int HEADER_LENGTH = 1 + 8 + 8 + 8 + 4 + 4 + 4;
    /** Bytes a command takes beside its body. */
    public static final int COMMAND_OVERHEAD = 1 + 8 + 4 + 8 + 8 + 4 + 4;

    private final WireWriter out = new WireWriter(512);
    private final WireWriter acks = new WireWriter(64);
    private final WireWriter commands = new WireWriter(4096);
    private int ackCount;
    private int count;

    /** Adds the acknowledgement of a session's results up to a number. */
    public void ack(long session, long number) {
        acks.writeLong(session).writeLong(number);
        ackCount++;
    }

    /** Adds a command; returns its position in the batch, from 0. */
    public int add(CommandKind kind, long session, int generation, long number, long acked, int op, ByteRange body) {
        commands.writeByte(kind.code())
                .writeLong(session)
                .writeInt(generation)
                .writeLong(number)
                .writeLong(acked)
                .writeInt(op)
                .writeInt(body.length())
                .writeBytes(body);
        return count++;
    }

    /** Commands added so far. */
    public int count() {
        return count;
    }

    /** Acknowledgements added so far. */
    public int ackCount() {
        return ackCount;
    }

    /** Bytes the batch would have now. */
    public int length() {
        return HEADER_LENGTH + acks.length() + commands.length();
    }

    /** The finished batch; this writer is then empty. */
    public byte[] finish(BatchHeader header) {
        out.reset();
        out.writeByte(VERSION)
                .writeLong(header.term())
                .writeLong(header.timeMs())
                .writeLong(header.cellTimeMs())
                .writeInt(header.settings())
                .writeInt(ackCount)
                .writeBytes(acks.array(), 0, acks.length())
                .writeInt(count)
                .writeBytes(commands.array(), 0, commands.length());
        acks.reset();
        commands.reset();
        ackCount = 0;
        count = 0;
        return out.toArray();
    }
}
