package io.cellkeeper.consensus.ratis;

import java.util.concurrent.TimeUnit;
import org.apache.ratis.thirdparty.io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.ServerCall;
import org.apache.ratis.thirdparty.io.grpc.ServerCallHandler;
import org.apache.ratis.thirdparty.io.grpc.ServerInterceptor;
import org.apache.ratis.thirdparty.io.grpc.Status;

/**
 * Keeps what other replicas send from a server that closes: Ratis would report each append that finds it closing as an
 * error, with a trace. To the others it is as if the network had lost it, and the server's connections close next.
 *
 * <p>gRPC's threads and the one that closes meet here, at the count of messages being handled.
 */
final class CallGate implements ServerInterceptor {
    private boolean shut;
    private int inside;

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        if (!enter()) {
            call.close(Status.UNAVAILABLE.withDescription("closing"), new Metadata());
            return new ServerCall.Listener<>() {};
        }
        try {
            return new Gated<>(next.startCall(call, headers));
        } finally {
            leave();
        }
    }

    /** Lets nothing in any more, and waits, so long at most, until what is inside has been handled. */
    synchronized void shut(long timeoutMs) throws InterruptedException {
        shut = true;
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        for (long leftMs = timeoutMs; inside > 0 && leftMs > 0; ) {
            wait(leftMs);
            leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        }
    }

    private synchronized boolean enter() {
        if (shut) {
            return false;
        }
        inside++;
        return true;
    }

    private synchronized void leave() {
        inside--;
        if (shut) {
            notifyAll();
        }
    }

    /** A stream's messages come in {@link #onMessage}, a single call is made in {@link #onHalfClose}. */
    private final class Gated<Q> extends SimpleForwardingServerCallListener<Q> {
        Gated(ServerCall.Listener<Q> handler) {
            super(handler);
        }

        @Override
        public void onMessage(Q message) {
            pass(() -> super.onMessage(message));
        }

        @Override
        public void onHalfClose() {
            pass(super::onHalfClose);
        }

        private void pass(Runnable handling) {
            if (enter()) {
                try {
                    handling.run();
                } finally {
                    leave();
                }
            }
        }
    }
}
