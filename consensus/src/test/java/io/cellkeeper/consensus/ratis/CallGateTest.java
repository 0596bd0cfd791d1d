package io.cellkeeper.consensus.ratis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.MethodDescriptor;
import org.apache.ratis.thirdparty.io.grpc.ServerCall;
import org.apache.ratis.thirdparty.io.grpc.ServerCallHandler;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallGateTest {
    private static final int LONG_MS = 300_000;

    private final CallGate gate = new CallGate();
    private final List<String> handled = new ArrayList<>();
    private final FakeCall call = new FakeCall();

    @Test
    void shouldLetEverythingThroughWhileItIsOpen() {
        ServerCall.Listener<String> listener = gate.interceptCall(call, new Metadata(), recording(() -> {}));
        listener.onMessage("a");
        listener.onHalfClose();
        assertEquals(List.of("started", "a", "half-closed"), handled);
    }

    @Test
    void shouldLetNothingInOnceItIsShut() throws Exception {
        ServerCall.Listener<String> listener = gate.interceptCall(call, new Metadata(), recording(() -> {}));
        gate.shut(LONG_MS);
        listener.onMessage("late");
        listener.onHalfClose();
        FakeCall another = new FakeCall();
        gate.interceptCall(another, new Metadata(), recording(() -> {})).onMessage("later");
        assertEquals(List.of("started"), handled);
        assertEquals(List.of(), call.ended, "the handler may still answer what it has");
        assertEquals(List.of(Status.Code.UNAVAILABLE), another.ended);
    }

    @Test
    void shouldWaitForWhatIsInside() throws Exception {
        CountDownLatch going = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        ServerCall.Listener<String> listener = gate.interceptCall(call, new Metadata(), recording(() -> {
            going.countDown();
            awaitUninterruptibly(go);
        }));
        Thread handling = new Thread(() -> listener.onMessage("slow"));
        handling.start();
        going.await();
        Thread shutting = new Thread(() -> shut());
        shutting.start();
        Await.until("waiting", () -> shutting.getState() == Thread.State.TIMED_WAITING);
        go.countDown();
        shutting.join();
        handling.join();
        assertTrue(handled.contains("slow"));
    }

    private void shut() {
        try {
            gate.shut(LONG_MS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private ServerCallHandler<String, String> recording(Runnable onMessage) {
        return (started, headers) -> {
            handled.add("started");
            return new ServerCall.Listener<>() {
                @Override
                public void onMessage(String message) {
                    onMessage.run();
                    handled.add(message);
                }

                @Override
                public void onHalfClose() {
                    handled.add("half-closed");
                }
            };
        };
    }

    private static final class FakeCall extends ServerCall<String, String> {
        final List<Status.Code> ended = new ArrayList<>();

        @Override
        public void request(int count) {}

        @Override
        public void sendHeaders(Metadata headers) {}

        @Override
        public void sendMessage(String message) {}

        @Override
        public void close(Status status, Metadata trailers) {
            ended.add(status.getCode());
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public MethodDescriptor<String, String> getMethodDescriptor() {
            throw new UnsupportedOperationException();
        }
    }
}
