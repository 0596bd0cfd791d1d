package io.cellkeeper.proxy.net;

import io.cellkeeper.proxy.link.Transport;
import org.junit.jupiter.api.condition.EnabledIf;

/** By epoll, where it is available, with three loops for the clients' sockets. */
@EnabledIf("io.netty.channel.epoll.Epoll#isAvailable")
class EpollClientLoopsTest extends ClientPortContract {
    EpollClientLoopsTest() throws Exception {
        super(Transport.epoll(), 3);
    }
}
