package io.cellkeeper.proxy.net;

import io.cellkeeper.proxy.link.Transport;

/** By the JDK's selectors. */
class NioClientPortTest extends ClientPortContract {
    NioClientPortTest() throws Exception {
        super(Transport.nio(), 0);
    }
}
