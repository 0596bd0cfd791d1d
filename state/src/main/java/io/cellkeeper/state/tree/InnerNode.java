package io.cellkeeper.state.tree;

import org.jspecify.annotations.Nullable;

/** A node that has, or ever had, a child. */
public class InnerNode extends Node {
    @Nullable
    InnerNode parent;

    final ChildTable children = new ChildTable();
    long pzxid;
    long creations;
    int descendants;
    long dataBelow;

    InnerNode() {}

    /** Takes the place of a leaf that gets its first child. */
    InnerNode(Node leaf, @Nullable InnerNode parent) {
        super(leaf);
        this.parent = parent;
        this.pzxid = leaf.pzxid();
    }

    /** Its children, in no order (rule 6.11). */
    public final ChildTable children() {
        return children;
    }

    @Override
    public final long pzxid() {
        return pzxid;
    }

    @Override
    public final int numChildren() {
        return children.size();
    }

    @Override
    public final long creations() {
        return creations;
    }

    @Override
    public final int descendants() {
        return descendants;
    }

    @Override
    public final long dataBelow() {
        return dataBelow;
    }
}
