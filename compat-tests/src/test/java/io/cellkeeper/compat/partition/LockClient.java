package io.cellkeeper.compat.partition;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.wire.Frame;
import io.cellkeeper.compat.wire.RawClient;
import io.cellkeeper.compat.wire.RawSession;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.Create2Response;
import org.jspecify.annotations.Nullable;

/**
 * Takes the one lock, an ephemeral node, holds it for a while and gives it back. When its connection ends it moves on to the
 * next replica, as stock clients do.
 */
final class LockClient implements Load.Client {
    private static final String PATH = "/lock";
    private static final int NODE_EXISTS = -110;
    private static final int EPHEMERAL = 1;

    /** The shortest that the cells under test give: so that an abandoned lock is soon free. */
    private static final int TIMEOUT_MS = 2_000;

    private static final Duration PACE = Duration.ofMillis(25);
    private static final int MAX_HELD_MS = 80;

    private final String name;
    private final FaultyCell cell;
    private final History history;
    private final IntPredicate keeps;
    private final Random random;
    private volatile int replica;
    private @Nullable TimedClient client;
    private RawSession left = RawSession.NEW;
    private long leftBeliefNanos;
    private volatile boolean holds;

    /**
     * @param replica where it begins
     * @param keeps while true of the replica it is connected to, it holds what it has for as long as it can
     */
    LockClient(String name, int replica, FaultyCell cell, History history, IntPredicate keeps) {
        this.name = name;
        this.replica = replica;
        this.cell = cell;
        this.history = history;
        this.keeps = keeps;
        random = new Random(name.hashCode());
    }

    /** Whether it believes now that it holds the lock. Any thread. */
    boolean holds() {
        return holds;
    }

    /** The replica that it is connected to, or tries. Any thread. */
    int replica() {
        return replica;
    }

    @Override
    public void step() {
        try {
            TimedClient connected = client;
            if (connected == null) {
                connected = connect();
                client = connected;
            }
            take(connected);
            Await.pass(PACE);
        } catch (IOException e) {
            leave();
            Await.pass(PACE);
        }
    }

    /** With the session it had, if that lives: only to end it, and the lock that it may have with it. */
    private TimedClient connect() throws IOException {
        if (left.id() != 0) {
            try (TimedClient again = open(left)) {
                left = RawSession.NEW;
                if (again.session().id() != 0) {
                    again.call(OpCode.closeSession);
                } else if (history.now() < leftBeliefNanos) {
                    history.violated(name + ": the session ended while its client had reason to believe in it");
                }
            }
        }
        TimedClient connected = open(RawSession.NEW);
        if (connected.session().id() == 0) {
            connected.close();
            throw new IOException("no session");
        }
        return connected;
    }

    private TimedClient open(RawSession session) throws IOException {
        return TimedClient.connect(name, replica, cell.address(replica), session, TIMEOUT_MS, history);
    }

    private void take(TimedClient connected) throws IOException {
        Frame reply = connected.call(OpCode.create2, RawClient.createNode(PATH, name, EPHEMERAL));
        if (reply.err() == NODE_EXISTS) {
            return;
        }
        if (reply.err() != 0) {
            throw new IOException(reply.toString());
        }
        long from = history.now();
        long until = from + TimeUnit.MILLISECONDS.toNanos(random.nextInt(MAX_HELD_MS));
        long czxid = reply.as(new Create2Response()).getStat().getCzxid();
        holds = true;
        try {
            while (keeps.test(replica) || history.now() < until) {
                Await.pass(PACE);
                connected.call(OpCode.ping);
            }
        } finally {
            holds = false;
            // The end of its belief, before the node is given back.
            long end = Math.min(history.now(), connected.beliefNanos());
            history.add(new Holding(name, replica, czxid, from, end));
        }
        reply = connected.call(OpCode.delete, RawClient.delete(PATH, -1));
        if (reply.err() != 0) {
            throw new IOException(reply.toString());
        }
    }

    private void leave() {
        TimedClient lost = client;
        if (lost != null) {
            left = lost.session();
            leftBeliefNanos = lost.beliefNanos();
            lost.close();
            client = null;
        }
        replica = replica % cell.size() + 1;
    }

    @Override
    public void end() {
        if (client != null) {
            client.close();
            client = null;
        }
    }
}
