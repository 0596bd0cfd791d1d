package io.cellkeeper.server.leader;

import io.cellkeeper.consensus.Voters;
import io.cellkeeper.proxy.link.LinkMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One proxy's link, as the leader core knows it. */
final class LeaderLink {
    final int id;
    final String proxy;
    /** A report of this proxy's replica counts only while the voters are still those of its hello: see Barrier. */
    final Voters votersAtHello;
    /** What this link's own term reports prove of its arrivals. */
    final Proofs proofs = new Proofs();
    /** KeepAlives not yet answered, in order of arrival. */
    final ArrayDeque<KeepAlives.Waiting> keepAlives = new ArrayDeque<>();

    final Map<String, Interests.Interest> interests = new HashMap<>();
    /** What the proxy has kept from an earlier link, until it has told all of it. */
    final List<LinkMessage.Resume> resuming = new ArrayList<>();
    /** The newest arrival that waits for a proof. */
    long newestWaiting;
    /** The last change sent here: one message per change. */
    long changeSent;

    private final LeaderOut out;
    /** Messages sent here in order: the position that an answer to a KeepAlive carries. */
    private long sent;

    private boolean up = true;

    LeaderLink(int id, String proxy, Voters votersAtHello, LeaderOut out) {
        this.id = id;
        this.proxy = proxy;
        this.votersAtHello = votersAtHello;
        this.out = out;
    }

    boolean isUp() {
        return up;
    }

    /** Sends, unless the link is down. */
    void send(LinkMessage.ToProxy message) {
        if (up) {
            sent++;
            out.send(id, message);
        }
    }

    /**
     * Answers a KeepAlive; the answer may overtake what was sent before.
     *
     * @param inPlace whether it may acknowledge no touch before its place is reached
     */
    void answer(long keepAlive, boolean inPlace) {
        if (up) {
            out.send(id, new LinkMessage.KeepAliveAnswer(keepAlive, sent, inPlace));
        }
    }

    void down() {
        up = false;
        keepAlives.clear();
    }
}
