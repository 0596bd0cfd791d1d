package io.cellkeeper.testkit.sim;

import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.server.leader.LeaderConfig;
import io.cellkeeper.state.ApplySink;
import io.cellkeeper.state.Outcome;
import io.cellkeeper.state.batch.Command;
import io.cellkeeper.state.batch.CommandKind;
import io.cellkeeper.testkit.time.Agenda;
import io.cellkeeper.testkit.time.Dice;
import io.cellkeeper.testkit.time.DriftingClock;
import io.cellkeeper.testkit.truth.GroundTruth;
import io.cellkeeper.testkit.truth.SessionLedger;
import io.cellkeeper.testkit.truth.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.ToLongFunction;

/** A cell with its clients, its network and its checks: everything of one run. */
final class Cell implements GroundTruth.Witness {
    /** G. */
    static final int GRACE_MS = 200;
    /** Nodes that all clients work on, and whose histories are checked. */
    static final List<String> SHARED = List.of("/a", "/b", "/c");
    /** Two nodes that are written together. */
    static final List<String> PAIR = List.of("/x", "/y");

    static final String PARENT = "/p";
    static final String LOCK = "/lock";

    /** What all of it needs to be there. */
    static final List<String> BASE = List.of(PARENT, LOCK, "/x", "/y");

    private static final long MS = 1_000_000;
    /** The longest that a packet to a client may take: less than δ. */
    private static final long CLIENT_BOUND = 40 * MS;

    private static final UUID ID = new UUID(7, 7);

    private final Agenda agenda = new Agenda();
    private final Dice dice;
    private final Trace trace;
    private final Coverage coverage = new Coverage();
    private final SimNetwork network;
    private final GroundTruth truth;
    private final NodeHistories histories;
    private final LockCheck locks;
    private final LeaseCheck leases;
    private final ExpiryCheck expiries;
    private final Disturbances disturbances;
    private final Faults faults;
    private final List<SimReplica> replicas = new ArrayList<>();
    private final List<SimClient> clients = new ArrayList<>();
    private final Stranger stranger;
    private final List<SimConnection> connections = new ArrayList<>();
    private final LeaderConfig leaderConfig = new LeaderConfig(GRACE_MS, 2 * GRACE_MS, 20 * GRACE_MS, 0, 9, null);
    private final int size;
    private final boolean fence;
    private final boolean patient;
    private final int refusals;
    private int lastValue;
    private long shown;
    private boolean quiet;
    private boolean troubled;
    private long entryTerm;

    Cell(long seed, boolean traced) {
        dice = new Dice(seed);
        faults = new Faults(this, new Dice(~seed));
        trace = new Trace(traced, agenda::now);
        network = new SimNetwork(agenda, dice.split());
        truth = new GroundTruth(new SessionLedger(agenda::now));
        histories = new NodeHistories(agenda, SHARED);
        locks = new LockCheck(this, clients);
        leases = new LeaseCheck(this);
        expiries = new ExpiryCheck(this);
        disturbances = new Disturbances(this, dice.split());
        patient = dice.perMille(350);
        fence = dice.perMille(500);
        refusals = dice.between(0, 30);
        size = dice.perMille(100) ? 5 : 3;
        for (int i = 0; i < size; i++) {
            replicas.add(new SimReplica(i, this, clock(), dice.split()));
        }
        int clientCount = dice.between(4, 6);
        for (int i = 0; i < clientCount; i++) {
            clients.add(new SimClient(size + i, this, clock(), dice.split()));
        }
        stranger = new Stranger(size + clientCount, this, clock(), dice.split());
    }

    void start() {
        replicas.forEach(SimReplica::start);
        for (SimClient client : clients) {
            agenda.after(dice.between(300 * MS, 600 * MS), client::start);
        }
        leases.start();
    }

    UUID id() {
        return ID;
    }

    Agenda agenda() {
        return agenda;
    }

    Trace trace() {
        return trace;
    }

    Coverage coverage() {
        return coverage;
    }

    SimNetwork network() {
        return network;
    }

    GroundTruth truth() {
        return truth;
    }

    NodeHistories histories() {
        return histories;
    }

    LockCheck locks() {
        return locks;
    }

    LeaseCheck leases() {
        return leases;
    }

    ExpiryCheck expiries() {
        return expiries;
    }

    Faults faults() {
        return faults;
    }

    Disturbances disturbances() {
        return disturbances;
    }

    /** Whether the log's replicas wait long before they stand for election: a leader may stand still for long. */
    boolean isPatient() {
        return patient;
    }

    LeaderConfig leaderConfig() {
        return leaderConfig;
    }

    List<SimReplica> replicas() {
        return replicas;
    }

    List<SimClient> clients() {
        return clients;
    }

    Stranger stranger() {
        return stranger;
    }

    int size() {
        return size;
    }

    SimReplica replica(int id) {
        return replicas.get(id);
    }

    /** Whether the log keeps proposals of an earlier reign out by itself, or leaves it to apply alone (I16). */
    boolean hasFence() {
        return fence;
    }

    /** How many of a thousand proposals the log refuses for reasons of its own. */
    int refusals() {
        return refusals;
    }

    /** A value never written before. */
    int newValue() {
        return ++lastValue;
    }

    /** The newest zxid that any client was shown. */
    long shown() {
        return shown;
    }

    void show(long zxid) {
        shown = Math.max(shown, zxid);
    }

    /** Programs begin nothing any more. */
    boolean isQuiet() {
        return quiet;
    }

    void beQuiet() {
        quiet = true;
    }

    /** Whether the network is cut somewhere between replicas. */
    boolean isTroubled() {
        return troubled;
    }

    void setTroubled(boolean now) {
        troubled = now;
    }

    /** Opens a client's connection; its end is the first side. */
    SimConnection.Side connectClient(
            SimProcess client, long session, ToLongFunction<SimConnection> sessions, int replicaId) {
        SimReplica replica = replica(replicaId);
        SimConnection connection = new SimConnection(network, dice.split(), client, replica, 200 * MS, CLIENT_BOUND);
        establish(connection, replica, () -> replica.accept(session, sessions, connection.second()));
        return connection.first();
    }

    /** Opens a link; the proxy's end is the first side. */
    SimConnection.Side connectLink(SimReplica proxy, int leaderId) {
        SimReplica leader = replica(leaderId);
        SimConnection connection = new SimConnection(network, dice.split(), proxy, leader, 120 * MS, 0);
        establish(connection, leader, () -> leader.acceptLink(connection.second()));
        return connection.first();
    }

    /** Breaks all connections of a process, or one of them. */
    void breakConnections(SimProcess process, boolean all) {
        List<SimConnection> its = new ArrayList<>();
        connections.removeIf(SimConnection::isOver);
        for (SimConnection connection : connections) {
            if (connection.first().process == process || connection.second().process == process) {
                its.add(connection);
            }
        }
        if (!its.isEmpty()) {
            if (all) {
                its.forEach(SimConnection::breakUp);
            } else {
                dice.oneOf(its).breakUp();
            }
        }
    }

    /** What applying an entry tells, and the truth if it is the first time. */
    ApplySink recording(long term, long index, ApplySink sink) {
        entryTerm = term;
        return truth.isNew(index) ? truth.recording(sink, this) : sink;
    }

    /** A message has arrived at a leader. */
    void arrived(SimReplica leader, SimConnection link, LinkMessage message) {
        if (!link.first().isDown()) {
            // Of what comes late, on a link that its proxy has given up, no touch need count.
            expiries.arrived(leader, message);
        }
        say(leader, message);
    }

    /** A message leaves a leader. */
    void leaves(SimReplica leader, SimConnection connection, LinkMessage message) {
        expiries.leaves(connection, message);
        say(leader, message);
    }

    private void say(SimReplica leader, LinkMessage message) {
        if (message instanceof LinkMessage.SessionGone gone) {
            if (gone.reason() == LinkMessage.SessionGone.Reason.MOVED) {
                coverage.count(Coverage.Kind.ATTACH_RACE);
            }
            trace.say(leader.name, gone::toString);
        } else if (!(message instanceof LinkMessage.KeepAlive) && !(message instanceof LinkMessage.TermReport)) {
            trace.say(leader.name, () -> "link: " + message);
        }
    }

    @Override
    public void applied(Command command, long zxid, Outcome outcome, ErrorCode error) {
        trace.say("truth", () -> Long.toHexString(zxid) + " " + command + " " + outcome + " " + error);
        stranger.applied(command);
        if (outcome == Outcome.FORGOTTEN || outcome == Outcome.GAP) {
            throw new Violation(
                    "kept results",
                    "number " + command.number() + " of session 0x" + Long.toHexString(command.session()) + ": "
                            + outcome);
        }
        if (outcome == Outcome.REPEATED) {
            coverage.count(Coverage.Kind.RESEND);
        } else if (command.kind() == CommandKind.EXPIRE && outcome != Outcome.APPLIED) {
            coverage.count(Coverage.Kind.EXPIRE_RACE);
        } else if (outcome == Outcome.SESSION_MOVED) {
            coverage.count(Coverage.Kind.ATTACH_RACE);
        } else if (outcome == Outcome.SESSION_GONE) {
            coverage.count(Coverage.Kind.EXPIRE_RACE);
        }
    }

    @Override
    public void ended(long session, int generation, boolean expired) {
        histories.settled(session);
        if (expired) {
            coverage.count(Coverage.Kind.EXPIRY);
            leases.expired(session);
            expiries.expired(session, generation, entryTerm);
        }
    }

    private void establish(SimConnection connection, SimReplica to, Runnable accept) {
        connections.add(connection);
        SimProcess from = connection.first().process;
        long arrival = agenda.now() + (from == to ? 0 : network.delay(20 * MS));
        connection.first().notBefore(arrival);
        agenda.at(arrival, () -> {
            if (!to.isUp() || network.isCut(from, to)) {
                connection.breakUp();
            } else {
                to.run(accept);
            }
        });
    }

    private DriftingClock clock() {
        return new DriftingClock(dice.between(1_000_000_000L, 1_000_000_000_000L), dice.between(-200, 200));
    }
}
