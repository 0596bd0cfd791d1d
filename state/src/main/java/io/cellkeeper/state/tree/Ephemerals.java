package io.cellkeeper.state.tree;

import java.util.Arrays;

/** The ephemerals of one session, in an order that says nothing. */
public final class Ephemerals {
    private static final OwnedNode[] NONE = new OwnedNode[0];

    private final long session;
    private OwnedNode[] nodes = NONE;
    private int size;

    public Ephemerals(long session) {
        this.session = session;
    }

    /** The session's id. */
    public long session() {
        return session;
    }

    public int size() {
        return size;
    }

    /** One of them, from 0. */
    public OwnedNode get(int slot) {
        return nodes[slot];
    }

    void add(OwnedNode node) {
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, Math.max(2, size * 2));
        }
        node.slot = size;
        nodes[size++] = node;
    }

    @SuppressWarnings("NullAway") // slots from size on are empty
    void remove(OwnedNode node) {
        OwnedNode last = nodes[--size];
        nodes[node.slot] = last;
        last.slot = node.slot;
        nodes[size] = null;
        if (size == 0) {
            nodes = NONE;
        }
    }
}
