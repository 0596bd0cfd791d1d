package io.cellkeeper.state;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.state.batch.BatchHeader;
import io.cellkeeper.state.batch.BatchReader;
import io.cellkeeper.state.batch.BrokenBatchException;
import io.cellkeeper.state.batch.Command;
import io.cellkeeper.state.digest.Hash64;
import io.cellkeeper.state.op.ConfigChange;
import io.cellkeeper.state.op.Context;
import io.cellkeeper.state.op.QuotaReport;
import io.cellkeeper.state.op.Reads;
import io.cellkeeper.state.op.SessionEnd;
import io.cellkeeper.state.session.Session;
import io.cellkeeper.state.session.Sessions;
import io.cellkeeper.state.tree.ManagedNode;
import io.cellkeeper.state.tree.Node;
import io.cellkeeper.state.tree.Place;
import io.cellkeeper.state.tree.Tree;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The replicated state of a cell: what the log, applied from its beginning, has made of it. A pure function of the log:
 * the same entries give the same state, replies, changes and digest on every replica (I4, I6).
 *
 * <p>Owned by one thread, the cell loop.
 */
public final class CellState {
    /** ZooKeeper counts its root twice, once as "/" and once as "": what a fresh server reports is 5 (rule 15.8). */
    private static final int NODES_COUNTED_TWICE = 1;

    private static final int COUNTER_BITS = 48;

    private final Tree tree = new Tree();
    private final Sessions sessions = new Sessions();
    private final ChangeRing recentChanges = new ChangeRing();
    private final Context context = new Context(tree);
    private final Context readContext = new Context(tree);
    private final CommandApplier applier = new CommandApplier(sessions, context);

    private int epoch = 1;
    private long counter;
    private long timeMs;
    private long cellTimeMs;
    private int settings;
    private long appliedIndex;
    private long appliedTerm;

    /**
     * Whether these bytes are a batch that {@link #apply} will take: the leader asks before it proposes.
     *
     * @throws BrokenBatchException if not
     */
    public static void check(byte[] batch) {
        BatchReader.check(batch);
    }

    /**
     * Applies a log entry.
     *
     * @param term the entry's term
     * @param index the entry's index, higher than any before
     * @param batch the entry's bytes, which nobody changes any more; nothing of them is kept
     * @param sink hears of it, on this thread
     * @return false if the batch was refused as a whole, because another reign formed it (I16): then nothing was called
     *     back and nothing has changed but the applied index
     * @throws BrokenBatchException if these bytes are no batch; nothing has changed. Nothing that a command says is
     *     ever thrown about.
     */
    public boolean apply(long term, long index, byte[] batch, ApplySink sink) {
        if (index <= appliedIndex) {
            throw new IllegalArgumentException("index " + index + " after " + appliedIndex);
        }
        BatchReader reader = BatchReader.open(batch);
        boolean accepted = isOfTerm(reader.header(), term);
        if (accepted) {
            BatchReader.check(batch);
            beginBatch(reader.header());
            applyAcks(reader);
            int count = reader.commandCount();
            for (int position = 0; position < count; position++) {
                applyCommand(position, reader.nextCommand(), sink);
            }
        }
        appliedIndex = index;
        appliedTerm = term;
        return accepted;
    }

    /**
     * Answers a read from the state as it is, with the session's identities as they are. For setWatches and setWatches2
     * the body is what {@link io.cellkeeper.state.op.WatchCatchUp} says. Never throws, whatever the bytes are.
     */
    public ReadAnswer read(long session, OpCode op, ByteRange body) {
        Session reader = sessions.get(session);
        if (reader == null) {
            return ReadAnswer.failed(ErrorCode.SESSION_EXPIRED);
        }
        readContext.beginRequest(reader);
        return Reads.answer(op, body, readContext);
    }

    /** The zxid of the newest command: {@code epoch << 48 | counter} (I3). */
    public long zxid() {
        return ((long) epoch << COUNTER_BITS) | counter;
    }

    /** The index of the newest entry applied or refused, 0 if there is none. */
    public long appliedIndex() {
        return appliedIndex;
    }

    /** The term of the newest entry applied or refused. */
    public long appliedTerm() {
        return appliedTerm;
    }

    /** The newest batch's time, in milliseconds since 1970; it never goes back. */
    public long timeMs() {
        return timeMs;
    }

    /** The sum of the reigns' monotonic clocks, in milliseconds (decision 25); it never goes back. */
    public long cellTimeMs() {
        return cellTimeMs;
    }

    /** The cell's number, 0 to 4095, or −1 as long as none is fixed. */
    public int cellNumber() {
        return sessions.cellNumber();
    }

    /** A live session, or null. The view stays the session's: read it only on this thread. */
    public @Nullable SessionView session(long id) {
        return sessions.get(id);
    }

    /** Calls back for each live session, in no order that means anything. */
    public void forEachSession(Consumer<? super SessionView> action) {
        sessions.forEach(action);
    }

    public int sessionCount() {
        return sessions.size();
    }

    /** Nodes as ZooKeeper counts them: 5 when fresh. */
    public int nodeCount() {
        return tree.nodeCount() + NODES_COUNTED_TWICE;
    }

    public int ephemeralCount() {
        return tree.ephemeralCount();
    }

    /** The paths of a session's ephemerals, in order; none if there is no such session. */
    public List<String> ephemeralsOf(long id) {
        Session session = sessions.get(id);
        return session == null ? List.of() : SessionEnd.ephemeralsOf(session);
    }

    /** The quotas there are, in no order. */
    public List<QuotaView> quotas() {
        return QuotaReport.of(tree);
    }

    /** Containers and nodes with a time to live. */
    public int managedCount() {
        return tree.managed().size();
    }

    /**
     * The path of a container or a node with a time to live if it is to be removed, else null.
     *
     * @param slot from 0 to {@link #managedCount}; a walk downwards misses none, whatever is removed meanwhile
     * @param atCellTimeMs the cell's time to judge by, not before that of the newest batch
     * @param maxNeverUsedMs how long a container that never had a child is kept; 0 for ever
     */
    public @Nullable String dueForRemoval(int slot, long atCellTimeMs, long maxNeverUsedMs) {
        ManagedNode node = tree.managed().get(slot);
        return node.isDue(atCellTimeMs, maxNeverUsedMs) ? new String(Tree.pathOf(node), StandardCharsets.UTF_8) : null;
    }

    /** Bytes of all paths and data. */
    public long approximateDataSize() {
        return tree.dataSize();
    }

    /** The text of {@code /zookeeper/config}: the servers' lines and the version. */
    public String configText() {
        return ConfigChange.text(tree);
    }

    /** The servers' lines of that text, without the version. */
    public String serverLines() {
        return ConfigChange.servers(configText());
    }

    /** A node as it is, or null. */
    public @Nullable NodeView node(String path) {
        Place place = new Place();
        tree.locate(place, Tree.bytesOf(path));
        Node node = place.node();
        return node == null
                ? null
                : new NodeView(node.mzxid(), node.pzxid(), tree.acls().list(node.acl()));
    }

    /** The newest changes, for proxies that come from another leader. */
    public ChangeRing recentChanges() {
        return recentChanges;
    }

    /** A number that is the same on every replica at the same index (I6). */
    public long digest() {
        long hash = Hash64.step(4, zxid());
        hash = Hash64.step(hash, timeMs);
        hash = Hash64.step(hash, cellTimeMs);
        hash = Hash64.step(hash, settings);
        return tree.digest() + sessions.digest() + Hash64.finish(hash);
    }

    Tree tree() {
        return tree;
    }

    Sessions sessions() {
        return sessions;
    }

    /** What a reign formed is applied only as an entry of its own term.† */
    private static boolean isOfTerm(BatchHeader header, long term) {
        return header.term() == term;
    }

    private void beginBatch(BatchHeader header) {
        timeMs = Math.max(timeMs, header.timeMs());
        cellTimeMs = Math.max(cellTimeMs, header.cellTimeMs());
        settings = header.settings();
        context.beginBatch(settings, timeMs, cellTimeMs);
        readContext.beginBatch(settings, timeMs, cellTimeMs);
    }

    private void applyAcks(BatchReader reader) {
        while (reader.nextAck()) {
            Session session = sessions.get(reader.ackSession());
            long number = reader.ackNumber();
            if (session != null) {
                sessions.forgetResults(session, number);
            }
        }
    }

    private void applyCommand(int position, Command command, ApplySink sink) {
        sink.beforeCommand(position, command);
        counter++; // also for what is refused or repeated (I3)
        context.beginCommand(zxid());
        Applied applied = applier.apply(command, epoch);
        List<Change> changes = context.changes();
        for (int i = 0; i < changes.size(); i++) {
            recentChanges.add(changes.get(i));
            sink.change(changes.get(i));
        }
        List<QuotaNotice> notices = context.notices();
        for (int i = 0; i < notices.size(); i++) {
            sink.quota(notices.get(i));
        }
        Session ended = applied.ended();
        if (ended != null) {
            sink.sessionEnded(ended.id(), ended.generation(), applied.hasExpired());
        }
        sink.result(position, command, applied.zxid(), applied.outcome(), applied.error(), applied.body());
    }
}
