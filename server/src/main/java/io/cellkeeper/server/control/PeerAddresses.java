package io.cellkeeper.server.control;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The addresses of the configured servers, which alone may speak to the ports between servers as long as these have
 * neither TLS nor a secret (decision 5). Names are looked up again when a stranger knocks: a server may have moved.
 */
public final class PeerAddresses implements Predicate<InetAddress> {
    private static final Logger LOG = LoggerFactory.getLogger(PeerAddresses.class);
    private static final long LOOK_UP_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final List<String> hosts;
    private final Executor background;
    private final LongSupplier nanoClock;
    private final AtomicBoolean lookingUp = new AtomicBoolean();
    /** Written in the background, read on the event loop: replaced as a whole. */
    private volatile Set<InetAddress> addresses = Set.of();

    private volatile long lookedUpAt;

    /** Looks the names up, which may wait; later look-ups are done in the background. */
    public PeerAddresses(Collection<String> hosts, Executor background, LongSupplier nanoClock) {
        this.hosts = List.copyOf(hosts);
        this.background = background;
        this.nanoClock = nanoClock;
        lookUp();
    }

    @Override
    public boolean test(InetAddress address) {
        if (addresses.contains(address)) {
            return true;
        }
        if (nanoClock.getAsLong() - lookedUpAt > LOOK_UP_AGAIN_NANOS && lookingUp.compareAndSet(false, true)) {
            background.execute(this::lookUp);
        }
        return false;
    }

    private void lookUp() {
        Set<InetAddress> found = new HashSet<>();
        for (String host : hosts) {
            try {
                found.addAll(List.of(InetAddress.getAllByName(host)));
            } catch (UnknownHostException e) {
                LOG.warn("unknown host {}", host);
            }
        }
        addresses = Set.copyOf(found);
        lookedUpAt = nanoClock.getAsLong();
        lookingUp.set(false);
    }
}
