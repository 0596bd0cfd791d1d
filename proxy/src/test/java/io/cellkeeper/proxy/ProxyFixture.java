package io.cellkeeper.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.ToLeader;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A proxy's core with a manual clock, fake clients and a leader that says what the test tells it to. */
final class ProxyFixture {
    static final int TIMEOUT_MS = 12_000;
    static final int GRACE_MS = 2_000;
    static final long START_ZXID = 100;

    final ProxyCore core;
    final Deque<ToLeader> sent = new ArrayDeque<>();
    private long nowNanos = 5_000_000_000L;
    private long sessions = 0x1000;
    private int port = 40_000;

    ProxyFixture() {
        this(new ProxySettings(0, Optional.empty()));
    }

    ProxyFixture(ProxySettings settings) {
        core = new ProxyCore(settings);
    }

    static ProxyFixture linked() {
        ProxyFixture fixture = new ProxyFixture();
        fixture.linkUp();
        return fixture;
    }

    void linkUp() {
        linkUp(START_ZXID);
    }

    void linkUp(long zxid) {
        core.linkUp(new LinkMessage.Welcome(3, GRACE_MS, 2 * GRACE_MS, 20 * GRACE_MS, zxid), sent::add, nowNanos);
        flush();
    }

    void linkDown() {
        core.linkDown(nowNanos);
        flush();
    }

    long now() {
        return nowNanos;
    }

    void flush() {
        core.flush(() -> nowNanos);
    }

    /** Lets time pass, with a tick at each step of at most 10 ms. */
    void pass(long ms) {
        for (long left = ms; left > 0; left -= 10) {
            jump(Math.min(left, 10) * 1_000_000);
            core.tick(nowNanos);
            flush();
        }
    }

    /** Lets time pass without anything happening. */
    void jump(long nanos) {
        nowNanos += nanos;
    }

    FakeClient client() {
        return client("10.1.2.3");
    }

    FakeClient client(String ip) {
        return new FakeClient(this, new InetSocketAddress(ip, port++));
    }

    /** A client with a new session. */
    FakeClient open() {
        return open(TIMEOUT_MS);
    }

    FakeClient open(int timeoutMs) {
        FakeClient client = client();
        client.send(Requests.connect(timeoutMs, 0, false));
        opened(client, takeNewest(LinkMessage.OpenSession.class), ++sessions, 1, 0, timeoutMs);
        client.takeFrame();
        return client;
    }

    void opened(
            FakeClient client,
            LinkMessage.OpenSession request,
            long session,
            int generation,
            long lastNumber,
            int timeoutMs) {
        client.session = session;
        client.generation = generation;
        say(new LinkMessage.SessionOpened(
                request.request(), session, generation, lastNumber, timeoutMs, Requests.PASSWORD, START_ZXID));
    }

    /** The leader says something. */
    void say(LinkMessage.ToProxy message) {
        core.message(message, nowNanos);
        flush();
    }

    void result(FakeClient client, long number, long zxid) {
        result(client, number, zxid, ErrorCode.OK, ByteRange.EMPTY);
    }

    void result(FakeClient client, long number, long zxid, ErrorCode error, ByteRange body) {
        say(new LinkMessage.Result(client.session, client.generation, number, zxid, error, body));
    }

    void answer(FakeClient client, long read, long zxid) {
        answer(client, read, zxid, ErrorCode.OK, ByteRange.EMPTY);
    }

    void answer(FakeClient client, long read, long zxid, ErrorCode error, ByteRange body) {
        say(new LinkMessage.ReadAnswer(client.session, client.generation, read, zxid, error, false, body));
    }

    void changed(long zxid, int kind, String path) {
        changed(zxid, kind, path, null, null);
    }

    void changed(long zxid, int kind, String path, @Nullable List<AclEntry> acl, @Nullable List<AclEntry> parentAcl) {
        say(new LinkMessage.Changed(zxid, kind, path, acl, parentAcl));
    }

    /** Sends a read with a watch and answers it. */
    void watch(FakeClient client, ByteRange request) {
        client.send(request);
        answer(client, takeNewest(LinkMessage.Read.class).read(), START_ZXID);
        client.takeReply();
    }

    /** The next message the proxy has sent, which must be of this type. KeepAlives are passed over unless asked for. */
    <T extends ToLeader> T take(Class<T> type) {
        while (type != LinkMessage.KeepAlive.class && sent.peek() instanceof LinkMessage.KeepAlive) {
            sent.remove();
        }
        assertFalse(sent.isEmpty(), "nothing was sent to the leader");
        return assertInstanceOf(type, sent.remove());
    }

    /** The newest message the proxy has sent, which must be of this type; those before it stay. */
    <T extends ToLeader> T takeNewest(Class<T> type) {
        return assertInstanceOf(type, sent.pollLast());
    }

    /** Messages of this type that were sent and not taken; everything is then taken. */
    <T extends ToLeader> List<T> takeAll(Class<T> type) {
        List<T> all = new ArrayList<>();
        for (ToLeader message : sent) {
            if (type.isInstance(message)) {
                all.add(type.cast(message));
            }
        }
        sent.clear();
        return all;
    }

    /** Answers every KeepAlive that was sent, and takes it. */
    void answerKeepAlives() {
        for (LinkMessage.KeepAlive keepAlive : takeAll(LinkMessage.KeepAlive.class)) {
            say(new LinkMessage.KeepAliveAnswer(keepAlive.id(), 0, false));
        }
    }

    void sentNothing() {
        assertEquals(List.of(), List.copyOf(sent));
    }
}
