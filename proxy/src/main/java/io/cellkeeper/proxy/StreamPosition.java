package io.cellkeeper.proxy;

/**
 * How far the leader's stream has been handled: the zxid of answers given here (rules 4.7, 21.17). Every event up to it was
 * queued, since the stream is in apply order (I10).
 */
final class StreamPosition {
    private long zxid;

    /** The newest zxid whose events have all been handled. */
    long zxid() {
        return zxid;
    }

    /** † A change was handled: others of the same command may follow, so its own zxid is not reached yet. */
    void changeHandled(long changeZxid) {
        zxid = Math.max(zxid, changeZxid - 1);
    }

    /** An answer that shows the state at this zxid was handled: its events came before. */
    void answerHandled(long answerZxid) {
        zxid = Math.max(zxid, answerZxid);
    }
}
