package io.cellkeeper.consensus.ratis;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The control thread: makes the calls into Ratis that may wait, and looks now and then after what Ratis doesn't tell (decision 23). */
final class Control {
    private static final Logger LOG = LoggerFactory.getLogger(Control.class);
    private static final int LOOK_EVERY_MS = 100;

    private final ScheduledThreadPoolExecutor thread;

    Control(String selfId) {
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, "control-" + selfId);
            made.setDaemon(true);
            return made;
        });
    }

    void lookRegularly(Runnable look) {
        var unused = thread.scheduleWithFixedDelay(look, LOOK_EVERY_MS, LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
    }

    /** Runs a call on the control thread; not at all once the log is closing, which ends what it was about. Any thread. */
    void run(Runnable call) {
        try {
            thread.execute(() -> {
                try {
                    call.run();
                } catch (RuntimeException e) {
                    LOG.warn("{} failed", Thread.currentThread().getName(), e);
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("closing", e);
        }
    }

    void stop() {
        thread.shutdownNow();
    }
}
