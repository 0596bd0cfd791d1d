package io.cellkeeper.testkit.sim;

import io.cellkeeper.testkit.time.Agenda;
import io.cellkeeper.testkit.time.Dice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Who can reach whom, in each direction, and how long it takes. */
final class SimNetwork {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;

    private final Agenda agenda;
    private final Dice dice;
    /** By sender, the receivers its packets do not reach. */
    private final long[] cut = new long[Long.SIZE];

    private final long[] lag = new long[Long.SIZE];
    private final List<SimConnection> waiting = new ArrayList<>();
    /** How many of a thousand messages are slow. */
    private int slow;

    SimNetwork(Agenda agenda, Dice dice) {
        this.agenda = agenda;
        this.dice = dice;
        slow = dice.between(5, 120);
    }

    boolean isCut(SimProcess from, SimProcess to) {
        return (cut[from.id] & (1L << to.id)) != 0;
    }

    /** From now on nothing gets from one to the other. */
    void cut(SimProcess from, SimProcess to) {
        if (from != to) {
            cut[from.id] |= 1L << to.id;
        }
    }

    /** What one sends reaches the other again. */
    void restore(SimProcess from, SimProcess to) {
        cut[from.id] &= ~(1L << to.id);
    }

    /** From now on nothing is late. */
    void calm() {
        slow = 0;
    }

    /** Everyone reaches everyone again; what connections have kept goes on. */
    void heal() {
        Arrays.fill(cut, 0);
        Arrays.fill(lag, 0);
        List<SimConnection> healed = new ArrayList<>(waiting);
        waiting.clear();
        healed.forEach(SimConnection::healed);
    }

    /** This connection holds what could not get through. */
    void waitForHealing(SimConnection connection) {
        if (!waiting.contains(connection)) {
            waiting.add(connection);
        }
    }

    /** A message's way: mostly short, sometimes up to the longest. */
    long delay(long longestNanos) {
        if (dice.perMille(slow)) {
            return dice.between(MS, longestNanos);
        }
        return dice.between(30 * US, 600 * US);
    }

    /** Sends something that may be lost, come late, twice, or out of order. */
    void datagram(SimProcess from, SimProcess to, Runnable arrival) {
        if (dice.perMille(8)) {
            return;
        }
        carry(from, to, arrival);
        if (dice.perMille(8)) {
            carry(from, to, arrival);
        }
    }

    /** The same for the log's own messages, which may lag behind all others. */
    void raft(SimProcess from, SimProcess to, Runnable arrival) {
        long lagging = Math.max(lag[from.id], lag[to.id]);
        if (lagging == 0) {
            datagram(from, to, arrival);
        } else {
            agenda.after(dice.between(lagging / 4, lagging), () -> carry(from, to, arrival));
        }
    }

    /** The log's messages to and from this process lag for so long, and others are late more often; 0 ends it. */
    void setLag(SimProcess process, long nanos) {
        lag[process.id] = nanos;
    }

    private void carry(SimProcess from, SimProcess to, Runnable arrival) {
        boolean late = Math.max(lag[from.id], lag[to.id]) > 0 && dice.perMille(400);
        agenda.after(late ? dice.between(MS, 60 * MS) : delay(60 * MS), () -> {
            if (!isCut(from, to)) {
                to.run(arrival);
            }
        });
    }
}
