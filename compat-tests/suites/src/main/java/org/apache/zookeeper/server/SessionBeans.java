package org.apache.zookeeper.server;

import io.cellkeeper.suites.relay.Relay;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;
import org.apache.zookeeper.jmx.MBeanRegistry;

/** Registers a bean for every session that has a connection, as ZooKeeper's server does: its tests wait for them. */
final class SessionBeans implements Relay.Sessions {
    private final ZooKeeperServer idle;
    private final Map<Long, Entry> entries = new HashMap<>();
    private boolean isClosed;

    SessionBeans(ZooKeeperServer idle) {
        this.idle = idle;
    }

    /** A bean, and how many connections its session has: two for a moment, while it moves to a new one. */
    private static final class Entry {
        private final RelayedSession bean;
        private int connections;

        Entry(RelayedSession bean) {
            this.bean = bean;
        }
    }

    @Override
    public synchronized void opened(long session) {
        if (isClosed) {
            return;
        }
        Entry entry = entries.get(session);
        if (entry == null) {
            entry = new Entry(new RelayedSession(session));
            try {
                MBeanRegistry.getInstance().register(entry.bean, idle.jmxServerBean);
            } catch (JMException e) {
                throw new IllegalStateException(e);
            }
            entries.put(session, entry);
        }
        entry.connections++;
    }

    @Override
    public synchronized void closed(long session) {
        Entry entry = entries.get(session);
        if (entry != null && --entry.connections == 0) {
            MBeanRegistry.getInstance().unregister(entry.bean);
            entries.remove(session);
        }
    }

    /** Removes all, for good. */
    synchronized void clear() {
        isClosed = true;
        entries.values().forEach(entry -> MBeanRegistry.getInstance().unregister(entry.bean));
        entries.clear();
    }
}
