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
    private final Set<UUID> cellsWithAMajority = new HashSet<>();

    /** Voters that lost their disk, and who was founded then: as long as one of these lives, the cell does. */
    private final Map<Integer, Set<Integer>> witnesses = new HashMap<>();

    SimulatedFounding(int count, Random random) {
        this.random = random;
        for (int id = 0; id < count; id++) {
            servers.add(new Server());
            ids.add(id);
        }
        this.cell = CellId.of("simulated", ids.stream().map(String::valueOf).toList());
    }

    /** One random event. */
    void act(boolean wipes, boolean overrides) {
        int id = random.nextInt(servers.size());
        Server server = servers.get(id);
        int kind = random.nextInt(100);
        if (kind < 4) {
            crash(id);
        } else if (kind < 7 && wipes) {
            wipe(id);
        } else if (server.core == null) {
            boolean override = overrides && random.nextInt(4) == 0;
            start(id, override ? OptionalLong.of(random.nextLong()) : OptionalLong.empty());
        } else if (kind < 40) {
            send(id, random.nextInt(servers.size()));
        } else if (kind < 75) {
            deliver(random.nextInt(servers.size()), id);
        } else {
            step(id);
        }
    }

    /** Everything runs, and every report arrives, until nothing changes. */
    void settle() {
        for (int round = 0; round < 20; round++) {
            for (int id : ids) {
                if (servers.get(id).core == null) {
                    start(id, OptionalLong.empty());
                }
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
    }

    private void start(int id, OptionalLong salt) {
        Server server = servers.get(id);
        server.core = new FoundingCore(id, ids, cell, salt, server.disk);
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
            noteMajorities();
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

    private void noteMajorities() {
        Map<UUID, Integer> counts = new HashMap<>();
        for (Server server : servers) {
            if (server.isFounded()) {
                counts.merge(server.disk.orElseThrow().cell(), 1, Integer::sum);
            }
        }
        counts.forEach((founded, count) -> {
            if (count > servers.size() / 2) {
                cellsWithAMajority.add(founded);
            }
        });
    }

    Set<UUID> cellsWithAMajority() {
        return cellsWithAMajority;
    }

    int founded() {
        return (int) servers.stream().filter(Server::isFounded).count();
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
