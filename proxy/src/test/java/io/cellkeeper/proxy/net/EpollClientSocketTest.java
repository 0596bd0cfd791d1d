package io.cellkeeper.proxy.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.proxy.ProxyCore;
import io.cellkeeper.proxy.ProxySettings;
import io.cellkeeper.proxy.link.Transport;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** What the kernel is told of a client's socket. */
@EnabledIf("io.netty.channel.epoll.Epoll#isAvailable")
class EpollClientSocketTest {
    private static final int DELTA_MS = 25;
    private static final int PROGRESS_MS = 40_000;

    /** No connection's retransmission timeout is shorter, in milliseconds, and one on the loopback is hardly longer. */
    private static final int SHORTEST_RTO_MS = 200;

    @Test
    void shouldLimitLittleByTheRetransmissionTimeoutAndMuchByItsProgress() throws Exception {
        Transport transport = Transport.epoll();
        EventLoopGroup loops = transport.newLoops(1, "test");
        EventLoop loop = loops.next();
        CompletableFuture<Channel> accepted = new CompletableFuture<>();
        Channel server = new ServerBootstrap()
                .group(loop)
                .channel(transport.server())
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        accepted.complete(channel);
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .sync()
                .channel();
        InetSocketAddress address = (InetSocketAddress) server.localAddress();
        try (Socket client = new Socket(address.getAddress(), address.getPort())) {
            Channel channel = accepted.get(10, TimeUnit.SECONDS);
            ProxyLoop proxy =
                    new ProxyLoop(loop, new ProxyCore(ProxySettings.DEFAULT), System::nanoTime, () -> {}, cause -> {});
            ClientSocket socket = new ClientSocket(channel, proxy);
            assertEquals(0, userTimeoutMs(channel, loop), "the kernel's own before there is a session");

            on(loop, () -> {
                socket.limitUnacknowledged(DELTA_MS, PROGRESS_MS);
                return true;
            });
            int little = userTimeoutMs(channel, loop);
            assertTrue(little >= 2 * SHORTEST_RTO_MS && little <= 20 * SHORTEST_RTO_MS, "for little " + little);

            byte[] much = new byte[UnacknowledgedLimit.MAX_LITTLE + 1];
            on(loop, () -> {
                socket.write(much, 0, much.length);
                socket.flush();
                return true;
            });
            assertEquals(PROGRESS_MS, userTimeoutMs(channel, loop), "for much");
            assertEquals(much.length, client.getInputStream().readNBytes(much.length).length);
        } finally {
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(5, TimeUnit.SECONDS);
        }
    }

    private static int userTimeoutMs(Channel channel, EventLoop loop) throws Exception {
        return on(loop, () -> channel.config().getOption(EpollChannelOption.TCP_USER_TIMEOUT));
    }

    private static <T> T on(EventLoop loop, Callable<T> task) throws Exception {
        return loop.submit(task).get(10, TimeUnit.SECONDS);
    }
}
