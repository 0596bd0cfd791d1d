package io.cellkeeper.proxy.net;

import io.cellkeeper.proxy.ProxyCore;
import io.cellkeeper.proxy.link.ArrivingBody;
import io.cellkeeper.proxy.link.LeaderOut;
import io.cellkeeper.proxy.link.LinkListener;
import io.cellkeeper.proxy.link.LinkMessage;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives a {@link ProxyCore} on an event loop: gives it the time, and once a pass, after everything that was readable, lets
 * it send. All methods are called on that loop, but {@link #start}, {@link #stop}, {@link #now} and {@link #fail} from
 * anywhere.
 */
public final class ProxyLoop implements LinkListener {
    private static final Logger LOG = LoggerFactory.getLogger(ProxyLoop.class);

    private final EventLoop loop;
    private final ProxyCore core;
    private final LongSupplier nanoClock;
    private final Runnable serving;
    private final Consumer<Throwable> fault;
    private List<PassEnd> written = new ArrayList<>();
    private boolean flushScheduled;
    private @Nullable Future<?> ticks;

    /**
     * @param nanoClock monotonic, in nanoseconds
     * @param serving told, on the loop, each time a leader has welcomed this proxy: clients are served
     * @param fault hears of what must not happen: the process is not to go on
     */
    public ProxyLoop(
            EventLoop loop, ProxyCore core, LongSupplier nanoClock, Runnable serving, Consumer<Throwable> fault) {
        this.loop = loop;
        this.core = core;
        this.nanoClock = nanoClock;
        this.serving = serving;
        this.fault = fault;
    }

    /** Begins to give the core the time. */
    public void start() {
        loop.execute(() -> {
            long tickNanos = ProxyCore.TICK_NANOS;
            ticks = loop.scheduleWithFixedDelay(this::tick, tickNanos, tickNanos, TimeUnit.NANOSECONDS);
        });
    }

    /** Ends all connections and the ticks. */
    public void stop() {
        loop.execute(() -> {
            if (ticks != null) {
                ticks.cancel(false);
            }
            core.stop(now());
            scheduleFlush();
        });
    }

    public EventLoop eventLoop() {
        return loop;
    }

    public ProxyCore core() {
        return core;
    }

    @Override
    public void linkUp(LinkMessage.Welcome welcome, LeaderOut leader) {
        LOG.info("linked to the leader of term {}", welcome.term());
        try {
            core.linkUp(welcome, leader, now());
            serving.run();
        } catch (RuntimeException | Error e) {
            fail(e);
        }
        scheduleFlush();
    }

    @Override
    public void linkMessage(LinkMessage.ToProxy message) {
        try {
            core.message(message, now());
        } catch (RuntimeException | Error e) {
            fail(e);
        }
        scheduleFlush();
    }

    @Override
    public void linkAnswerBegun(LinkMessage.ToProxy answer, ArrivingBody body) {
        try {
            core.answerBegun(answer, body, now());
        } catch (RuntimeException | Error e) {
            fail(e);
        }
        scheduleFlush();
    }

    @Override
    public void linkPassEnded() {
        scheduleFlush();
    }

    @Override
    public void linkDown(String reason, boolean retry) {
        LOG.info("no link to a leader: {}", reason);
        try {
            core.linkDown(now());
        } catch (RuntimeException | Error e) {
            fail(e);
        }
        scheduleFlush();
    }

    long now() {
        return nanoClock.getAsLong();
    }

    /** Something broke that must not: nothing of this process is to be trusted any more. */
    void fail(Throwable cause) {
        fault.accept(cause);
    }

    /** Lets the core send when this pass is over; a task of the loop runs after everything that was readable. */
    void scheduleFlush() {
        if (!flushScheduled) {
            flushScheduled = true;
            loop.execute(this::flush);
        }
    }

    /** This has something to hand on at the end of this pass. */
    void written(PassEnd output) {
        written.add(output);
    }

    /** Handles what happened on a loop that serves sockets, in order. */
    void run(List<Runnable> events) {
        try {
            events.forEach(Runnable::run);
        } catch (RuntimeException | Error e) {
            fail(e);
        }
        scheduleFlush();
    }

    private void tick() {
        try {
            core.tick(now());
            scheduleFlush();
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    private void flush() {
        flushScheduled = false;
        try {
            core.flush(nanoClock);
            List<PassEnd> outputs = written;
            if (!outputs.isEmpty()) {
                written = new ArrayList<>();
                outputs.forEach(PassEnd::flush);
            }
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }
}
