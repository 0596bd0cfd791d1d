package io.cellkeeper.proxy;

import io.cellkeeper.proxy.link.LeaderOut;
import io.cellkeeper.proxy.link.LinkMessage.Welcome;
import io.netty.util.collection.LongObjectHashMap;

/** The link to the present leader: what is counted and awaited on it. A new one starts fresh. */
final class LeaderLink {
    final LeaderOut out;
    final Welcome welcome;
    final InterestTable interests;
    final KeepAlives keepAlives;
    /** Connections whose session was asked for, by the number of that request. */
    final LongObjectHashMap<ClientConnection> opening = new LongObjectHashMap<>();

    private long reads;
    private long registrations;
    private long openRequests;

    LeaderLink(LeaderOut out, Welcome welcome, WatchTable watches, long nowNanos) {
        this.out = out;
        this.welcome = welcome;
        interests = new InterestTable(out, watches::isWatched);
        keepAlives = new KeepAlives(out, welcome.graceMs(), nowNanos);
    }

    long nextRead() {
        return ++reads;
    }

    long nextRegistration() {
        return ++registrations;
    }

    long nextOpenRequest() {
        return ++openRequests;
    }
}
