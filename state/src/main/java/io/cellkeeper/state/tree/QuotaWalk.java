package io.cellkeeper.state.tree;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.Paths;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Finds the quota that a path is under: the deepest of its prefixes, itself included, for which there is a node {@code
 * /zookeeper/quota<prefix>/zookeeper_limits} (rule 13.4). Goes down the tree and the tree of quotas side by side, and no
 * further than there are quotas; nothing is kept beside the nodes themselves, so nothing can drift from them (rule
 * 13.8). Used again and again.
 */
public final class QuotaWalk {
    private static final byte[] LIMITS = Paths.LIMITS_NAME.getBytes(StandardCharsets.US_ASCII);
    private static final int LIMITS_HASH = TreeWalk.tableHash(NodeHash.name(LIMITS, 0, LIMITS.length));

    private @Nullable Node limits;
    private @Nullable Node subtree;
    private int prefixLength;

    /** Whether the path is under a quota. One on the root counts for nothing, as in ZooKeeper. */
    public boolean find(Tree tree, byte[] path) {
        limits = null;
        InnerNode quotas = tree.quotas();
        if (quotas.numChildren() == 0) {
            return false;
        }
        Node node = tree.root();
        for (int from = 1; from < path.length; ) {
            int to = from;
            while (to < path.length && path[to] != '/') {
                to++;
            }
            int hash = TreeWalk.tableHash(NodeHash.name(path, from, to));
            if (!(quotas.children.get(hash, path, from, to) instanceof InnerNode deeper)) {
                break;
            }
            node = node instanceof InnerNode inner ? inner.children.get(hash, path, from, to) : null;
            Node found = deeper.children.get(LIMITS_HASH, LIMITS, 0, LIMITS.length);
            if (found != null) {
                limits = found;
                subtree = node;
                prefixLength = to;
            }
            quotas = deeper;
            from = to + 1;
        }
        return limits != null;
    }

    /** The text of the limits found. */
    public @Nullable ByteRange limits() {
        return limits == null ? null : limits.data();
    }

    /** The nodes in the subtree, its root included (rule 13.3). */
    public long count() {
        return subtree == null ? 0 : subtree.subtreeCount();
    }

    /** The bytes of data in the subtree. */
    public long bytes() {
        return subtree == null ? 0 : subtree.subtreeBytes();
    }

    /** How much of the path the subtree's root is, in bytes. */
    public int prefixLength() {
        return prefixLength;
    }
}
