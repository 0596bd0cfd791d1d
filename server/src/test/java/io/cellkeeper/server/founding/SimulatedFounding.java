package io.cellkeeper.server.founding;

import io.cellkeeper.server.founding.FoundingStep.Format;
import io.cellkeeper.server.founding.FoundingStep.Store;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Servers that found a cell, a disk each, and the connections between them, all under one seed. */
final class SimulatedFounding {
    private static final class Server {
        Optional<Marker> disk = Optional.empty();

        @Nullable
        FoundingCore core;

        boolean isFounded() {
            return disk.filter(marker -> marker.phase() == Phase.FOUNDED).isPresent();
        }
    }

    private record Pair(int from, int to) {}

    private final Random random;
    private final UUID cell;
    private final List<Server> servers = new ArrayList<>();
    private final List<Integer> ids = new ArrayList<>();
    private final Map<Pair, Deque<PeerReport>> underway = new HashMap<>();
    /** Voters that lost their disk, and who was founded then: as long as one of these lives, the cell does. */
    private final Map<Integer, Set<Integer>> witnesses = new HashMap<>();

    /** The servers that run; the rest are absent until {@link #start}. */
    private final int present;

    /** What {@code --found=majority} on the first server stands for, if it is there. */
    private final OptionalLong salt;

    private SimulatedFounding(int count, int present, OptionalLong salt, Random random) {
        this.random = random;
        this.present = present;
        this.salt = salt;
        for (int id = 0; id < count; id++) {
            servers.add(new Server());
            ids.add(id);
        }
        this.cell = CellId.of("simulated", ids.stream().map(String::valueOf).toList());
    }

    /** All servers are there. */
    static SimulatedFounding complete(int count, Random random) {
        return new SimulatedFounding(count, count, OptionalLong.empty(), random);
    }

    /** Some never come, and the first server is told to found with a majority. */
    static SimulatedFounding overridden(int count, int present, Random random) {
        return new SimulatedFounding(count, present, OptionalLong.of(random.nextLong()), random);
    }

    /** One random event. */
    void act(boolean wipes) {
        int id = random.nextInt(present);
        Server server = servers.get(id);
        int kind = random.nextInt(100);
        if (kind < 4) {
            crash(id);
        } else if (kind < 7 && wipes) {
            wipe(id);
        } else if (server.core == null) {
            start(id);
        } else if (kind < 40) {
            send(id, random.nextInt(present));
        } else if (kind < 75) {
            deliver(random.nextInt(present), id);
        } else {
            step(id);
        }
    }

    /** All that are there run, and every report arrives, until nothing changes. */
    void settle() {
        for (int round = 0; round < 20; round++) {
            for (int id = 0; id < present; id++) {
                if (servers.get(id).core == null) {
                    start(id);
                }
            }
            exchange();
        }
    }

    /** Everyone who runs tells everyone, hears everyone and goes on. */
    void exchange() {
        for (int id : ids) {
            for (int other : ids) {
                send(id, other);
            }
        }
        for (int id : ids) {
            for (int other : ids) {
                while (deliver(other, id)) {
                    step(id);
                }
            }
            step(id);
        }
    }

    void start(int id) {
        Server server = servers.get(id);
        server.core = new FoundingCore(id, ids, cell, id == 0 ? salt : OptionalLong.empty(), server.disk);
    }

    private void crash(int id) {
        servers.get(id).core = null;
        underway.keySet().removeIf(pair -> pair.to() == id || pair.from() == id);
    }

    private void wipe(int id) {
        crash(id);
        Server server = servers.get(id);
        for (Set<Integer> others : witnesses.values()) {
            others.remove(id);
        }
        if (server.isFounded()) {
            Set<Integer> founded = new HashSet<>();
            ids.stream()
                    .filter(other -> other != id && servers.get(other).isFounded())
                    .forEach(founded::add);
            witnesses.merge(id, founded, (before, now) -> now);
        }
        server.disk = Optional.empty();
    }

    private void send(int from, int to) {
        FoundingCore sender = servers.get(from).core;
        if (from != to && sender != null && servers.get(to).core != null) {
            underway.computeIfAbsent(new Pair(from, to), pair -> new ArrayDeque<>())
                    .add(sender.report());
        }
    }

    private boolean deliver(int from, int to) {
        FoundingCore receiver = servers.get(to).core;
        Deque<PeerReport> reports = underway.get(new Pair(from, to));
        PeerReport report = reports == null ? null : reports.poll();
        if (report == null || receiver == null) {
            return false;
        }
        receiver.heard(report);
        return true;
    }

    private void step(int id) {
        Server server = servers.get(id);
        FoundingCore core = server.core;
        if (core == null) {
            return;
        }
        FoundingStep next = core.next();
        if (next instanceof Store store) {
            server.disk = Optional.of(store.marker());
            // It may be that the process ends before it knows of its own write.
            if (random.nextInt(20) > 0) {
                core.stored(store.marker());
            } else {
                crash(id);
            }
        } else if (next instanceof Format) {
            core.formatted();
        }
    }

    /** The cells of the founded servers. */
    Set<UUID> cells() {
        Set<UUID> cells = new HashSet<>();
        servers.stream()
                .filter(Server::isFounded)
                .forEach(server -> cells.add(server.disk.orElseThrow().cell()));
        return cells;
    }

    int founded() {
        return (int) servers.stream().filter(Server::isFounded).count();
    }

    /** How many of those that run must not take part. */
    int refused() {
        return (int) servers.stream()
                .filter(server -> server.core != null && server.core.next() instanceof FoundingStep.Refuse)
                .count();
    }

    void checkNoWipedVoterIsBack() {
        witnesses.forEach((id, founded) -> {
            if (!founded.isEmpty() && servers.get(id).disk.isPresent()) {
                throw new AssertionError("server " + id + " lost its disk as a voter and is " + servers.get(id).disk
                        + ", though " + founded + " still hold the cell");
            }
        });
    }
}
