package io.cellkeeper.server.words;

import java.util.Locale;

/** What part a server plays, in ZooKeeper's words. */
public enum Mode {
    STANDALONE,
    LEADER,
    FOLLOWER,
    OBSERVER;

    /** As {@code srvr} and {@code mntr} write it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
