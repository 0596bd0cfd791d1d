package io.cellkeeper.testkit.sim;

import io.cellkeeper.proxy.ProxyCore;
import io.cellkeeper.proxy.link.LeaderOut;
import io.cellkeeper.proxy.link.LinkMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a replica's proxy linked to whoever leads, as the real uplink: leaves a link when another leader is known or the term
 * here is above the link's reign (decision 14), and tries again while the leader is not ready. What a pass has brought leaves
 * at its end, with a report of the term if the leader is another process (decision 17).
 */
final class SimUplink {
    private static final long RETRY_NANOS = 20_000_000L;

    private final SimReplica replica;
    private final Cell cell;
    private int leader = -1;
    private @Nullable Attempt current;

    SimUplink(SimReplica replica, Cell cell) {
        this.replica = replica;
        this.cell = cell;
    }

    /** The process has begun. */
    void start() {
        leader = -1;
        current = null;
    }

    void leaderIs(int replicaId) {
        if (replicaId != leader) {
            leader = replicaId;
            leave();
        }
        if (current == null) {
            connect();
        }
    }

    void tick() {
        Attempt attempt = current;
        if (attempt != null && attempt.reign != 0 && hasEnded(attempt.reign)) {
            leave();
            connect();
        }
    }

    /** What is sent on the link from now on is stuck for so long; the proxy gives the link up and tries another. */
    void giveUpStuck(long nanos) {
        Attempt attempt = current;
        if (attempt == null || attempt.side.isLocal()) {
            return;
        }
        attempt.side.stall(nanos);
        replica.later(nanos / 8, () -> {
            if (current == attempt && leader >= 0) {
                cell.trace().say(replica.name, () -> "gives its link up");
                cell.coverage().count(Coverage.Kind.LINK_GIVEN_UP);
                leave();
                connect();
            }
        });
    }

    void flush() {
        if (current != null) {
            current.flush();
        }
    }

    private boolean hasEnded(long reign) {
        return replica.ordering().currentTerm() > reign;
    }

    private void leave() {
        Attempt attempt = current;
        current = null;
        if (attempt != null) {
            attempt.side.close();
            attempt.over();
        }
    }

    private void connect() {
        if (leader < 0) {
            return;
        }
        Attempt attempt = new Attempt(cell.connectLink(replica, leader));
        current = attempt;
        attempt.send(new LinkMessage.Hello(cell.id(), 1, SimReplica.raftId(replica.id), replica.incarnation()));
        replica.passNeeded();
    }

    private void retry(Attempt after) {
        if (current == after) {
            current = null;
            replica.later(RETRY_NANOS, () -> {
                if (current == null) {
                    connect();
                }
            });
        }
    }

    /** One try at a link: what it says counts only while it is the current one. */
    private final class Attempt implements SimConnection.End, LeaderOut {
        private final SimConnection.Side side;
        private List<LinkMessage> pending = new ArrayList<>();
        private boolean up;
        private boolean over;
        private long reign;

        Attempt(SimConnection.Side side) {
            this.side = side;
            side.attach(this);
        }

        @Override
        public void send(LinkMessage.ToLeader message) {
            if (!over) {
                cell.expiries().sent(side.connection(), message);
                pending.add(message);
                replica.passNeeded();
            }
        }

        void flush() {
            if (pending.isEmpty()) {
                return;
            }
            List<LinkMessage> messages = pending;
            pending = new ArrayList<>();
            if (!side.isLocal()) {
                long term = replica.ordering().currentTerm();
                if (term > 0) {
                    messages.add(new LinkMessage.TermReport(term));
                }
            }
            side.send(LinkFrames.of(messages, side.isLocal()));
        }

        @Override
        public void received(Object packet) {
            ProxyCore proxy = replica.proxy();
            for (LinkMessage message : LinkFrames.toProxy(packet)) {
                if (over) {
                    return;
                }
                if (message instanceof LinkMessage.Refused) {
                    side.close();
                    over();
                    retry(this);
                } else if (message instanceof LinkMessage.Welcome welcome) {
                    welcomed(welcome, proxy);
                } else {
                    proxy.message((LinkMessage.ToProxy) message, replica.now());
                }
            }
            replica.passNeeded();
        }

        @Override
        public void lost() {
            over();
            retry(this);
        }

        private void welcomed(LinkMessage.Welcome welcome, ProxyCore proxy) {
            if (hasEnded(welcome.term())) {
                side.close();
                over();
                retry(this);
                return;
            }
            up = true;
            reign = welcome.term();
            cell.disturbances().linkUp(SimUplink.this);
            proxy.linkUp(welcome, this, replica.now());
        }

        private void over() {
            if (!over) {
                over = true;
                if (up) {
                    replica.proxy().linkDown(replica.now());
                    replica.passNeeded();
                }
            }
        }
    }
}
