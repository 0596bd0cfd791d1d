package io.cellkeeper.proxy.net;

import io.cellkeeper.proxy.link.Transport;

/** By the JDK's selectors, with three loops for the clients' sockets. */
class NioClientLoopsTest extends ClientPortContract {
    NioClientLoopsTest() throws Exception {
        super(Transport.nio(), 3);
    }
}
