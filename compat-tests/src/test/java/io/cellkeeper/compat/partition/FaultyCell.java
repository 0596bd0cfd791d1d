package io.cellkeeper.compat.partition;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.CellProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cell whose replicas live on hosts of their own, between which links can be cut. One test thread drives it. */
public final class FaultyCell implements AutoCloseable {
    /** G: one tick. */
    static final int GRACE_MS = Cell.TICK_MS;

    private static final Duration LEADER_LIMIT = Duration.ofSeconds(60);

    private final Network network;
    private final Cell cell;

    private FaultyCell(Network network, Cell cell) {
        this.network = network;
        this.cell = cell;
    }

    /** Starts so many replicas; without network namespaces the test ends here. */
    static FaultyCell start(int size) {
        return start(size, Map.of());
    }

    /** As {@link #start(int)}, with these keys of zoo.cfg. */
    public static FaultyCell start(int size, Map<String, String> settings) {
        Network network = Network.require(size);
        try {
            return new FaultyCell(network, Cell.start(network.places(), settings));
        } catch (RuntimeException | Error e) {
            network.close();
            throw e;
        }
    }

    int size() {
        return cell.replicas().size();
    }

    /** Where clients find a replica. */
    public InetSocketAddress address(int replica) {
        return replica(replica).place().clientAddress();
    }

    CellProcess replica(int id) {
        return cell.replica(id);
    }

    /** The replicas' processes. */
    public Cell cell() {
        return cell;
    }

    /** The replica that says it leads; waits until one does. */
    int leader() {
        return cell.leader().id();
    }

    /** A replica other than this one that says it leads; waits until one does. */
    int leaderBeside(int replica) {
        return Await.value(
                "a leader beside replica " + replica,
                LEADER_LIMIT,
                () -> cell.replicas().stream()
                        .filter(each -> each.id() != replica)
                        .filter(each -> each.mode().equals(Optional.of("leader")))
                        .map(CellProcess::id)
                        .findFirst());
    }

    /** Cuts a replica off from the others; clients still reach it. In force when this returns. */
    public void cut(int replica, Cut how) {
        try {
            network.drop(how.flows(replica, network.othersThan(replica)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Loses from now on what a replica sends to its clients; it still hears them. */
    void deafenClientsOf(int replica) {
        try {
            network.drop(List.of(new Network.Flow(replica, 0)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Connections of clients that a replica's kernel knows, whether they hear it or not. */
    long clientConnections(int replica) throws IOException {
        List<String> command = new ArrayList<>(replica(replica).place().launcher());
        command.addAll(List.of(
                "ss",
                "-Htn",
                "state",
                "established",
                "sport",
                "=",
                ":" + replica(replica).clientPort()));
        return Shell.run(command, "").lines().count();
    }

    /** Ends all cuts. */
    public void heal() {
        try {
            network.heal();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            cell.close();
        } finally {
            network.close();
        }
    }
}
