package io.cellkeeper.state.op;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.EventType;
import io.cellkeeper.protocol.Request;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.state.tree.Node;
import io.cellkeeper.state.tree.Tree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * setWatches and setWatches2: what a client that was away has missed (rule 10.16). The answer has one byte for each
 * path, in the order data, exist, child, persistent, persistent recursive: {@link #REGISTER}, or the type of the event
 * to deliver instead, with {@link #SUPPRESSED} if the client may not read what it is about (rule 10.13): then nothing
 * is registered, nothing delivered.
 */
public final class WatchCatchUp {
    /** Nothing was missed: the watch is set. */
    public static final int REGISTER = 0;
    /** Added to the type of an event that is not to be delivered. */
    public static final int SUPPRESSED = 0x80;

    private WatchCatchUp() {}

    static ByteRange answer(Request.SetWatches request, Context context) {
        long since = request.relativeZxid();
        WireWriter out = new WireWriter(64);
        for (String path : request.data()) {
            Node node = locate(path, context);
            out.writeByte(changed(node, node != null && node.mzxid() > since, EventType.DATA_CHANGED, context));
        }
        for (String path : request.exist()) {
            Node node = locate(path, context);
            out.writeByte(node == null ? REGISTER : event(EventType.CREATED, node, context));
        }
        for (String path : request.child()) {
            Node node = locate(path, context);
            out.writeByte(changed(node, node != null && node.pzxid() > since, EventType.CHILDREN_CHANGED, context));
        }
        register(request.persistent(), out);
        register(request.persistentRecursive(), out);
        return out.toRange();
    }

    private static @Nullable Node locate(String path, Context context) {
        context.tree.locate(context.place, Tree.bytesOf(path));
        return context.place.node();
    }

    /** A node that is gone has no ACL to ask any more: that it is gone is told. */
    private static int changed(@Nullable Node node, boolean isNewer, int type, Context context) {
        if (node == null) {
            return EventType.DELETED;
        }
        return isNewer ? event(type, node, context) : REGISTER;
    }

    private static int event(int type, Node node, Context context) {
        return context.permits(node.acl(), AclEntry.READ) ? type : SUPPRESSED | type;
    }

    private static void register(List<String> paths, WireWriter out) {
        for (int i = 0; i < paths.size(); i++) {
            out.writeByte(REGISTER);
        }
    }
}
