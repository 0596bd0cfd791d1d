package io.cellkeeper.testkit.sim;

import io.cellkeeper.testkit.time.Dice;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A TCP connection between two processes: what each side sends comes in order, or the connection is lost, and each side
 * learns of that in its own time. While the network is cut, what is on its way waits.
 */
final class SimConnection {
    private static final long MS = 1_000_000;

    private final SimNetwork network;
    private final Dice dice;
    private final Side first;
    private final Side second;
    private boolean broken;
    private long orderedHeldUntil;

    /** What happens at one end, in its process. */
    interface End {
        void received(Object message);

        /** The connection is gone, by the other side or the network. Not called for a side that has closed it itself. */
        void lost();

        /** A message has reached this end's host, where its process may be paused. */
        default void reached(Object message) {}
    }

    /** One side, which sends to the other. */
    final class Side {
        final SimProcess process;
        private final long longestDelay;
        /** A message that can't get through breaks the connection at once: its sender relies on a bound (δ). */
        private final boolean breaksWhenCut;

        private final int incarnation;
        private @Nullable End end;
        private boolean down;
        private long lastArrival;
        private final Deque<Packet> underWay = new ArrayDeque<>();

        private Side(SimProcess process, long longestDelay, boolean breaksWhenCut) {
            this.process = process;
            this.longestDelay = longestDelay;
            this.breaksWhenCut = breaksWhenCut;
            incarnation = process.incarnation();
        }

        void attach(End to) {
            end = to;
        }

        SimConnection connection() {
            return SimConnection.this;
        }

        /** Whether both sides are in one process. */
        boolean isLocal() {
            return first.process == second.process;
        }

        /** Whether this side no longer uses the connection. */
        boolean isDown() {
            return down;
        }

        void send(Object message) {
            if (!down) {
                depart(message, false);
            }
        }

        /** Closes in order: what was sent arrives first. */
        void close() {
            if (!down) {
                depart(this, true);
                down = true;
            }
        }

        /** Closes by a reset: what is under way may be lost. */
        void reset() {
            if (!down) {
                if (dice.perMille(500)) {
                    underWay.clear();
                }
                close();
            }
        }

        private Side other() {
            return this == first ? second : first;
        }

        private void depart(Object message, boolean isEnd) {
            long now = process.agenda.now();
            lastArrival = Math.max(lastArrival, now + (isLocal() ? 1_000 : network.delay(longestDelay)));
            underWay.add(new Packet(message, isEnd, lastArrival));
            process.agenda.at(lastArrival, this::arrive);
        }

        /** Everything that is due arrives, in order; while the network is cut it waits. */
        private void arrive() {
            if (broken) {
                underWay.clear();
            }
            long now = process.agenda.now();
            for (Packet packet = underWay.peek(); packet != null && packet.due <= now; packet = underWay.peek()) {
                if (network.isCut(process, other().process)) {
                    if (breaksWhenCut) {
                        breakUp();
                    } else {
                        network.waitForHealing(SimConnection.this);
                    }
                    return;
                }
                underWay.remove();
                other().take(packet);
            }
        }

        /** What is sent from now on is stuck for so long. */
        void stall(long nanos) {
            lastArrival = Math.max(lastArrival, process.agenda.now() + nanos);
        }

        /** Nothing arrives before this time: the connection is not there yet. */
        void notBefore(long time) {
            lastArrival = time;
        }

        private void take(Packet packet) {
            if (down || process.incarnation() != incarnation) {
                return;
            }
            if (packet.isEnd()) {
                learnLoss();
                return;
            }
            if (end != null) {
                end.reached(packet.message());
            }
            process.run(() -> {
                End to = end;
                if (!down && to != null && process.incarnation() == incarnation) {
                    to.received(packet.message());
                }
            });
        }

        private void learnLoss() {
            process.run(() -> {
                End to = end;
                if (!down && to != null && process.incarnation() == incarnation) {
                    down = true;
                    to.lost();
                }
            });
        }

        private void release() {
            lastArrival = Math.max(lastArrival, process.agenda.now() + network.delay(longestDelay));
            process.agenda.at(lastArrival, this::arrive);
        }
    }

    private record Packet(Object message, boolean isEnd, long due) {}

    /**
     * @param bound the longest that what the second side sends may take; later it is not delivered but the connection
     *     broken; 0 for none
     */
    SimConnection(SimNetwork network, Dice dice, SimProcess first, SimProcess second, long longest, long bound) {
        this.network = network;
        this.dice = dice;
        this.first = new Side(first, longest, false);
        this.second = new Side(second, bound > 0 ? bound : longest, bound > 0);
    }

    Side first() {
        return first;
    }

    Side second() {
        return second;
    }

    /** What has to come in order on this link waits for so long. */
    void holdOrdered(long nanos) {
        orderedHeldUntil = first.process.agenda.now() + nanos;
    }

    boolean isOrderedHeld() {
        return first.process.agenda.now() < orderedHeldUntil;
    }

    /** The network has lost the connection: each side learns of it when it can, what is under way is lost. */
    void breakUp() {
        broken = true;
        tell(first);
        tell(second);
    }

    /** What was held goes on; or the loss is heard of. */
    void healed() {
        if (broken) {
            breakUp();
        } else {
            first.release();
            second.release();
        }
    }

    boolean isOver() {
        return first.down && second.down;
    }

    /** A side that bounds its own delays finds out by itself; another only by what reaches it. */
    private void tell(Side side) {
        side.underWay.clear();
        if (side.down) {
            return;
        }
        if (side.breaksWhenCut || !network.isCut(side.other().process, side.process)) {
            side.process.agenda.after(dice.between(0, 45 * MS), side::learnLoss);
        } else {
            network.waitForHealing(this);
        }
    }
}
