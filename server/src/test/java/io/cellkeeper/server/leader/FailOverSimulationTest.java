package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.consensus.Voters;
import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.ClientConnection;
import io.cellkeeper.proxy.ClientOut;
import io.cellkeeper.proxy.ProxyCore;
import io.cellkeeper.proxy.ProxySettings;
import io.cellkeeper.proxy.link.LinkCodec;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.ToLeader;
import io.cellkeeper.proxy.link.LinkMessage.ToProxy;
import io.cellkeeper.state.ApplySink;
import io.cellkeeper.state.CellState;
import io.cellkeeper.state.Change;
import io.cellkeeper.state.Outcome;
import io.cellkeeper.state.batch.Command;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/**
 * The real proxy, leader and state under a seed, while leaders change and links are cut at any step. Clients that never send a
 * command behind an unanswered read notice nothing: they are never disconnected, their commands are applied once, and a
 * persistent watch is told every change once, before the first reply that shows it.
 */
class FailOverSimulationTest {
    private static final long MS = 1_000_000;
    private static final int STEPS = 2_000;
    private static final String WATCHED = "/watched";
    private static final String PARENT = "/parent";

    @Property(tries = 200)
    void shouldBeNoticedByNobody(@ForAll long seed) {
        try {
            new World(seed).run();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }

    private static final class World implements LeaderOut, Terms {
        final Random random;
        final CellState state = new CellState();
        final List<Proxy> proxies = new ArrayList<>();
        final List<Client> clients = new ArrayList<>();
        final List<Change> changes = new ArrayList<>();
        final ArrayDeque<Proposal> log = new ArrayDeque<>();
        long now = 1_000_000 * MS;
        long term;
        long index = 1;
        int links;
        int reigns;
        int cuts;
        boolean calm;

        @Nullable
        LeaderCore core;

        World(long seed) {
            random = new Random(seed);
        }

        void run() {
            newReign();
            for (int i = 0; i < 2; i++) {
                proxies.add(new Proxy(this, i));
            }
            for (int i = 0; i < 6; i++) {
                clients.add(new Client(this, proxies.get(i % 2), i));
            }
            calm = true;
            runUntil(() -> clients.stream().allMatch(client -> client.phase == Client.READY));
            calm = false;
            for (int i = 0; i < STEPS; i++) {
                step();
            }
            calm = true;
            clients.forEach(client -> client.over = true);
            runUntil(() -> clients.stream().allMatch(client -> client.pending == 0 && client.hasHeardAll()));
            assertTrue(reigns > 3 && cuts > 3, "a run that shows nothing");
            Set<String> names = new HashSet<>();
            int created = 0;
            for (Client client : clients) {
                names.addAll(client.created);
                created += client.created.size();
            }
            assertEquals(created, names.size(), "names of sequential nodes");
            assertEquals(
                    created,
                    changes.stream()
                            .filter(change -> change.path().startsWith(PARENT + "/"))
                            .count(),
                    "nodes created for as many acknowledged creates");
        }

        private void runUntil(BooleanSupplier condition) {
            for (int i = 0; !condition.getAsBoolean(); i++) {
                assertTrue(i < 60_000, () -> "no progress: " + clients);
                step();
            }
        }

        private void step() {
            now += random.nextInt(3) * MS / 2;
            int what = random.nextInt(calm ? 96 : 100);
            if (what < 20) {
                clients.get(random.nextInt(clients.size())).act();
            } else if (what < 45) {
                proxies.get(random.nextInt(proxies.size())).deliverToLeader();
            } else if (what < 70) {
                proxies.get(random.nextInt(proxies.size())).deliverToProxy();
            } else if (what < 80) {
                if (core != null) {
                    core.endOfPass(now);
                }
            } else if (what < 90) {
                commit();
            } else if (what < 96) {
                for (Proxy proxy : proxies) {
                    proxy.core.tick(now);
                    proxy.flush();
                    if (proxy.link == 0 && core != null && random.nextInt(3) == 0) {
                        proxy.connect();
                    }
                }
            } else if (what < 98) {
                proxies.get(random.nextInt(proxies.size())).cut();
                cuts++;
            } else {
                changeLeader();
            }
        }

        private void commit() {
            Proposal proposal = log.poll();
            LeaderCore leader = core;
            if (proposal != null && leader != null) {
                index++;
                state.apply(term, index, proposal.bytes(), noting(leader.beginApply(proposal, now)));
                leader.endApply(index);
            }
        }

        private void changeLeader() {
            proxies.forEach(Proxy::cut);
            core = null;
            proxies.forEach(Proxy::forgetLingering);
            // The proposals in flight are in the new leader's log, or some of them, or none.
            for (Proposal proposal : log) {
                if (random.nextInt(3) == 0) {
                    break;
                }
                index++;
                state.apply(term, index, proposal.bytes(), noting(ApplySink.NONE));
            }
            log.clear();
            now += random.nextInt(300) * MS;
            newReign();
        }

        private void newReign() {
            reigns++;
            term++;
            core = new LeaderCore(
                    term,
                    index,
                    new LeaderConfig(1000, 4000, 40_000, 0, 12, ""),
                    new StateView(state),
                    this,
                    this,
                    () -> now / MS,
                    random,
                    now);
        }

        /** Keeps every change, on whoever applies it. */
        private ApplySink noting(ApplySink sink) {
            return new ApplySink() {
                @Override
                public void beforeCommand(int position, Command command) {
                    sink.beforeCommand(position, command);
                }

                @Override
                public void change(Change change) {
                    changes.add(change);
                    sink.change(change);
                }

                @Override
                public void sessionEnded(long session, int generation, boolean expired) {
                    throw new AssertionError("a session has ended");
                }

                @Override
                public void result(
                        int position, Command command, long zxid, Outcome outcome, ErrorCode error, ByteRange body) {
                    sink.result(position, command, zxid, outcome, error, body);
                }
            };
        }

        @Override
        public void send(int link, ToProxy message) {
            for (Proxy proxy : proxies) {
                if (proxy.link == link) {
                    proxy.toProxy.add(message);
                }
            }
        }

        @Override
        public void closeLink(int link, String reason) {
            throw new AssertionError(reason);
        }

        @Override
        public void propose(Proposal proposal) {
            log.add(proposal);
        }

        @Override
        public void askTerms(long round) {
            throw new AssertionError("nobody to ask");
        }

        @Override
        public void resign(String reason) {
            // Time is not to scale here.
        }

        @Override
        public long currentTerm() {
            return term;
        }

        @Override
        public boolean leads(long ofTerm) {
            return core != null && ofTerm == term;
        }

        @Override
        public long lastCommittedIndex() {
            return index;
        }

        @Override
        public Voters voters() {
            return new Voters(1, Set.of("1-1"), Set.of());
        }

        @Override
        public String selfId() {
            return "1-1";
        }
    }

    /** A proxy and its link, which delivers in order until it is cut. */
    private static final class Proxy {
        final World world;
        final ProxyCore core = new ProxyCore(new ProxySettings(0, ProxySettings.DEFAULT.superDigest()));
        final ArrayDeque<ToLeader> toLeader = new ArrayDeque<>();
        final ArrayDeque<ToProxy> toProxy = new ArrayDeque<>();
        final int number;
        int link;
        /** The link's number at a leader that has not noticed its end. */
        int lingering;

        final ArrayDeque<ToLeader> lingeringToLeader = new ArrayDeque<>();

        Proxy(World world, int number) {
            this.world = world;
            this.number = number;
        }

        void flush() {
            core.flush(() -> world.now);
        }

        void connect() {
            LeaderCore leader = world.core;
            if (leader == null) {
                return;
            }
            link = ++world.links;
            leader.linkUp(link, new LinkMessage.Hello(new UUID(0, 1), 1, "proxy-" + number, 1));
        }

        void deliverToLeader() {
            LeaderCore leader = world.core;
            if (leader == null) {
                return;
            }
            ToLeader message = toLeader.poll();
            if (message != null) {
                leader.receive(link, message, world.now);
            }
            if (lingering != 0 && world.random.nextInt(4) == 0) {
                ToLeader late = lingeringToLeader.poll();
                if (late == null) {
                    leader.linkDown(lingering);
                    lingering = 0;
                } else {
                    leader.receive(lingering, late, world.now);
                }
            }
        }

        void deliverToProxy() {
            ToProxy message = toProxy.poll();
            if (message instanceof LinkMessage.Welcome welcome) {
                int up = link;
                core.linkUp(
                        welcome,
                        sent -> {
                            if (up == link) {
                                toLeader.add(copy(sent));
                            }
                        },
                        world.now);
            } else if (message != null) {
                core.message(message, world.now);
            }
            flush();
        }

        /** What was on its way to the proxy is lost; to the leader it may still come, and its end is noticed after that. */
        void cut() {
            if (link == 0) {
                return;
            }
            toProxy.clear();
            LeaderCore leader = world.core;
            if (leader != null) {
                if (lingering != 0) {
                    leader.linkDown(lingering);
                    lingeringToLeader.clear();
                }
                lingering = link;
                lingeringToLeader.addAll(toLeader);
            }
            toLeader.clear();
            link = 0;
            core.linkDown(world.now);
            flush();
        }

        /** Its leader is gone. */
        void forgetLingering() {
            lingering = 0;
            lingeringToLeader.clear();
        }

        private static ToLeader copy(ToLeader message) {
            WireWriter out = new WireWriter(256);
            LinkCodec.write(out, message);
            WireReader in = new WireReader(out.toRange());
            return LinkCodec.readToLeader(in.readBytes(in.readInt()));
        }
    }

    /** A client that sends one request at a time, and is told of every change of one node. */
    private static final class Client implements ClientOut {
        static final int READY = 4;

        /** A request without a reply. */
        private record Sent(int xid, OpCode op) {}

        final World world;
        final Proxy proxy;
        final int number;
        final ClientConnection connection;
        final WireWriter received = new WireWriter(256);
        final List<String> created = new ArrayList<>();
        int taken;
        int phase;
        int pending;
        int xid;
        final ArrayDeque<Sent> sent = new ArrayDeque<>();
        boolean over;
        long sentAt;
        /** How many of all changes of the watched node it has been told; −1 while it does not watch. */
        int told = -1;

        Client(World world, Proxy proxy, int number) {
            this.world = world;
            this.proxy = proxy;
            this.number = number;
            connection = proxy.core.connected(
                    this, new InetSocketAddress(InetAddress.getLoopbackAddress(), 1000 + number), world.now);
        }

        void act() {
            if (pending > 0 || (over && world.now - sentAt < 1_000 * MS)) {
                return;
            }
            switch (phase) {
                case 0 -> {
                    send(new WireWriter(64)
                            .writeInt(0)
                            .writeLong(0)
                            .writeInt(40_000)
                            .writeLong(0)
                            .writeBuffer(ByteRange.of(new byte[16]))
                            .writeBoolean(false));
                }
                case 1 -> create(WATCHED, 0);
                case 2 -> create(PARENT, 0);
                case 3 ->
                    request(OpCode.ADD_WATCH, body -> body.writeString(WATCHED).writeInt(0));
                default -> {
                    if (over) {
                        request(OpCode.SYNC, body -> body.writeString("/"));
                        return;
                    }
                    for (int commands = world.random.nextInt(3); commands > 0; commands--) {
                        command();
                    }
                    for (int others = world.random.nextInt(3); others > 0; others--) {
                        other();
                    }
                }
            }
        }

        private void command() {
            switch (world.random.nextInt(3)) {
                case 0 -> create(PARENT + "/n-", 2);
                case 1 -> request(OpCode.SET_DATA, Client::setWatched);
                default ->
                    // Changes of one command, which a link can cut in two.
                    request(OpCode.MULTI, body -> {
                        int changes = 1 + world.random.nextInt(3);
                        for (int i = 0; i < changes; i++) {
                            setWatched(multiHeader(body, OpCode.SET_DATA.code(), false));
                        }
                        multiHeader(body, -1, true);
                    });
            }
        }

        private static void setWatched(WireWriter body) {
            body.writeString(WATCHED).writeBuffer(ByteRange.of(new byte[3])).writeInt(-1);
        }

        private static WireWriter multiHeader(WireWriter body, int type, boolean done) {
            return body.writeInt(type).writeBoolean(done).writeInt(-1);
        }

        private void other() {
            switch (world.random.nextInt(3)) {
                case 0 ->
                    request(OpCode.GET_DATA, body -> body.writeString(WATCHED).writeBoolean(false));
                case 1 -> request(OpCode.SYNC, body -> body.writeString("/"));
                default -> request(OpCode.PING, body -> {});
            }
        }

        /** Whether it was told every change there has been. */
        boolean hasHeardAll() {
            return told == watchedChanges().size();
        }

        private void create(String path, int flags) {
            request(
                    OpCode.CREATE,
                    body -> body.writeString(path)
                            .writeBuffer(ByteRange.EMPTY)
                            .writeAcl(List.of(new AclEntry(AclEntry.ALL, AclEntry.ANYONE)))
                            .writeInt(flags));
        }

        private void request(OpCode code, Consumer<WireWriter> body) {
            int ofXid = code == OpCode.PING ? -2 : ++xid;
            sent.add(new Sent(ofXid, code));
            WireWriter out = new WireWriter(64).writeInt(ofXid).writeInt(code.code());
            body.accept(out);
            send(out);
        }

        private void send(WireWriter frame) {
            pending++;
            sentAt = world.now;
            proxy.core.frame(connection, frame.toRange(), world.now);
            proxy.flush();
        }

        private List<Change> watchedChanges() {
            return world.changes.stream()
                    .filter(change -> change.path().equals(WATCHED))
                    .toList();
        }

        private void frame(WireReader in) {
            if (phase == 0) {
                phase = 1;
                pending--;
                return;
            }
            int got = in.readInt();
            long zxid = in.readLong();
            int error = in.readInt();
            if (got == -1) {
                assertEquals(
                        watchedChanges().get(told).zxid(),
                        zxid,
                        () -> this + " is told a change too early, late or twice");
                told++;
                return;
            }
            pending--;
            Sent request = sent.remove();
            assertEquals(request.xid, got, "xid");
            if (request.op == OpCode.ADD_WATCH) {
                told = (int) watchedChanges().stream()
                        .filter(change -> change.zxid() <= zxid)
                        .count();
            } else if (told >= 0 && zxid > 0) {
                long shown = watchedChanges().stream()
                        .filter(change -> change.zxid() <= zxid)
                        .count();
                assertTrue(told >= shown, () -> this + " is shown a change it was not told");
            }
            if (phase < READY) {
                phase++;
            } else if (request.op == OpCode.CREATE) {
                assertEquals(0, error);
                created.add(in.readString());
            }
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public void write(byte[] array, int offset, int length) {
            received.writeBytes(array, offset, length);
            for (; ; ) {
                WireReader in = new WireReader(received.array(), taken, received.length() - taken);
                if (in.remaining() < 4) {
                    return;
                }
                int frameLength = in.readInt();
                if (in.remaining() < frameLength) {
                    return;
                }
                taken += 4 + frameLength;
                frame(new WireReader(in.readBytes(frameLength)));
            }
        }

        @Override
        public void setReading(boolean reading) {}

        @Override
        public void closeAfterFlush() {
            throw new AssertionError(this + " is closed: " + proxy.core.closedByReason());
        }

        @Override
        public void reset() {
            throw new AssertionError(this + " is reset: " + proxy.core.closedByReason());
        }

        @Override
        public String toString() {
            return "client " + number + " in phase " + phase + " with " + sent + " unanswered, told " + told;
        }
    }
}
