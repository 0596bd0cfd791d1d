package io.cellkeeper.testkit.sim;

import io.cellkeeper.testkit.time.Dice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What goes wrong in a run, at times of its own. */
final class Faults {
    private static final long MS = 1_000_000;

    private final Cell cell;
    private final Dice dice;
    private final long longestGap;
    private boolean over;
    private int cuts;
    /** What needs more than one thing to go wrong is left alone until it is over. */
    private long undisturbedUntil;

    Faults(Cell cell, Dice dice) {
        this.cell = cell;
        this.dice = dice;
        longestGap = dice.between(150, 700) * MS;
    }

    void start() {
        cell.agenda().after(dice.between(800 * MS, 1200 * MS), this::changeLeader);
        next();
    }

    /** From now on everything works. */
    void end() {
        over = true;
        cuts = 0;
        cell.setTroubled(false);
        cell.network().heal();
        cell.network().calm();
        for (SimReplica replica : cell.replicas()) {
            if (!replica.isUp()) {
                replica.restart();
            }
        }
    }

    /** Another replica stands for election. */
    void changeLeader() {
        SimReplica candidate = dice.oneOf(cell.replicas());
        if (candidate.isUp() && !candidate.ordering().raft().isLeader()) {
            cell.trace().say("fault", () -> candidate.name + " stands for election");
            candidate.run(() -> candidate.ordering().raft().stand());
        } else {
            bounce();
        }
    }

    private void next() {
        cell.agenda().after(dice.between(20 * MS, longestGap), () -> {
            if (!over) {
                if (cell.agenda().now() >= undisturbedUntil) {
                    one();
                }
                next();
            }
        });
    }

    private void one() {
        int what = dice.between(0, 99);
        if (what < 6) {
            changeLeader();
        } else if (what < 8) {
            usurp();
        } else if (what < 13) {
            bounce();
        } else if (what < 29) {
            isolate();
        } else if (what < 38) {
            lag();
        } else if (what < 39) {
            giveLinkUp();
        } else if (what < 47) {
            SimReplica replica = dice.oneOf(cell.replicas());
            cell.trace().say("fault", () -> "connections of " + replica.name + " break");
            cell.breakConnections(replica, dice.perMille(300));
        } else if (what < 59) {
            SimClient client = dice.oneOf(cell.clients());
            cell.trace().say("fault", () -> "the connection of " + client.name + " breaks");
            cell.breakConnections(client, true);
        } else if (what < 69) {
            pause(dice.oneOf(cell.replicas()), cell.isPatient() ? 2000 : 900);
        } else if (what < 76) {
            pause(dice.oneOf(cell.clients()), 1500);
        } else if (what < 82) {
            crash();
        } else if (what < 88) {
            cutClient();
        } else if (what < 90) {
            cell.stranger().come(dice.oneOf(cell.replicas()));
        } else {
            leave(dice.oneOf(cell.clients()));
        }
    }

    /** The leader gives up and stands again at once, with proposals on their way. */
    private void bounce() {
        for (SimReplica replica : cell.replicas()) {
            if (replica.isUp() && replica.ordering().raft().isLeader()) {
                replica.bounce();
                return;
            }
        }
    }

    /** A replica, the leader by preference, is cut off from the others: one way or both, with clients or without. */
    private void isolate() {
        SimReplica isolated = dice.oneOf(cell.replicas());
        for (SimReplica replica : cell.replicas()) {
            if (replica.leader() != null && dice.perMille(600)) {
                isolated = replica;
            }
        }
        int ways = dice.between(1, 3);
        List<SimProcess> others = new ArrayList<>(cell.replicas());
        if (dice.perMille(250)) {
            others.addAll(cell.clients());
        }
        for (SimProcess other : others) {
            if ((ways & 1) != 0) {
                cell.network().cut(isolated, other);
            }
            if ((ways & 2) != 0) {
                cell.network().cut(other, isolated);
            }
        }
        String name = isolated.name;
        cell.trace().say("fault", () -> name + " is cut off, " + (ways == 3 ? "both ways" : "one way"));
        cell.setTroubled(true);
        healLater(dice.perMille(400) ? 2500 : 900);
    }

    /** The leader's log lags behind, and another stands for election meanwhile. */
    private void lag() {
        for (SimReplica replica : cell.replicas()) {
            if (replica.leader() != null) {
                lag(replica, dice.between(50, 600) * MS);
            }
        }
        cell.agenda().after(dice.between(0, 40 * MS), this::changeLeader);
    }

    /**
     * The leader votes for another and does not notice: its loop lags behind. Those who are cut off from the new leader are
     * not cut off from the former, and still are of its term.
     */
    private void usurp() {
        SimReplica former = leader();
        if (former == null) {
            return;
        }
        List<SimReplica> others = new ArrayList<>(cell.replicas());
        others.remove(former);
        Collections.rotate(others, dice.between(0, others.size() - 1));
        List<SimReplica> usurpers = others.subList(0, others.size() / 2);
        for (SimReplica loyal : others.subList(others.size() / 2, others.size())) {
            for (SimReplica usurper : usurpers) {
                cell.network().cut(usurper, loyal);
                cell.network().cut(loyal, usurper);
            }
        }
        SimReplica candidate = usurpers.get(0);
        cell.trace().say("fault", () -> candidate.name + " usurps the reign of " + former.name);
        former.ordering().stallLoop(dice.between(50, 400) * MS);
        cell.agenda()
                .after(
                        dice.between(0, 10 * MS),
                        () -> candidate.run(() -> candidate.ordering().raft().stand()));
        if (dice.perMille(400)) {
            // And comes back before it has noticed.
            cell.agenda()
                    .after(
                            dice.between(30 * MS, 200 * MS),
                            () -> former.run(() -> former.ordering().raft().stand()));
        }
        cell.setTroubled(true);
        healLater(700);
    }

    private @Nullable SimReplica leader() {
        for (SimReplica replica : cell.replicas()) {
            if (replica.isUp() && replica.leader() != null) {
                return replica;
            }
        }
        return null;
    }

    private void giveLinkUp() {
        SimReplica replica = dice.oneOf(cell.replicas());
        if (replica.isUp()) {
            replica.run(() -> replica.uplink().giveUpStuck(dice.between(5 * MS, 200 * MS)));
        }
    }

    /** A host stands still, and what it sends reaches no other replica for longer than that. */
    void freeze(SimProcess process, int stillMs, int unheardMs) {
        if (!over) {
            cell.trace().say("fault", () -> process.name + " is frozen for " + stillMs + " ms");
            process.pause(stillMs * MS);
            undisturbedUntil = cell.agenda().now() + unheardMs * MS;
            silence(process, unheardMs);
        }
    }

    /** After some time, what a process sends reaches no other replica, until so long after now. */
    void silenceLater(SimProcess process, int afterMs, int untilMs) {
        undisturbedUntil = cell.agenda().now() + untilMs * MS;
        cell.agenda().after(afterMs * MS, () -> {
            if (!over) {
                silence(process, untilMs - afterMs);
            }
        });
    }

    private void silence(SimProcess process, int ms) {
        cell.replicas().forEach(other -> cell.network().cut(process, other));
        cell.trace().say("fault", () -> process.name + " can't be heard");
        cell.setTroubled(true);
        healAfter(ms);
    }

    /** The log's messages of a replica lag behind. */
    void lag(SimReplica replica, long nanos) {
        cell.trace().say("fault", () -> "the log's messages of " + replica.name + " lag");
        cell.network().setLag(replica, nanos);
        cell.agenda().after(2 * nanos, () -> cell.network().setLag(replica, 0));
    }

    private void cutClient() {
        SimClient client = dice.oneOf(cell.clients());
        cell.trace().say("fault", () -> client.name + " is cut off");
        int ways = dice.between(1, 3);
        for (SimReplica replica : cell.replicas()) {
            if ((ways & 1) != 0) {
                cell.network().cut(client, replica);
            }
            if ((ways & 2) != 0) {
                cell.network().cut(replica, client);
            }
        }
        healLater(2500);
    }

    private void healLater(int longestMs) {
        healAfter(dice.between(20, longestMs));
    }

    private void healAfter(int ms) {
        cell.coverage().count(Coverage.Kind.CUT);
        int cut = ++cuts;
        cell.agenda().after(ms * MS, () -> {
            if (!over && cut == cuts) {
                cell.trace().say("fault", () -> "the network is whole again");
                cell.setTroubled(false);
                cell.network().heal();
            }
        });
    }

    private void pause(SimProcess process, int longestMs) {
        cell.coverage().count(Coverage.Kind.PAUSE);
        int ms = dice.between(20, longestMs);
        cell.trace().say("fault", () -> process.name + " stands still for " + ms + " ms");
        process.pause(ms * MS);
    }

    private void crash() {
        int down = 0;
        for (SimReplica replica : cell.replicas()) {
            if (!replica.isUp()) {
                down++;
            }
        }
        SimReplica replica = dice.oneOf(cell.replicas());
        if (replica.isUp() && down < (cell.size() - 1) / 2) {
            cell.coverage().count(Coverage.Kind.CRASH);
            replica.crash();
            cell.breakConnections(replica, true);
            cell.agenda().after(dice.between(50, 600) * MS, () -> {
                if (!replica.isUp()) {
                    replica.restart();
                }
            });
        }
    }

    /** A client goes: in order, or its process or its host dies; then it begins anew. */
    private void leave(SimClient client) {
        if (!client.isUp()) {
            return;
        }
        if (dice.perMille(400)) {
            client.closeSession();
            return;
        }
        boolean silently = dice.perMille(500);
        client.abandon(silently);
        if (silently) {
            cell.replicas().forEach(replica -> cell.network().cut(replica, client));
        }
        cell.agenda().after(dice.between(50, 2500) * MS, () -> {
            if (!over) {
                cell.replicas().forEach(replica -> cell.network().restore(replica, client));
                client.comeBack();
            }
        });
    }
}
