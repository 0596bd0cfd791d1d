package io.cellkeeper.proxy;

import io.cellkeeper.proxy.link.LeaderOut;
import io.cellkeeper.proxy.link.LinkMessage.Welcome;
import io.netty.util.collection.LongObjectHashMap;
import java.util.ArrayList;
import java.util.List;

/** The link to the present leader: what is counted and awaited on it. A new one starts fresh. */
final class LeaderLink {
    final LeaderOut out;
    final Welcome welcome;
    final InterestTable interests;
    final KeepAlives keepAlives;
    /** Connections whose session was asked for, by the number of that request. */
    final LongObjectHashMap<ClientConnection> opening = new LongObjectHashMap<>();
    /** Paths that were registered again when this link came up, while the replay has not ended. */
    private final List<String> reregistered = new ArrayList<>();

    private long reregistration;
    /** Messages handled, the welcome included and answers to KeepAlives not: the position in the ordered lane (I10). */
    private long handled = 1;

    private long reads;
    private long registrations;
    private long openRequests;

    LeaderLink(LeaderOut out, Welcome welcome, WatchTable watches, long nowNanos) {
        this.out = out;
        this.welcome = welcome;
        interests = new InterestTable(out, watches::isWatched);
        keepAlives = new KeepAlives(out, welcome.graceMs(), nowNanos);
    }

    /** A path is registered again. */
    void reregistered(String path, long registration) {
        reregistration = registration;
        reregistered.add(path);
        interests.sent(path);
    }

    /** The end of the replay was handled, which answers all of these registrations (decision 15). */
    void reregistrationsHandled() {
        for (String path : reregistered) {
            interests.handled(path, reregistration);
        }
        reregistered.clear();
    }

    /** A message of the ordered lane was handled. Returns how many were. */
    long messageHandled() {
        return ++handled;
    }

    /** How many messages of the ordered lane were handled. */
    long handled() {
        return handled;
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
