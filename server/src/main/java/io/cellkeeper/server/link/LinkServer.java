package io.cellkeeper.server.link;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.proxy.link.LinkCodec;
import io.cellkeeper.proxy.link.LinkListener;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.server.leader.LeaderCore;
import io.netty.channel.Channel;
import io.netty.util.collection.IntObjectHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leader's end of all links: answers hellos, hands messages to the leader core of the current reign and the core's
 * messages to the proxies. A link belongs to one reign (decision 14): all are closed when it ends, and while there is
 * none a hello is refused with the advice to try again.
 *
 * <p>On the cell loop. After input it asks for an end of pass; what a pass has brought leaves with {@link #flush}.
 */
public final class LinkServer {
    private static final Logger LOG = LoggerFactory.getLogger(LinkServer.class);

    private @Nullable UUID cell;
    private final LongSupplier nanoClock;
    private final Runnable passNeeded;
    private final Consumer<Throwable> fault;
    private final IntObjectHashMap<LinkEnd> links = new IntObjectHashMap<>();
    private final List<LinkEnd> unflushed = new ArrayList<>();
    private @Nullable LeaderCore core;
    private int lastLink;

    /**
     * @param nanoClock the monotonic clock that the leader core is given
     * @param passNeeded asks for {@link LeaderCore#endOfPass} and then {@link #flush}, once what is readable in this
     *     pass of the loop has been handled; may be called many times a pass
     * @param fault hears of what must not happen: the process is not to go on
     */
    public LinkServer(LongSupplier nanoClock, Runnable passNeeded, Consumer<Throwable> fault) {
        this.nanoClock = nanoClock;
        this.passNeeded = passNeeded;
        this.fault = fault;
    }

    /** From now on hellos are accepted, for this reign of this cell. */
    public void reignBegins(UUID ofCell, LeaderCore leader) {
        reignEnds();
        cell = ofCell;
        core = leader;
    }

    /** The reign is over: all its links close, what they hold towards the leader is dropped. */
    public void reignEnds() {
        core = null;
        unflushed.clear();
        List<LinkEnd> ended = new ArrayList<>(links.values());
        links.clear();
        ended.forEach(link -> link.close("this replica no longer leads"));
    }

    /** Queues a message of the core; see {@link io.cellkeeper.server.leader.LeaderOut}. */
    public void send(int link, LinkMessage.ToProxy message) {
        LinkEnd end = links.get(link);
        if (end != null) {
            end.send(message);
        }
    }

    /** Closes a link for the core, which has forgotten it. */
    public void closeLink(int link, String reason) {
        LinkEnd end = links.remove(link);
        if (end != null) {
            LOG.warn("link {} closed: its proxy sent {}", link, reason);
            end.close(reason);
        }
    }

    /** Lets everything that was sent since the last flush go. */
    public void flush() {
        // By index: a link that ends here may make the core say something on another.
        for (int i = 0; i < unflushed.size(); i++) {
            unflushed.get(i).flush();
        }
        unflushed.clear();
    }

    /** Links that are up. */
    public int linkCount() {
        return links.size();
    }

    /**
     * Takes over an accepted connection on which a proxy has begun to speak.
     *
     * @param channel its pipeline hands on frames as {@link ByteRange}s, on the cell loop
     * @param hello the first frame
     */
    public void accept(Channel channel, ByteRange hello) {
        TcpLinkEnd end = new TcpLinkEnd(this, channel);
        channel.pipeline().addLast(end.handler());
        end.frame(hello);
    }

    /**
     * Links the proxy in this process, as if over TCP. The listener hears the answer later, never within this call.
     *
     * @param loop the loop that this server and the proxy's core are on
     */
    public InProcessLink connect(Executor loop, LinkMessage.Hello hello, LinkListener listener) {
        InProcessLink link = new InProcessLink(this, loop, listener);
        link.send(hello);
        return link;
    }

    /**
     * A proxy says hello.
     *
     * @return the link's number, or 0 if it was refused: the end then has the refusal queued and is closed after it
     */
    int hello(LinkEnd end, LinkMessage.Hello hello) {
        LeaderCore leader = core;
        String reason = null;
        if (cell != null && !hello.cell().equals(cell)) {
            reason = "this is cell " + cell + ", not " + hello.cell();
        } else if (hello.version() != LinkCodec.VERSION) {
            reason = "this replica speaks version " + LinkCodec.VERSION + " of the link, not " + hello.version();
        }
        if (reason != null || leader == null) {
            end.send(new LinkMessage.Refused(reason == null ? "this replica does not lead" : reason, reason == null));
            end.flush();
            end.close("refused");
            return 0;
        }
        int link = ++lastLink;
        links.put(link, end);
        guard(() -> leader.linkUp(link, hello));
        return link;
    }

    /** A message of a link that is up. */
    void receive(int link, LinkMessage.ToLeader message) {
        LeaderCore leader = core;
        if (leader != null && links.containsKey(link)) {
            guard(() -> leader.receive(link, message, nanoClock.getAsLong()));
        }
    }

    /** A link is gone, for whatever reason but the server's own. */
    void down(int link) {
        LeaderCore leader = core;
        if (links.remove(link) != null && leader != null) {
            guard(() -> leader.linkDown(link));
        }
    }

    /** The clock that the leader core is given. */
    long now() {
        return nanoClock.getAsLong();
    }

    /** An end has something to flush. */
    void toFlush(LinkEnd end) {
        unflushed.add(end);
    }

    /** What a proxy sends can't make the core throw: if it does, the core is broken, not the link. */
    private void guard(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            fault.accept(e);
        }
        passNeeded.run();
    }
}
