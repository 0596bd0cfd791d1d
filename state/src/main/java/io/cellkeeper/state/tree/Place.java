package io.cellkeeper.state.tree;

import org.jspecify.annotations.Nullable;

/**
 * Where a path leads: its node if there is one, and the parent it has or would have. Filled by {@link Tree}, valid
 * until the tree changes, used again and again.
 */
public final class Place {
    private static final byte[] NOWHERE = new byte[0];

    byte[] path = NOWHERE;
    int nameStart;

    @Nullable
    Node node;

    long nodeHash; // of the node's path
    int nameHash;

    @Nullable
    Node parent;

    long parentHash; // of the parent's path
    int parentNameHash;

    @Nullable
    InnerNode grandparent;

    /** The node, or null if there is none. */
    public @Nullable Node node() {
        return node;
    }

    /** The parent, or null if there is none. The root counts as its own. */
    public @Nullable Node parent() {
        return parent;
    }
}
