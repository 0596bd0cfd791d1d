package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.SessionOpened;
import io.cellkeeper.proxy.link.LinkMessage.ToProxy;
import io.cellkeeper.state.CellState;
import io.cellkeeper.state.batch.CommandKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The core over the real state, alone in its cell: the two agree on bodies, outcomes and the order of calls. */
class RealStateTest implements AloneInItsCell {
    private static final long TERM = 1;
    private static final int LINK = 1;
    private static final LeaderConfig CONFIG = new LeaderConfig(1000, 4000, 40_000, 0, 12, "server.1=a");

    private final CellState state = new CellState();
    private final List<ToProxy> sent = new ArrayList<>();
    private final ArrayDeque<Proposal> log = new ArrayDeque<>();
    private long now = 1;
    private long index = 3;
    private long number;
    private long reads;
    private final LeaderCore core = new LeaderCore(
            TERM, index, CONFIG, new StateView(state), this, this, () -> 1_700_000_000_000L, new Random(5), now);

    @Test
    void shouldFoundTheCellWithItsNumberAndConfiguration() {
        run();
        assertEquals(12, state.cellNumber());
        assertEquals("server.1=a\nversion=1000000000002", state.configText());
        assertEquals("server.1=a", state.serverLines());
    }

    @Test
    void shouldLockAndReleaseAndTellTheWaiter() {
        core.linkUp(LINK, new LinkMessage.Hello(new UUID(1, 1), 1, "1-1", 1));
        SessionOpened holder = open();
        SessionOpened waiter = open();
        assertEquals(12, holder.session() >>> 51);
        LinkMessage.Result created = command(holder, OpCode.CREATE, RequestBodies.create("/lock-", 3));
        assertEquals(ErrorCode.OK, created.error());
        String path = new WireReader(created.body()).readString();
        assertEquals("/lock-0000000000", path);

        LinkMessage.ReadAnswer exists = read(
                waiter,
                OpCode.EXISTS,
                new WireWriter(32).writeString(path).writeBoolean(true).toRange());
        assertEquals(ErrorCode.OK, exists.error());
        assertEquals(created.zxid(), new WireReader(exists.body()).readLong(), "the token is the create index");

        core.receive(
                LINK,
                new LinkMessage.Command(
                        holder.session(),
                        holder.generation(),
                        2,
                        1,
                        CommandKind.CLIENT.code(),
                        OpCode.CLOSE_SESSION.code(),
                        ByteRange.EMPTY),
                now);
        run();
        assertEquals(3, sent.size());
        LinkMessage.Changed changed = (LinkMessage.Changed) sent.get(0);
        assertEquals(path, changed.path());
        assertEquals(2, changed.kind());
        assertEquals(changed.zxid(), ((LinkMessage.Result) sent.get(1)).zxid());
        assertEquals(LinkMessage.SessionGone.Reason.CLOSED, ((LinkMessage.SessionGone) sent.get(2)).reason());
        assertEquals(1, state.sessionCount());
    }

    @Test
    void shouldRegisterWhatSetWatchesRegisters() {
        core.linkUp(LINK, new LinkMessage.Hello(new UUID(1, 1), 1, "1-1", 1));
        SessionOpened session = open();
        command(session, OpCode.CREATE, RequestBodies.create("/a", 0));
        LinkMessage.Result last = command(session, OpCode.CREATE, RequestBodies.create("/b", 0));
        ByteRange body = new WireWriter(64)
                .writeLong(last.zxid())
                .writeStrings(List.of("/a", "/gone"))
                .writeStrings(List.of("/b", "/new"))
                .writeStrings(List.of("/b"))
                .writeStrings(List.of("/p"))
                .writeStrings(List.of("/r"))
                .toRange();
        LinkMessage.ReadAnswer answer = read(session, OpCode.SET_WATCHES2, body);
        assertEquals(ByteRange.of(new byte[] {0, 2, 1, 0, 0, 0, 0}), answer.body());
        assertTrue(answer.inPlace(), "what it registers its proxy has to know before the next change");
        assertEquals(5, core.numbers(now).interests());
        for (String path : List.of("/gone", "/new", "/b/c", "/p", "/r", "/r/x")) {
            command(session, OpCode.CREATE, RequestBodies.create(path, 0));
        }
        List<String> changed = changes;
        assertEquals(List.of("/new", "/b/c", "/p", "/r", "/r/x"), changed);
    }

    @Test
    void shouldExpireASessionWithItsEphemerals() {
        core.linkUp(LINK, new LinkMessage.Hello(new UUID(1, 1), 1, "1-1", 1));
        SessionOpened session = open();
        command(session, OpCode.CREATE, RequestBodies.create("/e", 1));
        assertEquals(1, state.ephemeralCount());
        for (int i = 0; i < 200; i++) {
            now += CONFIG.maxPassNanos();
            run();
        }
        assertEquals(0, state.ephemeralCount());
        assertEquals(0, state.sessionCount());
        assertTrue(sent.stream().anyMatch(LinkMessage.SessionGone.class::isInstance));
    }

    private final List<String> changes = new ArrayList<>();

    private SessionOpened open() {
        core.receive(LINK, new LinkMessage.OpenSession(1, 0, ByteRange.EMPTY, 4000, 0, List.of()), now);
        run();
        return (SessionOpened) take();
    }

    private LinkMessage.Result command(SessionOpened session, OpCode op, ByteRange body) {
        core.receive(
                LINK,
                new LinkMessage.Command(
                        session.session(),
                        session.generation(),
                        ++number,
                        0,
                        CommandKind.CLIENT.code(),
                        op.code(),
                        body),
                now);
        run();
        return (LinkMessage.Result) take();
    }

    private LinkMessage.ReadAnswer read(SessionOpened session, OpCode op, ByteRange body) {
        reads++;
        long after = state.session(session.session()) == null ? 0 : lastNumber(session);
        core.receive(
                LINK,
                new LinkMessage.Read(session.session(), session.generation(), after, reads, reads, op.code(), body),
                now);
        run();
        return (LinkMessage.ReadAnswer) take();
    }

    private long lastNumber(SessionOpened session) {
        return java.util.Objects.requireNonNull(state.session(session.session()))
                .lastNumber();
    }

    /** The one message but for changes, which are noted. */
    private ToProxy take() {
        List<ToProxy> others = new ArrayList<>();
        for (ToProxy message : sent) {
            if (message instanceof LinkMessage.Changed changed) {
                changes.add(changed.path());
            } else if (!(message instanceof LinkMessage.Welcome)) {
                others.add(message);
            }
        }
        sent.clear();
        assertEquals(1, others.size(), others::toString);
        return others.get(0);
    }

    private void run() {
        core.endOfPass(now);
        while (!log.isEmpty()) {
            Proposal proposal = log.remove();
            index++;
            assertTrue(state.apply(TERM, index, proposal.bytes(), core.beginApply(proposal, now)));
            core.endApply(index);
            core.endOfPass(now);
        }
    }

    @Override
    public void send(int link, ToProxy message) {
        sent.add(message);
    }

    @Override
    public void propose(Proposal proposal) {
        log.add(proposal);
    }

    @Override
    public long currentTerm() {
        return TERM;
    }

    @Override
    public boolean leads(long term) {
        return true;
    }

    @Override
    public long lastCommittedIndex() {
        return index;
    }
}
