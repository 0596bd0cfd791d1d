package org.apache.zookeeper.server;

/** What JMX shows of a session. */
public interface RelayedSessionMXBean {
    /** The session's id in hexadecimal. */
    String getSessionId();
}
