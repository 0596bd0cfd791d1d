package io.cellkeeper.server.replica;

import io.cellkeeper.proxy.ProxyCore;
import io.netty.channel.EventLoop;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits until a proxy has answered what its clients have asked. */
final class Drain {
    private static final long LOOK_AGAIN_MS = 5;

    private Drain() {}

    /** Not on the loop. Gives up after the timeout: then those clients ask again elsewhere. */
    static void await(EventLoop loop, ProxyCore proxy, long timeoutMs) {
        CountDownLatch drained = new CountDownLatch(1);
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        loop.execute(() -> look(loop, proxy, drained, deadline));
        try {
            drained.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void look(EventLoop loop, ProxyCore proxy, CountDownLatch drained, long deadline) {
        long now = System.nanoTime();
        if (now - deadline > 0 || proxy.view(now).outstanding() == 0) {
            drained.countDown();
        } else {
            var unused =
                    loop.schedule(() -> look(loop, proxy, drained, deadline), LOOK_AGAIN_MS, TimeUnit.MILLISECONDS);
        }
    }
}
