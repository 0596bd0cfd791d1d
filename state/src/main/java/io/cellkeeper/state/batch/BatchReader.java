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
