package io.cellkeeper.proxy.net;

import io.cellkeeper.proxy.link.Transport;
import org.junit.jupiter.api.condition.EnabledIf;

/** By epoll, where it is available. */
@EnabledIf("io.netty.channel.epoll.Epoll#isAvailable")
class EpollClientPortTest extends ClientPortContract {
    EpollClientPortTest() throws Exception {
        super(Transport.epoll(), 0);
    }
}
