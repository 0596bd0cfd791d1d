package io.cellkeeper.server.link;

import io.cellkeeper.proxy.link.LinkMessage;

/** How the leader reaches the proxy of one link. On the cell loop. */
interface LinkEnd {
    /** Queues a message; it leaves with the next flush. */
    void send(LinkMessage.ToProxy message);

    /** Lets everything queued in this pass go, at once. */
    void flush();

    /** Lets what has been handed to the socket go, then ends the link. */
    void close(String reason);
}
