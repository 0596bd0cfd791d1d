package org.apache.zookeeper.server;

import org.apache.zookeeper.jmx.ZKMBeanInfo;

/** The bean of a session; its name is the session's id. */
public final class RelayedSession implements RelayedSessionMXBean, ZKMBeanInfo {
    private final long session;

    RelayedSession(long session) {
        this.session = session;
    }

    @Override
    public String getSessionId() {
        return getName();
    }

    @Override
    public String getName() {
        return "0x" + Long.toHexString(session);
    }

    @Override
    public boolean isHidden() {
        return false;
    }
}
