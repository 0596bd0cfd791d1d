package io.cellkeeper.state.op;

import io.cellkeeper.protocol.Paths;
import io.cellkeeper.protocol.Stat;
import io.cellkeeper.state.tree.Node;
import io.cellkeeper.state.tree.Place;
import io.cellkeeper.state.tree.Tree;
import java.nio.charset.StandardCharsets;

/**
 * What clients read in {@code /zookeeper/quota<path>/zookeeper_stats}: the usage of that subtree in ZooKeeper's text
 * (rule 13.2), made when it is read of what the tree counts anyway. So writes pay nothing for it, and neither version nor
 * watches tell of it (rule 13.3). What a client itself has put there is never shown.
 */
final class QuotaStats {
    private static final String NAME = "/zookeeper_stats";

    private QuotaStats() {}

    /** Whether the node of this path shows a usage. */
    static boolean isShownAt(String path) {
        return path.endsWith(NAME) && path.startsWith(Paths.QUOTA + "/");
    }

    /** The text to show at such a path. */
    static byte[] text(String path, Context context) {
        Place place = new Place();
        String subtree = path.substring(Paths.QUOTA.length(), path.length() - NAME.length());
        context.tree.locate(place, Tree.bytesOf(subtree));
        Node node = place.node();
        long count = node == null ? 0 : node.subtreeCount();
        long bytes = node == null ? 0 : node.subtreeBytes();
        return ("count=" + count + ",bytes=" + bytes).getBytes(StandardCharsets.US_ASCII);
    }

    /** The stat of a node as a client is to see it. */
    static Stat stat(String path, Node node, Context context) {
        return isShownAt(path) ? stat(node, text(path, context)) : node.stat();
    }

    /** The stat of a node that shows this text. */
    static Stat stat(Node node, byte[] text) {
        Stat stat = node.stat();
        return new Stat(
                stat.czxid(),
                stat.mzxid(),
                stat.ctime(),
                stat.mtime(),
                stat.version(),
                stat.cversion(),
                stat.aversion(),
                stat.ephemeralOwner(),
                text.length,
                stat.numChildren(),
                stat.pzxid());
    }
}
