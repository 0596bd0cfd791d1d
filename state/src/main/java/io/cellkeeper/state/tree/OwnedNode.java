package io.cellkeeper.state.tree;

import org.jspecify.annotations.Nullable;

/** An ephemeral: it never has children, knows its parent, so that its session can find its path, and its owner. */
public final class OwnedNode extends Node {
    final Ephemerals owner;

    @Nullable
    InnerNode parent;
    /** Where it is in the owner's list. */
    int slot;

    public OwnedNode(Ephemerals owner) {
        this.owner = owner;
    }

    @Override
    public long ephemeralOwner() {
        return owner.session();
    }
}
