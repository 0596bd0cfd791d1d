package io.cellkeeper.server.leader;

import io.cellkeeper.state.batch.BatchWriter;
import io.cellkeeper.state.batch.Command;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A batch being formed or in flight, and who asked for each of its commands: in arrays, by position. */
final class FormedBatch {
    /** A batch is closed before it gets larger than this, unless it is one command (decision 20). */
    static final int MAX_BYTES = 1 << 20;
    /** A batch has at most this many commands. */
    static final int MAX_COMMANDS = 4096;

    final BatchWriter writer = new BatchWriter();
    private @Nullable LeaderLink[] askers = new @Nullable LeaderLink[64];
    private long[] requests = new long[64];
    private int count;

    /** Whether a command with a body of this length still fits. */
    boolean hasRoom(int bodyLength) {
        return count == 0
                || (count < MAX_COMMANDS
                        && (long) writer.length() + BatchWriter.COMMAND_OVERHEAD + bodyLength <= MAX_BYTES);
    }

    void add(Command command, @Nullable LeaderLink asker, long request) {
        int position = writer.add(
                command.kind(),
                command.session(),
                command.generation(),
                command.number(),
                command.acked(),
                command.op(),
                command.body());
        if (position == askers.length) {
            askers = Arrays.copyOf(askers, position * 2);
            requests = Arrays.copyOf(requests, position * 2);
        }
        askers[position] = asker;
        requests[position] = request;
        count = position + 1;
    }

    /** Commands in this batch, also after its bytes were taken. */
    int count() {
        return count;
    }

    /** The link that asked for the command at this position, null if none did. */
    @Nullable
    LeaderLink asker(int position) {
        return askers[position];
    }

    /** The asker's number for it, where the command has none itself. */
    long request(int position) {
        return requests[position];
    }

    /** Makes this ready for the next use. */
    void clear() {
        Arrays.fill(askers, 0, count, null);
        count = 0;
    }
}
