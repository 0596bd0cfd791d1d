package io.cellkeeper.state.tree;

/** Makes a node look as if it had seen what would take a test too long. The tree's digest is wrong from then on. */
public final class AgedNode {
    private AgedNode() {}

    /** Lets a node that has, or had, a child have had so many of them. */
    public static void setCreations(Node node, long creations) {
        ((InnerNode) node).creations = creations;
    }
}
