package io.cellkeeper.state.tree;

import java.util.Arrays;

/**
 * Nodes in slots from 0, in an order that says nothing; each knows its slot. When one goes, the last takes its slot: so a
 * walk from the last slot to the first misses none that stays, whatever goes meanwhile.
 */
abstract class Slots<N extends Node> {
    private static final Node[] NONE = new Node[0];

    private Node[] nodes = NONE;
    private int size;

    /** How many there are. */
    public final int size() {
        return size;
    }

    /** The one in a slot, from 0. */
    @SuppressWarnings("unchecked") // only add puts nodes there
    public final N get(int slot) {
        return (N) nodes[slot];
    }

    final void add(N node) {
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, size + Math.max(2, size >> 1));
        }
        setSlot(node, size);
        nodes[size++] = node;
    }

    @SuppressWarnings("NullAway") // slots from size on are empty
    final void remove(N node) {
        int slot = slotOf(node);
        N last = get(--size);
        nodes[slot] = last;
        setSlot(last, slot);
        nodes[size] = null;
        if (size == 0) {
            nodes = NONE;
        }
    }

    abstract int slotOf(N node);

    abstract void setSlot(N node, int slot);
}
