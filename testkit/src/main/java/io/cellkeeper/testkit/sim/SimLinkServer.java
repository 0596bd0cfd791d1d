package io.cellkeeper.testkit.sim;

import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.server.leader.LeaderCore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The leader's end of all links, as the real one: links belong to a reign; what a pass has brought leaves at its end, in
 * order. A link within the process hands over objects, one between processes frames.
 */
final class SimLinkServer {
    private final SimReplica replica;
    private final Disturbances disturbances;
    private final Map<Integer, Link> links = new LinkedHashMap<>();
    private @Nullable LeaderCore core;
    private int lastLink;

    /** A link that was accepted. */
    private final class Link implements SimConnection.End {
        private final SimConnection.Side side;
        private List<LinkMessage> pending = new ArrayList<>();
        private int number;

        Link(SimConnection.Side side) {
            this.side = side;
        }

        @Override
        public void received(Object message) {
            for (LinkMessage each : LinkFrames.toLeader(message)) {
                if (side.isDown()) {
                    return;
                }
                LeaderCore leader = core;
                if (number != 0) {
                    if (leader != null && links.containsKey(number)) {
                        replica.arrived(side.connection(), each);
                        leader.receive(number, (LinkMessage.ToLeader) each, replica.now());
                    }
                } else if (each instanceof LinkMessage.Hello hello) {
                    hello(hello, leader);
                }
                replica.passNeeded();
            }
        }

        @Override
        public void lost() {
            LeaderCore leader = core;
            if (links.remove(number) != null && leader != null) {
                leader.linkDown(number);
                replica.passNeeded();
            }
        }

        private void hello(LinkMessage.Hello hello, @Nullable LeaderCore leader) {
            if (leader == null) {
                pending.add(new LinkMessage.Refused("this replica does not lead", true));
                flush();
                side.close();
                return;
            }
            number = ++lastLink;
            links.put(number, this);
            leader.linkUp(number, hello);
        }

        void flush() {
            if (!pending.isEmpty()) {
                List<LinkMessage> messages = takePending();
                if (messages.isEmpty()) {
                    return;
                }
                if (side.isLocal()) {
                    side.send(messages);
                } else {
                    sendFrames(messages);
                }
            }
        }

        /** All of it; or, while what is in order is held up, only what may overtake that. */
        private List<LinkMessage> takePending() {
            List<LinkMessage> taken = pending;
            pending = new ArrayList<>();
            if (side.connection().isOrderedHeld()) {
                pending.addAll(taken);
                taken.removeIf(message -> !(message instanceof LinkMessage.KeepAliveAnswer));
                pending.removeAll(taken);
            }
            return taken;
        }

        /** In one packet or two. Now and then the second is lost, and the link with it. */
        private void sendFrames(List<LinkMessage> messages) {
            for (int i = 1; i < messages.size(); i++) {
                if (disturbances.endsLink(messages.get(i - 1), messages.get(i))) {
                    side.send(LinkFrames.of(messages.subList(0, i), false));
                    side.close();
                    lost();
                    return;
                }
            }
            int first = disturbances.firstPart(messages);
            side.send(LinkFrames.of(messages.subList(0, first), false));
            if (first < messages.size()) {
                side.send(LinkFrames.of(messages.subList(first, messages.size()), false));
            }
        }
    }

    SimLinkServer(SimReplica replica, Disturbances disturbances) {
        this.replica = replica;
        this.disturbances = disturbances;
    }

    void accept(SimConnection.Side side) {
        side.attach(new Link(side));
    }

    void reignBegins(LeaderCore leader) {
        reignEnds();
        core = leader;
    }

    void reignEnds() {
        core = null;
        List<Link> ended = new ArrayList<>(links.values());
        links.clear();
        for (Link link : ended) {
            // What was not flushed is dropped with the reign.
            link.pending.clear();
            link.side.close();
        }
    }

    void send(int link, LinkMessage.ToProxy message) {
        Link to = links.get(link);
        if (to != null) {
            replica.leaves(to.side.connection(), message);
            disturbances.sending(to.side.connection(), message);
            to.pending.add(message);
        }
    }

    void closeLink(int link) {
        Link ended = links.remove(link);
        if (ended != null) {
            ended.side.close();
        }
    }

    void flush() {
        for (Link link : new ArrayList<>(links.values())) {
            link.flush();
        }
    }
}
