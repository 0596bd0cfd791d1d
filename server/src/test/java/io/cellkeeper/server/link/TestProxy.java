package io.cellkeeper.server.link;

import static io.cellkeeper.server.Eventually.eventually;

import io.cellkeeper.proxy.link.ArrivingBody;
import io.cellkeeper.proxy.link.LeaderOut;
import io.cellkeeper.proxy.link.LinkListener;
import io.cellkeeper.proxy.link.LinkMessage;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a proxy hears on its end of a link. */
final class TestProxy implements LinkListener {
    final List<LinkMessage.ToProxy> messages = new CopyOnWriteArrayList<>();
    /** Answers of which only the head has come, or had before the body. */
    final List<LinkMessage.ToProxy> begun = new CopyOnWriteArrayList<>();
    /** What to do when the head of an answer comes; on the link's loop. */
    volatile Consumer<LinkMessage.ToProxy> whenBegun = answer -> {};

    volatile @Nullable LeaderOut leader;
    volatile @Nullable String down;
    volatile boolean retry;
    /** Set while the test is inside a call to the link: nothing may be heard then. */
    volatile boolean inStep;

    volatile boolean heardInStep;

    LeaderOut awaitUp() {
        eventually("link up", () -> leader != null);
        return java.util.Objects.requireNonNull(leader);
    }

    <T> T await(Class<T> type) {
        eventually(type.getSimpleName(), () -> messages.stream().anyMatch(type::isInstance));
        return type.cast(messages.stream().filter(type::isInstance).findFirst().orElseThrow());
    }

    void awaitDown() {
        eventually("link down", () -> down != null);
    }

    @Override
    public void linkUp(LinkMessage.Welcome welcome, LeaderOut up) {
        heard();
        messages.add(welcome);
        leader = up;
    }

    @Override
    public void linkMessage(LinkMessage.ToProxy message) {
        heard();
        messages.add(message);
    }

    @Override
    public void linkAnswerBegun(LinkMessage.ToProxy answer, ArrivingBody body) {
        heard();
        begun.add(answer);
        whenBegun.accept(answer);
        body.whenComplete(() -> linkMessage(answer));
    }

    @Override
    public void linkPassEnded() {
        heard();
    }

    @Override
    public void linkDown(String reason, boolean mayRetry) {
        if (down != null) {
            throw new AssertionError("down twice: " + down + ", " + reason);
        }
        retry = mayRetry;
        down = reason;
    }

    private void heard() {
        heardInStep |= inStep;
        if (down != null) {
            throw new AssertionError("a call after " + down);
        }
    }
}
