package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/**
 * The real proxy, leader and state under a seed, while leaders change and links are cut at any step. Clients that never send a
 * command behind an unanswered read notice nothing: they are never disconnected, their commands are applied once, and a
 * persistent watch is told every change once, before the first reply that shows it.
 */
class FailOverSimulationTest {
    static final long MS = 1_000_000;
    private static final int STEPS = 2_000;
    static final String PARENT = "/parent";

    @Property(tries = 200)
    void shouldBeNoticedByNobody(@ForAll long seed) {
        try {
            new World(seed).run();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }

    static final class World implements AloneInItsCell {
        final Random random;
        final CellState state = new CellState();
        final List<Proxy> proxies = new ArrayList<>();
        final List<FailOverClient> clients = new ArrayList<>();
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
                clients.add(new FailOverClient(this, proxies.get(i % 2), i));
            }
            calm = true;
            runUntil(() -> clients.stream().allMatch(client -> client.phase == FailOverClient.READY));
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
            for (FailOverClient client : clients) {
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
        public void propose(Proposal proposal) {
            log.add(proposal);
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
    }

    /** A proxy and its link, which delivers in order until it is cut. */
    static final class Proxy {
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
}
