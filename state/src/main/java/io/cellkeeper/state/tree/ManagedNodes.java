package io.cellkeeper.state.tree;

import java.util.Arrays;

/**
 * The containers and nodes with a time to live, in slots from 0, in an order that says nothing. When one goes, the last
 * takes its slot: so a walk from the last slot to the first misses none that stays, whatever goes meanwhile.
 */
public final class ManagedNodes {
    private static final ManagedNode[] NONE = new ManagedNode[0];

    private ManagedNode[] nodes = NONE;
    private int size;

    ManagedNodes() {}

    public int size() {
        return size;
    }

    /** The one in a slot. */
    public ManagedNode get(int slot) {
        return nodes[slot];
    }

    void add(ManagedNode node) {
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, Math.max(4, size + (size >> 1)));
        }
        node.slot = size;
        nodes[size++] = node;
    }

    @SuppressWarnings("NullAway") // slots from size on are empty
    void remove(ManagedNode node) {
        ManagedNode last = nodes[--size];
        nodes[node.slot] = last;
        last.slot = node.slot;
        nodes[size] = null;
        if (size == 0) {
            nodes = NONE;
        }
    }
}
