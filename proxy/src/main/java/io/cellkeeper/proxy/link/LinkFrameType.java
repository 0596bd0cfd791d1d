package io.cellkeeper.proxy.link;

/**
 * The byte that tells what a frame of the link holds. The numbers are part of the format (docs/protocol.md), which also
 * names those that are reserved.
 */
final class LinkFrameType {
    static final int HELLO = 0x01;
    static final int OPEN_SESSION = 0x02;
    static final int COMMAND = 0x03;
    static final int READ = 0x04;
    static final int KEEP_ALIVE = 0x05;
    static final int DROP_INTEREST = 0x06;
    static final int TERM_REPORT = 0x07;
    static final int RESUME = 0x0a;

    static final int WELCOME = 0x41;
    static final int REFUSED = 0x42;
    static final int SESSION_OPENED = 0x43;
    static final int SESSION_REFUSED = 0x44;
    static final int RESULT = 0x45;
    static final int READ_ANSWER = 0x46;
    static final int CHANGED = 0x47;
    static final int SESSION_GONE = 0x48;
    static final int KEEP_ALIVE_ANSWER = 0x49;
    static final int REPLAY_END = 0x4c;
    static final int CATCH_UP = 0x4d;

    private LinkFrameType() {}
}
