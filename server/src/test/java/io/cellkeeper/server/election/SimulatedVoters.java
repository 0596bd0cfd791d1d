package io.cellkeeper.server.election;

import io.cellkeeper.consensus.KnownLeader;
import io.cellkeeper.consensus.LogPosition;
import io.cellkeeper.consensus.Voters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The voters of a cell under a seed: real cores, made-up connections and votes. Connections keep their order, take up to
 * {@link #MAX_DELAY} and lose what is on its way when they break. Timers elect nobody here.
 */
final class SimulatedVoters {
    static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
    static final long MAX_DELAY = 2 * MS;
    private static final long FIRST_TERM = 5;

    record Stood(int voter, KnownLeader lost, long at) {}

    private record Loss(int server, long at) {}

    private record Event(long at, long order, Runnable action) {}

    private final Random random;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
    final TreeMap<Integer, Voter> voters = new TreeMap<>();
    final List<Stood> stood = new ArrayList<>();
    private final Voters configuration;
    private long now;
    private long order;

    /** Voter 1 leads at first. */
    SimulatedVoters(int size, Random random) {
        this.random = random;
        Set<String> ids =
                IntStream.rangeClosed(1, size).mapToObj(id -> id + "-1").collect(Collectors.toSet());
        configuration = new Voters(0, ids, Set.of());
        for (int id = 1; id <= size; id++) {
            voters.put(id, new Voter(id));
        }
    }

    final class Voter implements PromptElection.Log, PromptElection.Out {
        final int id;
        final PromptElection core = new PromptElection(this, this);
        final TreeMap<Integer, Long> lastArrival = new TreeMap<>();
        final TreeMap<Integer, Integer> connection = new TreeMap<>();
        final TreeMap<Integer, Long> lostAt = new TreeMap<>();
        private final List<Loss> losses = new ArrayList<>();
        boolean alive = true;
        long term = FIRST_TERM;
        Optional<Integer> leader = Optional.of(1);
        LogPosition newest = new LogPosition(FIRST_TERM, 10);
        private boolean ticking;

        Voter(int id) {
            this.id = id;
        }

        @Override
        public Optional<KnownLeader> leader() {
            return leader.map(known -> new KnownLeader(known + "-1", term));
        }

        @Override
        public Voters voters() {
            return configuration;
        }

        @Override
        public String selfId() {
            return id + "-1";
        }

        @Override
        public void readLogEnd() {
            after(delay(), () -> {
                if (alive) {
                    long heard =
                            leader.map(known -> lostAt.getOrDefault(known, now)).orElse(now);
                    core.logEnd(newest, now - heard, now);
                }
            });
        }

        @Override
        public void tell(LossReport report) {
            for (Voter other : voters.values()) {
                if (other != this) {
                    send(other, report);
                }
            }
        }

        private void send(Voter other, LossReport report) {
            int used = generation(other);
            if (used < 0) {
                return;
            }
            long arrival = Math.max(now + delay(), lastArrival.getOrDefault(other.id, 0L));
            lastArrival.put(other.id, arrival);
            after(arrival - now, () -> {
                if (other.alive && generation(other) == used) {
                    other.core.heard(report, now);
                }
            });
        }

        /** Which connection with the other is up; negative if none is. */
        private int generation(Voter other) {
            return connection.getOrDefault(other.id, 0);
        }

        @Override
        public void standInsteadOf(KnownLeader lost) {
            stood.add(new Stood(id, lost, now));
            term = lost.term() + 1;
            leader = Optional.empty();
            askForVotes(term);
        }

        private void askForVotes(long inTerm) {
            TreeSet<Integer> granted = new TreeSet<>(Set.of(id));
            for (Voter other : voters.values()) {
                if (other == this || !other.alive) {
                    continue;
                }
                after(delay(), () -> {
                    if (other.alive && other.term < inTerm && newest.compareTo(other.newest) >= 0) {
                        other.term = inTerm;
                        other.leader = Optional.empty();
                        granted.add(other.id);
                    }
                    if (alive && term == inTerm && granted.size() > voters.size() / 2) {
                        leader = Optional.of(id);
                    }
                });
            }
        }

        void gone(Voter other) {
            if (alive) {
                lostAt.put(other.id, now);
                losses.add(new Loss(other.id, now));
                core.forget(other.id, now);
                core.gone(other.id, now);
                tickWhilePending();
            }
        }

        void back(Voter other) {
            if (alive) {
                lostAt.remove(other.id);
                core.back(other.id, now);
            }
        }

        boolean everLost(int server, long from, long to) {
            return losses.stream().anyMatch(loss -> loss.server() == server && loss.at() >= from && loss.at() <= to);
        }

        private void tickWhilePending() {
            if (core.isPending() && !ticking) {
                ticking = true;
                after(core.untilTick(now), () -> {
                    ticking = false;
                    if (alive) {
                        core.tick(now);
                        tickWhilePending();
                    }
                });
            }
        }
    }

    Voter voter(int id) {
        Voter voter = voters.get(id);
        if (voter == null) {
            throw new IllegalArgumentException("no voter " + id);
        }
        return voter;
    }

    /** The process ends; the others' systems tell them, each in its time. */
    void kill(int id) {
        Voter dead = voter(id);
        dead.alive = false;
        for (Voter other : voters.values()) {
            if (other != dead) {
                disconnect(dead, other);
                after(delay(), () -> other.gone(dead));
            }
        }
    }

    /** All connections between two are reset, and come up again so much later. */
    void flap(int one, int other, long pause) {
        Voter a = voter(one);
        Voter b = voter(other);
        int next = Math.abs(a.connection.getOrDefault(other, 0)) + 1;
        disconnect(a, b);
        after(delay(), () -> a.gone(b));
        after(delay(), () -> b.gone(a));
        after(pause, () -> {
            if (!a.alive || !b.alive) {
                return;
            }
            a.connection.put(other, next);
            b.connection.put(one, next);
            a.back(b);
            b.back(a);
        });
    }

    private static void disconnect(Voter a, Voter b) {
        a.connection.merge(b.id, -1, (before, down) -> -Math.max(1, Math.abs(before)));
        b.connection.merge(a.id, -1, (before, down) -> -Math.max(1, Math.abs(before)));
    }

    void after(long nanos, Runnable action) {
        events.add(new Event(now + nanos, order++, action));
    }

    void run(long nanos) {
        long end = now + nanos;
        for (Event next = events.peek(); next != null && next.at() <= end; next = events.peek()) {
            events.remove();
            now = next.at();
            next.action().run();
        }
        now = end;
    }

    long delay() {
        return 1 + (long) (random.nextDouble() * (MAX_DELAY - 1));
    }
}
