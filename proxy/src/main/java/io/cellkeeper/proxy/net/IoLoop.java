package io.cellkeeper.proxy.net;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/**
 * A loop that only serves clients' sockets, so that the proxy's loop needn't: it accepts, reads, cuts bytes into frames,
 * and writes. Two ordered streams join the two loops, each of at most one task a pass of its giver:
 *
 * <ul>
 *   <li>events, from the sockets to the core: connected, frames with the time they were read, room to write, malformed, gone;
 *   <li>orders, from the core to the sockets: bytes with the leave that they have (I9), read or don't, close, reset.
 * </ul>
 *
 * <p>What one socket reports, and what is ordered for it, keeps its order; how much is under way each way is bounded by a
 * {@link Passage} a socket. Nothing else is shared. The proxy's loop must end before this one.
 */
final class IoLoop implements PassEnd {
    private final EventLoop eventLoop;
    private final ProxyLoop proxy;

    /** Gathered on this loop. */
    private List<Runnable> events = new ArrayList<>();

    /** Gathered on the proxy's loop, as is what follows. */
    private List<Runnable> orders = new ArrayList<>();

    private final List<SpreadSocket> written = new ArrayList<>();
    private boolean listed;

    IoLoop(EventLoop eventLoop, ProxyLoop proxy) {
        this.eventLoop = eventLoop;
        this.proxy = proxy;
    }

    ProxyLoop proxy() {
        return proxy;
    }

    /** Adds an event; it is handed over after everything that was readable in this pass. On this loop. */
    void tell(Runnable event) {
        events.add(event);
        if (events.size() == 1) {
            eventLoop.execute(this::handOver);
        }
    }

    private void handOver() {
        List<Runnable> batch = events;
        events = new ArrayList<>();
        try {
            proxy.eventLoop().execute(() -> proxy.run(batch));
        } catch (RejectedExecutionException e) {
            // The proxy's loop has ended, and its connections with it: nobody is left to tell.
        }
    }

    /** Adds an order, to be handed over when the core has sent what there is. On the proxy's loop. */
    void order(Runnable order) {
        list();
        orders.add(order);
    }

    /** This socket has gathered bytes in this pass. On the proxy's loop. */
    void written(SpreadSocket socket) {
        list();
        written.add(socket);
    }

    private void list() {
        if (!listed) {
            listed = true;
            proxy.written(this);
        }
    }

    @Override
    public void flush() {
        listed = false;
        written.forEach(SpreadSocket::handOver);
        written.clear();
        List<Runnable> batch = orders;
        orders = new ArrayList<>();
        eventLoop.execute(() -> run(batch));
    }

    private void run(List<Runnable> batch) {
        try {
            batch.forEach(Runnable::run);
        } catch (RuntimeException | Error e) {
            proxy.fail(e);
        }
    }
}
