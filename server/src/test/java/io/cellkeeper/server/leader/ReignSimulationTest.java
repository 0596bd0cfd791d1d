package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.consensus.Voters;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.ToProxy;
import io.cellkeeper.state.batch.Command;
import io.cellkeeper.state.batch.CommandKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * A reign in a cell of three over a network that delays, until, unknown to it, the two others elect a leader of their
 * own. What a client asked after that election must not be answered (I14, I15): the other leader may have written
 * since, or counted its lease. And no session may be expired before its last packet's time + T + G (I8).
 */
class ReignSimulationTest {
    private static final long MS = 1_000_000;

    @Property(tries = 400)
    void shouldPromiseNothingAfterAnotherElection(@ForAll long seed) {
        new Simulation(seed).run();
    }

    private record Event(long at, long order, Runnable action) {}

    private static final class Client {
        final int link;
        long session;
        int generation;
        long lastNumber;
        long lastPacket;
        final Map<Long, Long> readsAsked = new HashMap<>();
        long expectedRead = 1;
        long lastRead;
        boolean gone;

        Client(int link) {
            this.link = link;
        }
    }

    private static final class Simulation implements Terms, LeaderOut {
        private static final long TERM = 5;
        private static final int TIMEOUT_MS = 2000;
        private static final int GRACE_MS = 400;
        private static final int FOLLOWERS_LINK = 2;

        private final long seed;
        private final Random random;
        private final FakeCell cell = new FakeCell();
        private final PriorityQueue<Event> events =
                new PriorityQueue<>((a, b) -> a.at != b.at ? Long.compare(a.at, b.at) : Long.compare(a.order, b.order));
        private final List<Client> clients = new ArrayList<>();
        private final Map<Long, Long> keepAlivesAsked = new HashMap<>();
        private final long[] voterRaises = new long[2];
        private final long electedAt;
        private final LeaderCore core;
        private long now = 100_000 * MS;
        private long order;
        private long index = 10;
        private long keepAlives;
        private int answered;

        Simulation(long seed) {
            this.seed = seed;
            random = new Random(seed);
            long end = now + 3000 * MS;
            voterRaises[0] = end - random.nextInt(1500) * MS / 10;
            voterRaises[1] = end - random.nextInt(1500) * MS / 10;
            electedAt = Math.max(voterRaises[0], voterRaises[1]);
            core = new LeaderCore(
                    TERM,
                    index,
                    new LeaderConfig(GRACE_MS, TIMEOUT_MS, TIMEOUT_MS, 0, 0, null),
                    cell,
                    this,
                    this,
                    () -> now / MS,
                    new Random(seed),
                    now);
            core.linkUp(1, new LinkMessage.Hello(new UUID(0, 1), 1, "1-1", 1));
            core.linkUp(FOLLOWERS_LINK, new LinkMessage.Hello(new UUID(0, 1), 1, "2-1", 1));
        }

        void run() {
            for (int i = 0; i < 4; i++) {
                Client client = new Client(1 + i % 2);
                clients.add(client);
                core.receive(
                        client.link, new LinkMessage.OpenSession(i, 0, ByteRange.EMPTY, TIMEOUT_MS, 0, List.of()), now);
                later(50, () -> act(client));
            }
            pass();
            long end = electedAt + 1500 * MS;
            while (!events.isEmpty() && events.element().at < end) {
                Event event = events.remove();
                now = event.at;
                event.action.run();
            }
            assertTrue(answered > 20, () -> "a run that shows nothing, seed " + seed);
        }

        private void pass() {
            core.endOfPass(now);
            later(random.nextInt(20) == 0 ? 130 : 1 + random.nextInt(30), this::pass);
        }

        /** A client does something; its proxy sends it on, at once or with what comes next. */
        private void act(Client client) {
            later(1 + random.nextInt(random.nextInt(8) == 0 ? 1500 : 40), () -> act(client));
            if (client.session == 0 || client.gone) {
                return;
            }
            long asked = now;
            client.lastPacket = asked;
            int what = random.nextInt(4);
            LinkMessage.ToLeader message;
            if (what == 0) {
                long number = ++client.lastNumber;
                message = new LinkMessage.Command(
                        client.session,
                        client.generation,
                        number,
                        0,
                        CommandKind.CLIENT.code(),
                        OpCode.SET_DATA.code(),
                        Reign.body("/" + client.session, String.valueOf(number)));
            } else if (what < 3) {
                long read = ++client.lastRead;
                client.readsAsked.put(read, asked);
                message = new LinkMessage.Read(
                        client.session,
                        client.generation,
                        client.lastNumber,
                        read,
                        0,
                        OpCode.GET_DATA.code(),
                        Reign.body("/" + client.session));
            } else {
                long id = ++keepAlives;
                keepAlivesAsked.put(id, asked);
                int age = random.nextInt(20);
                client.lastPacket = asked - age * MS;
                message = new LinkMessage.KeepAlive(
                        id, List.of(new LinkMessage.Touch(client.session, client.generation, age, 0)));
            }
            // Links keep their order: the delay of this simulation is the same for all messages of one.
            long term = client.link == FOLLOWERS_LINK ? termOf(0) : TERM;
            later(client.link == FOLLOWERS_LINK ? 7 : 0, () -> {
                core.receive(client.link, message, now);
                if (client.link == FOLLOWERS_LINK) {
                    core.receive(client.link, new LinkMessage.TermReport(term), now);
                }
                core.endOfPass(now);
            });
        }

        private long termOf(int voter) {
            return now < voterRaises[voter] ? TERM : TERM + 1;
        }

        private void later(long ms, Runnable action) {
            events.add(new Event(now + ms * MS + random.nextInt(1000), order++, action));
        }

        @Override
        public void send(int link, ToProxy message) {
            if (message instanceof LinkMessage.SessionOpened opened) {
                Client client = clients.get((int) opened.request());
                client.session = opened.session();
                client.generation = opened.generation();
                client.lastPacket = now;
            } else if (message instanceof LinkMessage.ReadAnswer answer) {
                Client client = clientOf(answer.session());
                assertEquals(client.expectedRead++, answer.read(), "reads in order");
                promise(client.readsAsked, answer.read(), message);
            } else if (message instanceof LinkMessage.KeepAliveAnswer answer) {
                promise(keepAlivesAsked, answer.id(), message);
            } else if (message instanceof LinkMessage.SessionGone gone) {
                clientOf(gone.session()).gone = true;
            }
        }

        private void promise(Map<Long, Long> times, long id, ToProxy message) {
            long asked = Objects.requireNonNull(times.get(id));
            answered++;
            assertTrue(
                    asked <= electedAt,
                    () -> "seed " + seed + ": asked at " + (asked - electedAt) / MS
                            + " ms after the election, answered: " + message);
        }

        private Client clientOf(long session) {
            return clients.stream()
                    .filter(client -> client.session == session)
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        public void propose(Proposal proposal) {
            for (Command command : Reign.commands(proposal)) {
                if (command.kind() == CommandKind.EXPIRE) {
                    long lastPacket = clientOf(command.session()).lastPacket;
                    assertTrue(now - lastPacket >= (TIMEOUT_MS + GRACE_MS) * MS, () -> "expired early, seed " + seed);
                }
            }
            if (random.nextInt(8) == 0) {
                later(2, () -> {
                    core.notAppended(proposal, now);
                    core.endOfPass(now);
                });
                return;
            }
            boolean[] committed = new boolean[1];
            for (int voter = 0; voter < 2; voter++) {
                int acceptedBy = voter;
                later(1 + random.nextInt(30), () -> {
                    // Accepted now, heard of later: perhaps much later.
                    if (termOf(acceptedBy) == TERM && !committed[0]) {
                        committed[0] = true;
                        later(random.nextInt(3) == 0 ? random.nextInt(200) : 1, () -> apply(proposal));
                    }
                });
            }
        }

        private void apply(Proposal proposal) {
            index++;
            cell.apply(TERM, proposal.bytes(), core.beginApply(proposal, now));
            core.endApply(index);
            core.endOfPass(now);
        }

        @Override
        public void passBy(long nanos) {}

        @Override
        public void askTerms(long round) {
            for (int voter = 0; voter < 2; voter++) {
                int asked = voter;
                later(1 + random.nextInt(60), () -> {
                    long term = termOf(asked);
                    later(1 + random.nextInt(60), () -> {
                        core.termReport((asked + 2) + "-1", round, term);
                        core.endOfPass(now);
                    });
                });
            }
        }

        @Override
        public void closeLink(int link, String reason) {
            throw new AssertionError(reason);
        }

        @Override
        public void resign(String reason) {
            // It stays, isolated as it is.
        }

        @Override
        public long currentTerm() {
            return TERM;
        }

        @Override
        public boolean leads(long term) {
            return term == TERM;
        }

        @Override
        public long lastCommittedIndex() {
            return index;
        }

        @Override
        public Voters voters() {
            return new Voters(1, Set.of("1-1", "2-1", "3-1"), Set.of());
        }

        @Override
        public String selfId() {
            return "1-1";
        }
    }
}
