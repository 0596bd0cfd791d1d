package io.cellkeeper.state.tree;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The children of a node by name: open addressing with linear probing. Hashes are kept beside the references, so that
 * a probe that misses and a change of size touch no node.
 */
public final class ChildTable {
    private static final int SMALLEST = 2;

    private @Nullable Node[] nodes = new @Nullable Node[SMALLEST];
    private int[] hashes = new int[SMALLEST];
    private int size;

    ChildTable() {}

    public int size() {
        return size;
    }

    /** Calls back for each child, in no order. */
    public void forEach(Consumer<Node> action) {
        for (Node node : nodes) {
            if (node != null) {
                action.accept(node);
            }
        }
    }

    /** The child whose name is this part of a path, or null. */
    @Nullable
    Node get(int hash, byte[] path, int from, int to) {
        int mask = nodes.length - 1;
        for (int i = hash & mask; ; i = (i + 1) & mask) {
            Node node = nodes[i];
            if (node == null) {
                return null;
            }
            if (hashes[i] == hash && Arrays.equals(node.bytes(), 0, node.nameLength(), path, from, to)) {
                return node;
            }
        }
    }

    /** Adds a child whose name is not there yet. */
    void add(int hash, Node node) {
        // At most three quarters full, so that a probe always ends.
        if (4 * (size + 1L) > 3L * nodes.length) {
            resize(nodes.length << 1);
        }
        put(hash, node);
        size++;
    }

    /** Takes out a child that is there, and moves back those that its slot had pushed on. */
    void remove(int hash, Node node) {
        int mask = nodes.length - 1;
        int hole = slotOf(hash, node);
        for (int i = (hole + 1) & mask; nodes[i] != null; i = (i + 1) & mask) {
            int home = hashes[i] & mask;
            if (((i - home) & mask) >= ((i - hole) & mask)) {
                nodes[hole] = nodes[i];
                hashes[hole] = hashes[i];
                hole = i;
            }
        }
        nodes[hole] = null;
        size--;
        if (nodes.length > SMALLEST && size < nodes.length >> 3) {
            resize(nodes.length >> 1);
        }
    }

    /** Puts a node in the place of one of the same name. */
    void replace(int hash, Node old, Node node) {
        nodes[slotOf(hash, old)] = node;
    }

    private int slotOf(int hash, Node node) {
        int mask = nodes.length - 1;
        int i = hash & mask;
        while (nodes[i] != node) {
            if (nodes[i] == null) {
                throw new IllegalStateException("not a child");
            }
            i = (i + 1) & mask;
        }
        return i;
    }

    private void put(int hash, Node node) {
        int mask = nodes.length - 1;
        int i = hash & mask;
        while (nodes[i] != null) {
            i = (i + 1) & mask;
        }
        nodes[i] = node;
        hashes[i] = hash;
    }

    private void resize(int capacity) {
        @Nullable Node[] oldNodes = nodes;
        int[] oldHashes = hashes;
        nodes = new @Nullable Node[capacity];
        hashes = new int[capacity];
        for (int i = 0; i < oldNodes.length; i++) {
            Node node = oldNodes[i];
            if (node != null) {
                put(oldHashes[i], node);
            }
        }
    }
}
