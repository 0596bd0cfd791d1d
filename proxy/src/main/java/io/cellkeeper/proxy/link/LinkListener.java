package io.cellkeeper.proxy.link;

/** What happens on a proxy's end of a link, in order, on its event loop. */
public interface LinkListener {
    /** The leader has accepted the hello: messages may be sent. At most once. */
    void linkUp(LinkMessage.Welcome welcome, LeaderOut leader);

    /** The leader has sent a message; after {@link #linkUp}, before {@link #linkDown}. */
    void linkMessage(LinkMessage.ToProxy message);

    /**
     * The leader has sent a result or read answer whose body is still coming: here is its place in the order; see {@link
     * #linkMessage}. Until the body is complete, nothing behind it may go to its client, and everything to others.
     */
    void linkAnswerBegun(LinkMessage.ToProxy answer, ArrivingBody body);

    /** All messages that had arrived in this pass of the loop were handed over. */
    void linkPassEnded();

    /**
     * The link is over: not reached, refused, or broken. The last call, exactly once.
     *
     * @param retry whether the same leader may be tried again soon
     */
    void linkDown(String reason, boolean retry);
}
