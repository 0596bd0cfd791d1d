package io.cellkeeper.testkit.truth;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.state.ApplySink;
import io.cellkeeper.state.Change;
import io.cellkeeper.state.Outcome;
import io.cellkeeper.state.batch.Command;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the log has made of the cell, as the first replica to apply an entry sees it; every other has to see the same (I6).
 * Times are the agenda's.
 */
public final class GroundTruth {
    private final Map<String, NodeTimeline> nodes = new HashMap<>();
    private final SessionLedger sessions;
    private final List<Long> digests = new ArrayList<>();
    private final IdentityHashMap<byte[], Long> accepted = new IdentityHashMap<>();
    private long zxid;

    /** Hears what is first applied. */
    public interface Witness {
        /** A command is applied, or refused; its session as the command names it. */
        void applied(Command command, long zxid, Outcome outcome, ErrorCode error);

        /** A session is over. */
        void ended(long session, int generation, boolean expired);
    }

    public GroundTruth(SessionLedger sessions) {
        this.sessions = sessions;
        // The root and what a cell begins with.
        node("/").changed(0, Change.Kind.CREATED);
        node("/").childChanged(0, "zookeeper", true);
    }

    /** The zxid of the newest command applied anywhere. */
    public long zxid() {
        return zxid;
    }

    /** Whether this index was applied nowhere before. */
    public boolean isNew(long index) {
        return index > digests.size();
    }

    /** The sink for the first replica that applies an entry. */
    public ApplySink recording(ApplySink inner, Witness witness) {
        return new Recorder(inner, witness);
    }

    /**
     * A replica is at this index.
     *
     * @throws Violation if another had another digest there
     */
    public void appliedTo(long index, long digest, String replica) {
        while (digests.size() < index - 1) {
            digests.add(null);
        }
        if (digests.size() < index) {
            digests.add(digest);
            return;
        }
        Long first = digests.get((int) index - 1);
        if (first != null && first != digest) {
            throw new Violation(
                    "digest",
                    replica + " at index " + index + " has " + Long.toHexString(digest) + ", not "
                            + Long.toHexString(first));
        }
    }

    /**
     * A batch was applied, not refused.
     *
     * @param batch the very bytes that a leader has proposed
     * @throws Violation if they were applied at another index too: what was told of one index would not hold of the other
     */
    public void accepted(byte[] batch, long index) {
        Long before = accepted.putIfAbsent(batch, index);
        if (before != null && before != index) {
            throw new Violation("batch twice", "the batch of index " + before + " is applied again at index " + index);
        }
    }

    /** The history of a path. */
    public NodeTimeline node(String path) {
        return nodes.computeIfAbsent(path, key -> new NodeTimeline());
    }

    public SessionLedger sessions() {
        return sessions;
    }

    private void changed(Change change) {
        String path = change.path();
        node(path).changed(change.zxid(), change.kind());
        int slash = path.lastIndexOf('/');
        if (change.kind() != Change.Kind.DATA_CHANGED) {
            String parent = slash == 0 ? "/" : path.substring(0, slash);
            boolean isThere = change.kind() == Change.Kind.CREATED;
            node(parent).childChanged(change.zxid(), path.substring(slash + 1), isThere);
        }
    }

    /** Listens in. */
    private final class Recorder implements ApplySink {
        private final ApplySink inner;
        private final Witness witness;

        Recorder(ApplySink inner, Witness witness) {
            this.inner = inner;
            this.witness = witness;
        }

        @Override
        public void beforeCommand(int position, Command command) {
            inner.beforeCommand(position, command);
        }

        @Override
        public void change(Change change) {
            zxid = change.zxid();
            changed(change);
            inner.change(change);
        }

        @Override
        public void sessionEnded(long session, int generation, boolean expired) {
            sessions.ended(session);
            witness.ended(session, generation, expired);
            inner.sessionEnded(session, generation, expired);
        }

        @Override
        public void result(
                int position, Command command, long ofZxid, Outcome outcome, ErrorCode error, ByteRange body) {
            if (outcome != Outcome.REPEATED) {
                zxid = Math.max(zxid, ofZxid);
            }
            sessions.result(command, ofZxid, outcome, error, body);
            witness.applied(command, ofZxid, outcome, error);
            inner.result(position, command, ofZxid, outcome, error, body);
        }
    }
}
