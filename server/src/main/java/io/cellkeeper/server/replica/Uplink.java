package io.cellkeeper.server.replica;

import io.cellkeeper.proxy.link.ArrivingBody;
import io.cellkeeper.proxy.link.LeaderOut;
import io.cellkeeper.proxy.link.LinkClient;
import io.cellkeeper.proxy.link.LinkListener;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.Transport;
import io.cellkeeper.server.link.InProcessLink;
import io.cellkeeper.server.link.LinkServer;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a replica's own proxy linked to whoever leads: in this process or over TCP. It leaves a link as soon as the
 * Raft term here is above the link's reign (decision 14), and tries again while the leader is not ready. On the loop.
 */
final class Uplink implements CellLoop.LeaderHints {
    private static final Logger LOG = LoggerFactory.getLogger(Uplink.class);
    private static final long RETRY_MS = 20;

    private final EventLoop loop;
    private final Transport transport;
    private final Executor background;
    private final LinkServer ownServer;
    private final String selfId;
    private final Map<Integer, HostAndPort> electionPorts;
    private final LinkMessage.Hello hello;
    private final LongSupplier term;
    private final LinkListener proxy;
    private final LongConsumer announce;
    private Optional<String> leader = Optional.empty();
    private @Nullable Attempt current;
    private boolean retryAtOnce;
    private boolean stopped;

    /** Where a server's election port is. */
    record HostAndPort(String host, int port) {}

    /**
     * @param electionPorts by myid, of all servers; empty for a lone replica
     * @param term the Raft term here while the log is running, else 0
     * @param proxy hears of the link
     * @param announce tells the other replicas that this one leads in a term, and takes links
     */
    Uplink(
            EventLoop loop,
            Transport transport,
            Executor background,
            LinkServer ownServer,
            String selfId,
            Map<Integer, HostAndPort> electionPorts,
            LinkMessage.Hello hello,
            LongSupplier term,
            LinkListener proxy,
            LongConsumer announce) {
        this.loop = loop;
        this.transport = transport;
        this.background = background;
        this.ownServer = ownServer;
        this.selfId = selfId;
        this.electionPorts = Map.copyOf(electionPorts);
        this.hello = hello;
        this.term = term;
        this.proxy = proxy;
        this.announce = announce;
    }

    @Override
    public void leaderIs(Optional<String> raftId) {
        Attempt attempt = current;
        if (raftId.isEmpty() && attempt != null && attempt.reign != 0 && !hasEnded(attempt.reign)) {
            // The log may say so late, or only wonder: a link that is up shows more, until the term here is above its
            // reign.
            return;
        }
        if (!raftId.equals(leader)) {
            leader = raftId;
            retryAtOnce = false;
            leave();
        }
        if (current == null) {
            connect();
        }
    }

    @Override
    public void leadingHere(long reign) {
        leaderIsReady(selfId, reign);
        announce.accept(reign);
    }

    /** This leader takes links now: if it has refused one for not being ready, nobody need wait to try again. */
    void leaderIsReady(String raftId, long reign) {
        Attempt attempt = current;
        if (hasEnded(reign) || (attempt != null && attempt.reign >= reign)) {
            return;
        }
        if (attempt != null && attempt.reign == 0 && leader.equals(Optional.of(raftId))) {
            // Under way. It may have been refused just before this leader was ready.
            retryAtOnce = true;
            return;
        }
        leader = Optional.of(raftId);
        leave();
        connect();
    }

    /** To be called often: looks whether the term has moved on. */
    void tick() {
        Attempt attempt = current;
        if (attempt != null && attempt.reign != 0 && hasEnded(attempt.reign)) {
            leave();
            connect();
        }
    }

    /** Leaves the link, for good. */
    void stop() {
        stopped = true;
        leave();
    }

    /** †: a higher term here means that the reign is over, whatever its leader still believes. */
    private boolean hasEnded(long reign) {
        return term.getAsLong() > reign;
    }

    private void leave() {
        Attempt attempt = current;
        current = null;
        if (attempt != null) {
            attempt.close();
        }
    }

    private void connect() {
        if (stopped || leader.isEmpty()) {
            return;
        }
        Attempt attempt = new Attempt();
        current = attempt;
        String target = leader.get();
        if (target.equals(selfId)) {
            InProcessLink link = ownServer.connect(loop, hello, attempt);
            attempt.closer = link::close;
            return;
        }
        HostAndPort at = electionPorts.get(Integer.valueOf(target.substring(0, target.indexOf('-'))));
        if (at == null) {
            throw new IllegalStateException(
                    "the leader " + target + " is none of the configured servers " + electionPorts.keySet());
        }
        // Looking a name up may wait, so not here.
        background.execute(() -> {
            InetSocketAddress address = new InetSocketAddress(at.host(), at.port());
            loop.execute(() -> attempt.connectTo(address));
        });
    }

    private void retry(Attempt after) {
        if (current == after) {
            current = null;
            long pauseMs = retryAtOnce ? 0 : RETRY_MS;
            retryAtOnce = false;
            var unused = loop.schedule(this::connectIfNone, pauseMs, TimeUnit.MILLISECONDS);
        }
    }

    private void connectIfNone() {
        if (current == null) {
            connect();
        }
    }

    /** One try at a link: what it says counts only while it is the current one. */
    private final class Attempt implements LinkListener {
        private Runnable closer = () -> {};
        private boolean up;
        private boolean over;
        private long reign;

        void connectTo(InetSocketAddress address) {
            if (over) {
                return;
            }
            if (address.isUnresolved()) {
                over = true;
                retry(this);
                return;
            }
            LinkClient link = LinkClient.connect(loop, transport, address, hello, term, this);
            closer = link::close;
        }

        void close() {
            if (!over) {
                closer.run();
                linkDown("left", true);
            }
        }

        @Override
        public void linkUp(LinkMessage.Welcome welcome, LeaderOut out) {
            if (over) {
                return;
            }
            if (hasEnded(welcome.term())) {
                close();
                retry(this);
                return;
            }
            up = true;
            retryAtOnce = false;
            reign = welcome.term();
            proxy.linkUp(welcome, out);
        }

        @Override
        public void linkMessage(LinkMessage.ToProxy message) {
            if (!over) {
                proxy.linkMessage(message);
            }
        }

        @Override
        public void linkAnswerBegun(LinkMessage.ToProxy answer, ArrivingBody body) {
            if (!over) {
                proxy.linkAnswerBegun(answer, body);
            }
        }

        @Override
        public void linkPassEnded() {
            if (!over) {
                proxy.linkPassEnded();
            }
        }

        @Override
        public void linkDown(String reason, boolean retry) {
            if (over) {
                return;
            }
            over = true;
            if (up) {
                proxy.linkDown(reason, retry);
            } else if (!retry) {
                LOG.error("the leader {} refuses the link: {}", leader.orElse(""), reason);
            }
            retry(this);
        }
    }
}
