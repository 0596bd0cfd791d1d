package io.cellkeeper.server.leader;

import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.consensus.Voters;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.ToProxy;
import io.cellkeeper.state.ApplySink;
import io.cellkeeper.state.batch.BatchReader;
import io.cellkeeper.state.batch.Command;
import io.cellkeeper.state.batch.CommandKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A leader core with everything around it under the test's hand: clock, log, terms, links. */
final class Reign implements Terms, LeaderOut {
    static final long TERM = 5;
    static final int GRACE_MS = 1000;
    static final int LINK = 1;
    static final int OTHER_LINK = 2;
    static final String SELF = "1-1";

    final FakeCell cell;
    final LeaderCore core;
    final List<Proposal> proposals = new ArrayList<>();
    final List<Long> rounds = new ArrayList<>();
    final List<Long> passesAsked = new ArrayList<>();
    final List<String> resignations = new ArrayList<>();
    final List<Integer> closed = new ArrayList<>();
    final Map<Integer, List<ToProxy>> sent = new TreeMap<>();

    Voters voters = new Voters(1, Set.of("1-1", "2-1", "3-1"), Set.of());
    long currentTerm = TERM;
    boolean leads = true;
    long committed = 10;
    long wallMs = 1_000_000;
    long now = 1_000_000_000_000L;
    private final long maxPassNanos;
    private @Nullable Proposal applied;
    private long index = 10;
    private long request;

    Reign() {
        this(new FakeCell());
    }

    Reign(FakeCell cell) {
        this(cell, new LeaderConfig(GRACE_MS, 2000, 20_000, 0, 0, null));
    }

    Reign(FakeCell cell, LeaderConfig config) {
        this.cell = cell;
        maxPassNanos = config.maxPassNanos();
        core = new LeaderCore(TERM, index, config, cell, this, this, () -> wallMs, new Random(1), now);
        link(LINK, "proxy-a");
        link(OTHER_LINK, "2-1");
    }

    /** A cell of one: it proves itself. */
    Reign alone() {
        voters = new Voters(1, Set.of(SELF), Set.of());
        return this;
    }

    void link(int link, String proxy) {
        core.linkUp(link, new LinkMessage.Hello(new UUID(1, 2), 1, proxy, 1));
        take(link);
    }

    void pass() {
        core.endOfPass(now);
    }

    /** Time goes on, with passes as often as they are due. */
    void runFor(long ms) {
        long end = now + ms * 1_000_000;
        while (now < end) {
            now = Math.min(end, now + maxPassNanos);
            wallMs += maxPassNanos / 1_000_000;
            pass();
        }
    }

    /** The process stands still: no pass for this long, then one. */
    void pauseFor(long ms) {
        now += ms * 1_000_000;
        pass();
    }

    Proposal lastProposal() {
        return proposals.get(proposals.size() - 1);
    }

    /** The newest proposal commits and is applied; the next is proposed. */
    void commit() {
        apply(lastProposal());
        pass();
    }

    void apply(Proposal proposal) {
        applied = proposal;
        index++;
        committed = Math.max(committed, index);
        ApplySink sink = core.beginApply(proposal, now);
        cell.apply(TERM, proposal.bytes(), sink);
        core.endApply(index);
    }

    /** Passes, and commits until nothing is in flight. */
    void settle() {
        pass();
        while (!proposals.isEmpty() && lastProposal() != applied) {
            commit();
        }
    }

    void answerRound(String voter) {
        core.termReport(voter, rounds.get(rounds.size() - 1), currentTerm);
    }

    List<ToProxy> take(int link) {
        List<ToProxy> messages = sent.remove(link);
        return messages == null ? List.of() : messages;
    }

    <T> List<T> take(int link, Class<T> type) {
        return take(link).stream().filter(type::isInstance).map(type::cast).toList();
    }

    void receive(int link, LinkMessage.ToLeader message) {
        core.receive(link, message, now);
    }

    /** Asks for a session; the answer is still to come. */
    void ask(int link, long session, ByteRange password, long lastZxidSeen) {
        receive(link, new LinkMessage.OpenSession(++request, session, password, 4000, lastZxidSeen, List.of()));
    }

    LinkMessage.SessionOpened open(int link) {
        ask(link, 0, ByteRange.EMPTY, 0);
        settle();
        return take(link, LinkMessage.SessionOpened.class).get(0);
    }

    LinkMessage.SessionOpened attach(int link, LinkMessage.SessionOpened session) {
        ask(link, session.session(), session.password(), 0);
        settle();
        return take(link, LinkMessage.SessionOpened.class).get(0);
    }

    void set(int link, LinkMessage.SessionOpened session, long number, String path, String value) {
        command(link, session, number, OpCode.SET_DATA, body(path, value));
    }

    void delete(int link, LinkMessage.SessionOpened session, long number, String path) {
        command(link, session, number, OpCode.DELETE, body(path));
    }

    void close(int link, LinkMessage.SessionOpened session, long number) {
        command(link, session, number, OpCode.CLOSE_SESSION, ByteRange.EMPTY);
    }

    void command(int link, LinkMessage.SessionOpened session, long number, OpCode op, ByteRange body) {
        receive(
                link,
                new LinkMessage.Command(
                        session.session(),
                        session.generation(),
                        number,
                        0,
                        CommandKind.CLIENT.code(),
                        op.code(),
                        body));
    }

    void get(int link, LinkMessage.SessionOpened session, long after, long read, String path) {
        read(link, session, after, read, read, OpCode.GET_DATA, body(path));
    }

    void read(
            int link,
            LinkMessage.SessionOpened session,
            long after,
            long read,
            long registration,
            OpCode op,
            ByteRange body) {
        receive(
                link,
                new LinkMessage.Read(
                        session.session(), session.generation(), after, read, registration, op.code(), body));
    }

    void keepAlive(int link, long id, LinkMessage.SessionOpened session, int ageMs) {
        keepAlive(link, id, session, ageMs, 0);
    }

    void keepAlive(int link, long id, LinkMessage.SessionOpened session, int ageMs, long acked) {
        receive(
                link,
                new LinkMessage.KeepAlive(
                        id, List.of(new LinkMessage.Touch(session.session(), session.generation(), ageMs, acked))));
    }

    static ByteRange body(String... strings) {
        WireWriter out = new WireWriter(32);
        for (String string : strings) {
            out.writeString(string);
        }
        return out.toRange();
    }

    static List<Command> commands(Proposal proposal) {
        BatchReader in = new BatchReader(proposal.bytes());
        while (in.nextAck()) {
            in.ackSession();
            in.ackNumber();
        }
        List<Command> commands = new ArrayList<>();
        int count = in.commandCount();
        for (int i = 0; i < count; i++) {
            commands.add(in.nextCommand());
        }
        return commands;
    }

    static String text(ByteRange bytes) {
        return new String(bytes.toArray(), java.nio.charset.StandardCharsets.UTF_8);
    }

    @Override
    public void send(int link, ToProxy message) {
        sent.computeIfAbsent(link, key -> new ArrayList<>()).add(message);
    }

    @Override
    public void closeLink(int link, String reason) {
        closed.add(link);
    }

    @Override
    public void propose(Proposal proposal) {
        proposals.add(proposal);
    }

    @Override
    public void passBy(long nanos) {
        passesAsked.add(nanos);
    }

    @Override
    public void askTerms(long round) {
        rounds.add(round);
    }

    @Override
    public void resign(String reason) {
        resignations.add(reason);
    }

    @Override
    public long currentTerm() {
        return currentTerm;
    }

    @Override
    public boolean leads(long term) {
        return leads && currentTerm == term;
    }

    @Override
    public long lastCommittedIndex() {
        return committed;
    }

    @Override
    public Voters voters() {
        return voters;
    }

    @Override
    public String selfId() {
        return SELF;
    }
}
