package io.cellkeeper.state;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Stat;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.state.batch.BatchHeader;
import io.cellkeeper.state.batch.BatchSettings;
import io.cellkeeper.state.batch.BatchWriter;
import io.cellkeeper.state.batch.Command;
import io.cellkeeper.state.batch.CommandKind;
import io.cellkeeper.state.tree.Node;
import io.cellkeeper.state.tree.Place;
import io.cellkeeper.state.tree.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A state with a log of its own, one command a batch, and what it said. */
final class TestCell implements ApplySink {
    /** What a command came to. */
    record Result(CommandKind kind, long zxid, Outcome outcome, ErrorCode error, ByteRange body) {
        WireReader read() {
            return new WireReader(body);
        }

        String path() {
            return read().readString();
        }

        Stat stat() {
            return TestCell.stat(read());
        }
    }

    /** The end of a session. */
    record Ended(long session, int generation, boolean expired) {}

    /** A session as its proxy knows it. */
    static final class Client {
        final long id;
        final byte[] password;
        int generation;
        long number;
        long acked;

        Client(long id, byte[] password) {
            this.id = id;
            this.password = password;
            this.generation = 1;
        }
    }

    final CellState state = new CellState();
    final List<Change> changes = new ArrayList<>();
    final List<QuotaNotice> notices = new ArrayList<>();
    final List<Ended> ended = new ArrayList<>();
    final List<byte[]> log = new ArrayList<>();
    final Map<Long, Client> clients = new HashMap<>();
    long term = 1;
    long index;
    long timeMs = 1_000_000;
    long cellTimeMs;
    int settings = BatchSettings.EXTENDED_TYPES;
    private int passwords;
    private List<Result> results = new ArrayList<>();

    Client open(Identity... identities) {
        byte[] password = new byte[16];
        password[0] = (byte) ++passwords;
        Result result = command(
                CommandKind.CREATE_SESSION, 0, 0, 0, 0, 0, Bodies.session(10_000, password, List.of(identities)));
        Client client = new Client(SessionOpened.read(result.read()).session(), password);
        clients.put(client.id, client);
        return client;
    }

    SessionOpened attach(Client client, Identity... identities) {
        Result result = command(
                CommandKind.ATTACH,
                client.id,
                0,
                0,
                0,
                0,
                Bodies.session(20_000, client.password, List.of(identities)));
        SessionOpened opened = SessionOpened.read(result.read());
        client.generation = opened.generation();
        return opened;
    }

    Result send(Client client, OpCode op, ByteRange body) {
        return resend(client, ++client.number, op, body);
    }

    Result resend(Client client, long number, OpCode op, ByteRange body) {
        return command(CommandKind.CLIENT, client.id, client.generation, number, client.acked, op.code(), body);
    }

    Result addAuth(Client client, Identity... identities) {
        return command(
                CommandKind.ADD_AUTH,
                client.id,
                client.generation,
                ++client.number,
                client.acked,
                0,
                Bodies.identities(identities));
    }

    Result expire(Client client, int generation) {
        return command(CommandKind.EXPIRE, client.id, generation, 0, 0, 0, ByteRange.EMPTY);
    }

    Result command(CommandKind kind, long session, int generation, long number, long acked, int op, ByteRange body) {
        BatchWriter writer = new BatchWriter();
        writer.add(kind, session, generation, number, acked, op, body);
        return apply(writer).get(0);
    }

    List<Result> apply(BatchWriter writer) {
        byte[] batch = writer.finish(new BatchHeader(term, timeMs, cellTimeMs, settings));
        changes.clear();
        ended.clear();
        notices.clear();
        results = new ArrayList<>();
        log.add(batch);
        state.apply(term, ++index, batch, this);
        return results;
    }

    ReadAnswer read(Client client, OpCode op, ByteRange body) {
        return state.read(client.id, op, body);
    }

    Stat statOf(String path) {
        return Objects.requireNonNull(statOrNull(path), path);
    }

    boolean exists(String path) {
        return statOrNull(path) != null;
    }

    private @Nullable Stat statOrNull(String path) {
        Place place = new Place();
        state.tree().locate(place, Tree.bytesOf(path));
        Node node = place.node();
        return node == null ? null : node.stat();
    }

    static Stat stat(WireReader in) {
        return new Stat(
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readInt(),
                in.readInt(),
                in.readInt(),
                in.readLong(),
                in.readInt(),
                in.readInt(),
                in.readLong());
    }

    @Override
    public void change(Change change) {
        changes.add(change);
    }

    @Override
    public void quota(QuotaNotice notice) {
        notices.add(notice);
    }

    @Override
    public void sessionEnded(long session, int generation, boolean expired) {
        ended.add(new Ended(session, generation, expired));
    }

    @Override
    public void result(int position, Command command, long zxid, Outcome outcome, ErrorCode error, ByteRange body) {
        results.add(new Result(command.kind(), zxid, outcome, error, body));
    }
}
