package io.cellkeeper.proxy;

import io.cellkeeper.protocol.AclEntry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A connection as the owner of watches: they are its own and end with it (rule 10.1). */
abstract class Watcher {
    /** The reverse index: this owner's watches by path. Kept by {@link WatchTable}. */
    final Map<String, WatchedPath.Watch> watches = new HashMap<>();

    /** The newest trigger that notified this owner, so that it gets one event of each (rule 10.7). */
    long lastTrigger;

    /** Whether this owner may read a node with this ACL now (rules 10.13, 10.14); null is anyone may. */
    abstract boolean mayRead(@Nullable List<AclEntry> acl);

    /** Sends an event. */
    abstract void deliver(Packet event);

    /** The session of this owner, for listings. */
    abstract long session();
}
