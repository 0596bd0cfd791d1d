package io.cellkeeper.proxy.link;

/**
 * The proxy's end of a link, towards the leader: an ordered stream. Called on the core's thread, in the middle of its
 * steps: an implementation queues and must not call back.
 */
public interface LeaderOut {
    /** Queues a message; after the link is down it is dropped. */
    void send(LinkMessage.ToLeader message);
}
