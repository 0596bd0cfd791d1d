package io.cellkeeper.server.leader;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.state.ApplySink;
import io.cellkeeper.state.Change;
import io.cellkeeper.state.NodeView;
import io.cellkeeper.state.Outcome;
import io.cellkeeper.state.ReadAnswer;
import io.cellkeeper.state.SessionOpened;
import io.cellkeeper.state.SessionView;
import io.cellkeeper.state.batch.BatchHeader;
import io.cellkeeper.state.batch.BatchReader;
import io.cellkeeper.state.batch.Command;
import io.cellkeeper.state.batch.CommandKind;
import io.cellkeeper.state.batch.RemovalBody;
import io.cellkeeper.state.batch.SessionBody;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A state of a few lines: flat nodes with a string each, sessions without kept results. A body is a path and, to set, a
 * string. An ephemeral node is named {@code /e…} and belongs to the session that created it.
 */
public final class FakeCell implements CellView {
    static final class Session implements SessionView {
        final long id;
        int generation = 1;
        int timeoutMs;
        long lastNumber;
        int keptResults;
        byte[] password = new byte[SessionBody.PASSWORD_LENGTH];

        Session(long id) {
            this.id = id;
        }

        @Override
        public long id() {
            return id;
        }

        @Override
        public int timeoutMs() {
            return timeoutMs;
        }

        @Override
        public int generation() {
            return generation;
        }

        @Override
        public long lastNumber() {
            return lastNumber;
        }

        @Override
        public List<Identity> identities() {
            return List.of();
        }

        @Override
        public boolean hasPassword(byte[] shown, int offset, int length) {
            return Arrays.equals(password, Arrays.copyOfRange(shown, offset, offset + length));
        }

        @Override
        public int ephemeralCount() {
            return 0;
        }

        @Override
        public int keptResultCount() {
            return keptResults;
        }
    }

    final TreeMap<Long, Session> sessions = new TreeMap<>();
    final TreeMap<String, String> nodes = new TreeMap<>();
    final TreeMap<String, Long> owners = new TreeMap<>();
    final TreeMap<Long, Long> acks = new TreeMap<>();
    List<AclEntry> acl = List.of(new AclEntry(AclEntry.ALL, AclEntry.ANYONE));
    /** Containers and nodes with a time to live by slot; null is one that is to stay. */
    final List<@Nullable String> managed = new ArrayList<>();

    int cellNumber = 7;
    String serverLines = "";
    long zxid = 100;
    /** Changes up to this zxid are not kept. */
    long forgotten;

    final List<Change> changes = new ArrayList<>();
    /** What {@link #node} says; set by tests. */
    final TreeMap<String, NodeView> views = new TreeMap<>();

    @Nullable
    BatchHeader header;

    @Override
    public long zxid() {
        return zxid;
    }

    @Override
    public long timeMs() {
        return header == null ? 0 : header.timeMs();
    }

    @Override
    public long cellTimeMs() {
        return header == null ? 0 : header.cellTimeMs();
    }

    @Override
    public int cellNumber() {
        return cellNumber;
    }

    @Override
    public String serverLines() {
        return serverLines;
    }

    @Override
    public @Nullable SessionView session(long id) {
        return sessions.get(id);
    }

    @Override
    public void forEachSession(Consumer<? super SessionView> visitor) {
        sessions.values().forEach(visitor);
    }

    @Override
    public int managedCount() {
        return managed.size();
    }

    @Override
    public @Nullable String dueForRemoval(int slot, long atCellTimeMs, long maxNeverUsedMs) {
        return managed.get(slot);
    }

    @Override
    public @Nullable NodeView node(String path) {
        return views.get(path);
    }

    @Override
    public boolean keepsChangesAfter(long after) {
        return after >= forgotten;
    }

    @Override
    public void forEachChangeAfter(long after, Consumer<Change> action) {
        changes.stream().filter(change -> change.zxid() > after).forEach(action);
    }

    @Override
    public ReadAnswer read(long session, OpCode op, ByteRange body) {
        if (op == OpCode.SET_WATCHES) {
            return new ReadAnswer(ErrorCode.OK, ByteRange.of(new byte[8]));
        }
        if (op == OpCode.ADD_WATCH) {
            return new ReadAnswer(ErrorCode.OK, ByteRange.EMPTY);
        }
        String value = nodes.get(new WireReader(body).readString());
        return value == null ? ReadAnswer.failed(ErrorCode.NO_NODE) : new ReadAnswer(ErrorCode.OK, text(value));
    }

    /** Applies a batch, or nothing if its term is not the entry's. */
    public void apply(long term, byte[] batch, ApplySink sink) {
        BatchReader in = new BatchReader(batch);
        if (in.header().term() != term) {
            return;
        }
        header = in.header();
        while (in.nextAck()) {
            acks.put(in.ackSession(), in.ackNumber());
        }
        int count = in.commandCount();
        for (int position = 0; position < count; position++) {
            Command command = in.nextCommand();
            sink.beforeCommand(position, command);
            zxid++;
            apply(position, command, sink);
        }
    }

    private void apply(int position, Command command, ApplySink sink) {
        switch (command.kind()) {
            case CREATE_SESSION, ATTACH -> open(position, command, sink);
            case EXPIRE -> expire(position, command, sink);
            case CLIENT, ADD_AUTH -> numbered(position, command, sink);
            case REMOVE -> {
                managed.remove(RemovalBody.read(new WireReader(command.body())).path());
                sink.result(position, command, zxid, Outcome.APPLIED, ErrorCode.OK, ByteRange.EMPTY);
            }
            case SET_CELL_NUMBER -> {
                cellNumber = new WireReader(command.body()).readInt();
                sink.result(position, command, zxid, Outcome.APPLIED, ErrorCode.OK, ByteRange.EMPTY);
            }
            case SET_CONFIG -> {
                serverLines = new String(command.body().toArray(), StandardCharsets.UTF_8);
                sink.result(position, command, zxid, Outcome.APPLIED, ErrorCode.OK, ByteRange.EMPTY);
            }
        }
    }

    private void open(int position, Command command, ApplySink sink) {
        SessionBody body = SessionBody.read(new WireReader(command.body()));
        Session session = sessions.get(command.session());
        if (command.kind() == CommandKind.CREATE_SESSION) {
            session = new Session(zxid);
            session.password = body.password().toArray();
            sessions.put(zxid, session);
        } else if (session == null) {
            sink.result(position, command, zxid, Outcome.SESSION_GONE, ErrorCode.OK, ByteRange.EMPTY);
            return;
        } else {
            session.generation++;
        }
        session.timeoutMs = body.timeoutMs();
        WireWriter out = new WireWriter(32);
        new SessionOpened(session.id, session.generation, session.lastNumber, session.timeoutMs).write(out);
        sink.result(position, command, zxid, Outcome.APPLIED, ErrorCode.OK, out.toRange());
    }

    private void expire(int position, Command command, ApplySink sink) {
        Session session = sessions.get(command.session());
        Outcome outcome = session == null
                ? Outcome.SESSION_GONE
                : session.generation != command.generation() ? Outcome.SESSION_MOVED : Outcome.APPLIED;
        if (outcome == Outcome.APPLIED) {
            end(command, true, sink);
        }
        sink.result(position, command, zxid, outcome, ErrorCode.OK, ByteRange.EMPTY);
    }

    private void numbered(int position, Command command, ApplySink sink) {
        Session session = sessions.get(command.session());
        if (session == null) {
            sink.result(position, command, zxid, Outcome.SESSION_GONE, ErrorCode.OK, ByteRange.EMPTY);
        } else if (session.generation != command.generation()) {
            sink.result(position, command, zxid, Outcome.SESSION_MOVED, ErrorCode.OK, ByteRange.EMPTY);
        } else if (command.number() <= session.lastNumber) {
            sink.result(position, command, zxid, Outcome.FORGOTTEN, ErrorCode.OK, ByteRange.EMPTY);
        } else if (command.number() > session.lastNumber + 1) {
            sink.result(position, command, zxid, Outcome.GAP, ErrorCode.OK, ByteRange.EMPTY);
        } else {
            session.lastNumber = command.number();
            ByteRange body = ByteRange.EMPTY;
            if (command.op() == OpCode.CLOSE_SESSION.code()) {
                end(command, false, sink);
            } else if (command.kind() == CommandKind.CLIENT) {
                body = change(command, sink);
            }
            sink.result(position, command, zxid, Outcome.APPLIED, ErrorCode.OK, body);
        }
    }

    private ByteRange change(Command command, ApplySink sink) {
        WireReader in = new WireReader(command.body());
        String path = in.readString();
        if (command.op() == OpCode.DELETE.code()) {
            nodes.remove(path);
            change(sink, new Change(zxid, Change.Kind.DELETED, path, acl, acl));
            return ByteRange.EMPTY;
        }
        String value = in.readString();
        boolean created = nodes.put(path, value) == null;
        if (created) {
            if (path.startsWith("/e")) {
                owners.put(path, command.session());
            }
            change(sink, new Change(zxid, Change.Kind.CREATED, path, acl, acl));
        } else {
            change(sink, new Change(zxid, Change.Kind.DATA_CHANGED, path, acl, null));
        }
        return text(value);
    }

    private void change(ApplySink sink, Change change) {
        changes.add(change);
        sink.change(change);
    }

    private void end(Command command, boolean expired, ApplySink sink) {
        for (Map.Entry<String, Long> owned : new ArrayList<>(owners.entrySet())) {
            if (owned.getValue() == command.session()) {
                owners.remove(owned.getKey());
                nodes.remove(owned.getKey());
                change(sink, new Change(zxid, Change.Kind.DELETED, owned.getKey(), acl, acl));
            }
        }
        sessions.remove(command.session());
        sink.sessionEnded(command.session(), command.generation(), expired);
    }

    static ByteRange text(String text) {
        return ByteRange.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
