package io.cellkeeper.server.leader;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.state.Change;
import io.cellkeeper.state.NodeView;
import io.cellkeeper.state.ReadAnswer;
import io.cellkeeper.state.SessionView;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the leader reads of the applied state, on the cell loop. */
public interface CellView {
    /** The zxid of the newest applied command. */
    long zxid();

    /** The newest time applied, milliseconds since 1970. */
    long timeMs();

    /** The newest cell time applied, milliseconds (decision 25). */
    long cellTimeMs();

    /** The cell's 12-bit number, −1 while it has none. */
    int cellNumber();

    /** The servers' lines of {@code /zookeeper/config}. */
    String serverLines();

    /** A live session, or null. */
    @Nullable
    SessionView session(long id);

    /** Calls back for each live session. */
    void forEachSession(Consumer<? super SessionView> visitor);

    /** Containers and nodes with a time to live. */
    int managedCount();

    /**
     * The path of one of them if it is to be removed, else null.
     *
     * @param slot which, from 0; a walk downwards misses none, whatever is removed meanwhile
     * @param atCellTimeMs the cell's time to judge by
     * @param maxNeverUsedMs how long a container that never had a child is kept; 0 for ever
     */
    @Nullable
    String dueForRemoval(int slot, long atCellTimeMs, long maxNeverUsedMs);

    /** A node as it is, or null. */
    @Nullable
    NodeView node(String path);

    /** Whether every change after this zxid is still known. */
    boolean keepsChangesAfter(long zxid);

    /** Calls back for each change after this zxid that is still known, oldest first. */
    void forEachChangeAfter(long zxid, Consumer<Change> action);

    /** Evaluates a client's read with the identities of its session; never throws for what a client sent. */
    ReadAnswer read(long session, OpCode op, ByteRange body);
}
