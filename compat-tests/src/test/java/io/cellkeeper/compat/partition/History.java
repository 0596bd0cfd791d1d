package io.cellkeeper.compat.partition;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What all clients have done, on one clock. Any thread may add to it and look. */
final class History {
    private final long origin = System.nanoTime();
    private final List<Operation> reads = new ArrayList<>();
    /** By value; without an answer until there is one. */
    private final Map<Long, Operation> writes = new HashMap<>();

    private final List<PacketLog> packets = new ArrayList<>();
    private final List<Holding> holdings = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private long values;

    /** Nanoseconds since this history began. */
    long now() {
        return System.nanoTime() - origin;
    }

    /** A client is about to write, now; the value is one that no other write has. */
    synchronized Operation beginWrite(String client, int replica) {
        Operation write = new Operation(client, replica, true, ++values, -1, now(), Operation.NEVER);
        writes.put(write.value(), write);
        return write;
    }

    /** A write was answered, now. */
    synchronized void wrote(Operation begun, int version) {
        writes.put(
                begun.value(),
                new Operation(
                        begun.client(), begun.replica(), true, begun.value(), version, begun.invokedNanos(), now()));
    }

    /** A read was answered, now. */
    synchronized void read(String client, int replica, long value, int version, long invokedNanos) {
        reads.add(new Operation(client, replica, false, value, version, invokedNanos, now()));
    }

    synchronized void add(PacketLog log) {
        packets.add(log);
    }

    synchronized void add(Holding holding) {
        holdings.add(holding);
    }

    /** A client has seen by itself what must not be. */
    synchronized void violated(String what) {
        violations.add(what);
    }

    /** All that was begun. */
    synchronized List<Operation> operations() {
        List<Operation> all = new ArrayList<>(reads);
        all.addAll(writes.values());
        return all;
    }

    synchronized List<PacketLog> packets() {
        return new ArrayList<>(packets);
    }

    synchronized List<Holding> holdings() {
        return new ArrayList<>(holdings);
    }

    synchronized List<String> violations() {
        return new ArrayList<>(violations);
    }

    /** The write that was answered last, if none was for so long: as far as can be seen nothing is under way in the log. */
    Optional<Operation> lastWriteBeforeARest(Duration rest) {
        return operations().stream()
                .filter(each -> each.write() && each.isAnswered())
                .max(Comparator.comparingLong(Operation::answeredNanos))
                .filter(newest -> now() - newest.answeredNanos() > rest.toNanos());
    }

    /** When the first write was answered that was asked of another replica than this, after this time. */
    OptionalLong firstWriteElsewhere(int replica, long afterNanos) {
        return operations().stream()
                .filter(each -> each.write() && each.isAnswered() && each.replica() != replica)
                .filter(each -> each.invokedNanos() > afterNanos)
                .mapToLong(Operation::answeredNanos)
                .min();
    }
}
