package io.cellkeeper.state.batch;

import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.protocol.WireReader;

/**
 * Reads a batch in place, in the order it was written: header, acknowledgements, commands. A frame that does not hold
 * what it announces is a {@link MalformedRecordException}: that is a broken log, not a wrong client.
 */
public final class BatchReader {
    private final WireReader in;
    private final BatchHeader header;
    private int acksLeft;
    private int commandsLeft = -1;

    public BatchReader(byte[] batch) {
        in = new WireReader(batch, 0, batch.length);
        int version = in.readByte();
        if (version != BatchWriter.VERSION) {
            throw new MalformedRecordException("batch of version " + version);
        }
        header = new BatchHeader(in.readLong(), in.readLong(), in.readLong(), in.readInt());
        acksLeft = in.readInt();
        if (acksLeft < 0) {
            throw new MalformedRecordException("batch with " + acksLeft + " acknowledgements");
        }
    }

    /**
     * Reads a batch's header.
     *
     * @throws BrokenBatchException if there is none
     */
    public static BatchReader open(byte[] batch) {
        try {
            return new BatchReader(batch);
        } catch (MalformedRecordException e) {
            throw broken(batch, e);
        }
    }

    private static BrokenBatchException broken(byte[] batch, MalformedRecordException cause) {
        return new BrokenBatchException("broken batch of " + batch.length + " bytes: " + cause.getMessage(), cause);
    }

    /**
     * Reads a batch from end to end and throws away what it says: for the leader, before it proposes, and for apply,
     * before it changes anything. Says nothing about the bodies of commands, which are for apply to judge.
     *
     * @throws BrokenBatchException if the frame is broken
     */
    public static void check(byte[] batch) {
        try {
            BatchReader reader = new BatchReader(batch);
            while (reader.nextAck()) {
                reader.ackSession();
                reader.ackNumber();
            }
            for (int left = reader.commandCount(); left > 0; left--) {
                reader.nextCommand();
            }
            reader.end();
        } catch (MalformedRecordException e) {
            throw broken(batch, e);
        }
    }

    public BatchHeader header() {
        return header;
    }

    /** Whether another acknowledgement follows: then read {@link #ackSession} and {@link #ackNumber}, in this order. */
    public boolean nextAck() {
        return acksLeft-- > 0;
    }

    public long ackSession() {
        return in.readLong();
    }

    public long ackNumber() {
        return in.readLong();
    }

    /** The number of commands; called once, after the acknowledgements. */
    public int commandCount() {
        if (acksLeft > 0) {
            throw new IllegalStateException(acksLeft + " acknowledgements not read");
        }
        commandsLeft = in.readInt();
        if (commandsLeft < 0) {
            throw new MalformedRecordException("batch of " + commandsLeft + " commands");
        }
        return commandsLeft;
    }

    /** Nothing may follow the last command. */
    private void end() {
        if (in.remaining() > 0) {
            throw new MalformedRecordException(in.remaining() + " bytes after the last command");
        }
    }

    /** The next command; its body is a range of the batch. */
    public Command nextCommand() {
        if (commandsLeft-- <= 0) {
            throw new IllegalStateException("no more commands");
        }
        int code = in.readByte();
        CommandKind kind = CommandKind.of(code);
        if (kind == null) {
            throw new MalformedRecordException("command of kind " + code);
        }
        return new Command(
                kind,
                in.readLong(),
                in.readInt(),
                in.readLong(),
                in.readLong(),
                in.readInt(),
                in.readBytes(in.readInt()));
    }
}
