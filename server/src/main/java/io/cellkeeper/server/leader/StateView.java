package io.cellkeeper.server.leader;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.state.CellState;
import io.cellkeeper.state.Change;
import io.cellkeeper.state.NodeView;
import io.cellkeeper.state.ReadAnswer;
import io.cellkeeper.state.SessionView;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The view of the real state. */
public record StateView(CellState state) implements CellView {
    @Override
    public long zxid() {
        return state.zxid();
    }

    @Override
    public long timeMs() {
        return state.timeMs();
    }

    @Override
    public long cellTimeMs() {
        return state.cellTimeMs();
    }

    @Override
    public int cellNumber() {
        return state.cellNumber();
    }

    @Override
    public String serverLines() {
        return state.serverLines();
    }

    @Override
    public @Nullable SessionView session(long id) {
        return state.session(id);
    }

    @Override
    public void forEachSession(Consumer<? super SessionView> visitor) {
        state.forEachSession(visitor);
    }

    @Override
    public int managedCount() {
        return state.managedCount();
    }

    @Override
    public @Nullable String dueForRemoval(int slot, long atCellTimeMs, long maxNeverUsedMs) {
        return state.dueForRemoval(slot, atCellTimeMs, maxNeverUsedMs);
    }

    @Override
    public @Nullable NodeView node(String path) {
        return state.node(path);
    }

    @Override
    public boolean keepsChangesAfter(long zxid) {
        return state.recentChanges().reachesBackTo(zxid);
    }

    @Override
    public void forEachChangeAfter(long zxid, Consumer<Change> action) {
        state.recentChanges().forEachAfter(zxid, action);
    }

    @Override
    public ReadAnswer read(long session, OpCode op, ByteRange body) {
        return state.read(session, op, body);
    }
}
