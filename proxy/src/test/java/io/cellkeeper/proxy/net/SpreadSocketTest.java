package io.cellkeeper.proxy.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.FrameTooLongException;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.CloseReason;
import io.cellkeeper.proxy.ProxyCore;
import io.cellkeeper.proxy.ProxySettings;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.KeepAlive;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client's channel on a loop of its own, both loops run by hand. */
class SpreadSocketTest {
    private static final int TIMEOUT_MS = 9_000;
    private static final int GRACE_MS = 2_000;

    /** T/3 + G − δ − drift margin: how old the newest acknowledged touch may be. */
    private static final int PROMISE_MS = TIMEOUT_MS / 3 + GRACE_MS - 250 - 10;

    /** Its tasks are those of the proxy's loop. */
    private final EmbeddedChannel proxyLoop = new EmbeddedChannel();

    /** The client's; its tasks are those of its own loop. */
    private final EmbeddedChannel channel = new EmbeddedChannel() {
        @Override
        protected SocketAddress remoteAddress0() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), 40_000);
        }
    };

    private final List<Throwable> faults = new ArrayList<>();
    private final List<KeepAlive> keepAlives = new ArrayList<>();
    private final ProxyLoop proxy = new ProxyLoop(
            proxyLoop.eventLoop(), new ProxyCore(ProxySettings.DEFAULT), () -> nowNanos(), () -> {}, faults::add);
    private final ScriptedLeader leader = new ScriptedLeader(proxy);
    private long nowMs = 100_000;

    @BeforeEach
    void connect() {
        proxy.linkUp(new LinkMessage.Welcome(1, GRACE_MS, 4_000, 40_000, 5), message -> {
            if (message instanceof KeepAlive keepAlive) {
                keepAlives.add(keepAlive);
            }
            leader.send(message);
        });
        channel.pipeline().addLast(new SpreadHandler(new IoLoop(channel.eventLoop(), proxy), AdminWords.NONE));
        channel.pipeline().fireChannelActive();
        WireWriter connect = new WireWriter(64)
                .writeInt(0)
                .writeLong(0)
                .writeInt(TIMEOUT_MS)
                .writeLong(0)
                .writeInt(16)
                .writeBytes(new byte[17], 0, 17);
        read(connect);
        runBoth();
        assertEquals(41, sent().length);
    }

    @AfterEach
    void end() {
        channel.finishAndReleaseAll();
        assertEquals(List.of(), faults);
    }

    @Test
    void shouldDateATouchByTheReadingOfThePacket() {
        read(request(1, 11));
        nowMs += 1_500;
        runBoth();
        proxy.core().tick(nowNanos());

        assertEquals(1, keepAlives.size());
        assertEquals(1_500, keepAlives.get(0).touches().get(0).ageMs());
    }

    @Test
    void shouldSendAPromiseThatMayStillBeMade() {
        nowMs += PROMISE_MS - 40;
        read(request(1, 11));
        proxyLoop.runPendingTasks();
        nowMs += 40;
        channel.runPendingTasks();

        assertEquals(20, sent().length);
        assertTrue(channel.isOpen());
    }

    @Test
    void shouldResetInsteadOfMakingAPromiseTooLate() {
        nowMs += PROMISE_MS - 40;
        read(request(1, 11));
        proxyLoop.runPendingTasks();
        nowMs += 41;
        channel.runPendingTasks();

        assertNull(channel.readOutbound(), "nothing may tell the client that its session lives");
        assertFalse(channel.isOpen());
        runBoth();
        assertEquals(1, proxy.core().closedByReason().get(CloseReason.SILENT));
        assertEquals(0, proxy.core().view(nowNanos()).connections().size());
    }

    @Test
    void shouldHoldWithoutAResetWhatTheProxyItselfFindsTooLate() {
        nowMs += PROMISE_MS + 1;
        read(request(1, 11));
        runBoth();
        assertEquals(19, sent().length, "all but the byte that makes it a promise");
        assertTrue(channel.isOpen());

        proxy.core().tick(nowNanos());
        runBoth();
        assertEquals(1, sent().length);
    }

    @Test
    void shouldReadNoMoreWhileTheProxyIsBehind() {
        for (int i = 1; i <= 2; i++) {
            read(write(i, 100_000));
        }
        assertTrue(channel.config().isAutoRead());
        read(write(3, 100_000));
        assertFalse(channel.config().isAutoRead());

        runBoth();
        assertTrue(channel.config().isAutoRead());
        assertEquals(3, leader.commands());
        assertEquals(3 * 20, sent().length);
    }

    @Test
    void shouldReadNoMoreWhileTheProxyWantsNoMore() {
        proxy.linkDown("nothing is answered from here on", true);
        for (int i = 1; i <= 4; i++) {
            read(write(i, 1_000_000));
            runBoth();
            assertTrue(channel.config().isAutoRead(), "after " + i);
        }
        read(write(5, 1_000_000));
        runBoth();
        assertFalse(channel.config().isAutoRead(), "the window of 4 MiB is full");
    }

    @Test
    void shouldHaveNoMoreOnItsWayThanTheLimitAndOnePiece() {
        int length = 1 << 20;
        leader.answerReadsWith(length);
        read(request(1, 4).writeString("/a").writeBoolean(false));

        int total = 0;
        for (int step = 0; step < 100 && total < length + 20; step++) {
            proxyLoop.runPendingTasks();
            channel.runPendingTasks();
            int bytes = sent().length;
            assertTrue(bytes <= 2 * ClientSocket.MAX_UNSENT, bytes + " at once");
            total += bytes;
        }
        assertEquals(length + 20, total);
    }

    @Test
    void shouldCloseBehindTheLastReply() {
        read(request(1, 11));
        read(request(2, -11));
        runBoth();

        byte[] sent = sent();
        assertEquals(40, sent.length);
        assertEquals(-2 + 4, ByteBuffer.wrap(sent, 24, 4).getInt());
        assertFalse(channel.isOpen());
    }

    @Test
    void shouldHandleWhatCameBeforeWhatCannotBeAFrame() {
        channel.pipeline().fireChannelRead(frame(write(1, 10)));
        channel.pipeline().fireExceptionCaught(new FrameTooLongException(-1, 10));
        runBoth();

        assertEquals(1, leader.commands());
        assertFalse(channel.isOpen());
        assertEquals(1, proxy.core().closedByReason().get(CloseReason.MALFORMED));
    }

    @Test
    void shouldForgetAClientThatGoesWhileOutputIsOnItsWay() {
        read(request(1, 11));
        proxyLoop.runPendingTasks();
        var unused = channel.close();
        runBoth();

        assertEquals(0, proxy.core().view(nowNanos()).connections().size());
        assertEquals(1, proxy.core().closedByReason().get(CloseReason.CLIENT_GONE));
    }

    private void read(WireWriter frame) {
        var unused = channel.writeOneInbound(frame(frame));
        channel.flushInbound();
        channel.runPendingTasks();
    }

    private static ByteRange frame(WireWriter frame) {
        return ByteRange.of(frame.toArray());
    }

    private void runBoth() {
        for (int i = 0; i < 10; i++) {
            proxyLoop.runPendingTasks();
            channel.runPendingTasks();
        }
    }

    /** What was sent since the last time. */
    private byte[] sent() {
        ByteBuf all = channel.alloc().buffer();
        for (ByteBuf one = channel.readOutbound(); one != null; one = channel.readOutbound()) {
            all.writeBytes(one);
            one.release();
        }
        byte[] bytes = new byte[all.readableBytes()];
        all.readBytes(bytes).release();
        return bytes;
    }

    private static WireWriter request(int xid, int type) {
        return new WireWriter(64).writeInt(xid).writeInt(type);
    }

    private static WireWriter write(int xid, int dataLength) {
        return request(xid, 5)
                .writeString("/a")
                .writeInt(dataLength)
                .writeBytes(new byte[dataLength], 0, dataLength)
                .writeInt(-1);
    }

    private long nowNanos() {
        return nowMs * 1_000_000;
    }
}
