package io.cellkeeper.server.link;

import io.cellkeeper.proxy.link.LeaderOut;
import io.cellkeeper.proxy.link.LinkListener;
import io.cellkeeper.proxy.link.LinkMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * The link of the leader's own proxy (decision 14): two queues, drained by tasks of the loop that both are on, after the
 * current step. Neither side is called back within its own step, and the messages are the same as over TCP. What has
 * not reached the leader when the link ends is dropped.
 */
public final class InProcessLink implements LeaderOut {
    private final LinkServer server;
    private final Executor loop;
    private final LinkListener listener;
    private final LeaderSide leaderSide = new LeaderSide();
    private List<LinkMessage.ToLeader> toLeader = new ArrayList<>();
    private boolean down;

    InProcessLink(LinkServer server, Executor loop, LinkListener listener) {
        this.server = server;
        this.loop = loop;
        this.listener = listener;
    }

    @Override
    public void send(LinkMessage.ToLeader message) {
        if (down) {
            return;
        }
        if (toLeader.isEmpty()) {
            loop.execute(this::deliverToLeader);
        }
        toLeader.add(message);
    }

    /** Ends the link from the proxy's side. */
    public void close() {
        if (!down) {
            ended("closed", true);
            loop.execute(leaderSide::proxyClosed);
        }
    }

    private void deliverToLeader() {
        List<LinkMessage.ToLeader> messages = toLeader;
        toLeader = new ArrayList<>();
        messages.forEach(leaderSide::receive);
    }

    private void deliverToProxy(List<LinkMessage.ToProxy> messages) {
        for (LinkMessage.ToProxy message : messages) {
            if (down) {
                return;
            }
            if (message instanceof LinkMessage.Welcome welcome) {
                listener.linkUp(welcome, this);
            } else if (message instanceof LinkMessage.Refused refused) {
                ended("refused: " + refused.reason(), refused.retry());
            } else {
                listener.linkMessage(message);
            }
        }
        if (!down) {
            listener.linkPassEnded();
        }
    }

    private void ended(String reason, boolean retry) {
        if (!down) {
            down = true;
            toLeader.clear();
            listener.linkDown(reason, retry);
        }
    }

    /** The leader's end. */
    private final class LeaderSide implements LinkEnd {
        private List<LinkMessage.ToProxy> toProxy = new ArrayList<>();
        private boolean listedForFlush;
        private boolean closed;
        private int link;

        void receive(LinkMessage.ToLeader message) {
            if (closed) {
                return;
            }
            if (link != 0) {
                server.receive(link, message);
            } else if (message instanceof LinkMessage.Hello hello) {
                link = server.hello(this, hello);
            } else {
                throw new IllegalStateException("a message before hello: " + message);
            }
        }

        void proxyClosed() {
            if (!closed) {
                closed = true;
                server.down(link);
            }
        }

        @Override
        public void send(LinkMessage.ToProxy message) {
            toProxy.add(message);
            if (!listedForFlush) {
                listedForFlush = true;
                server.toFlush(this);
            }
        }

        @Override
        public void flush() {
            listedForFlush = false;
            if (!toProxy.isEmpty()) {
                List<LinkMessage.ToProxy> messages = toProxy;
                toProxy = new ArrayList<>();
                loop.execute(() -> deliverToProxy(messages));
            }
        }

        @Override
        public void close(String reason) {
            if (!closed) {
                closed = true;
                loop.execute(() -> ended(reason, true));
            }
        }
    }
}
