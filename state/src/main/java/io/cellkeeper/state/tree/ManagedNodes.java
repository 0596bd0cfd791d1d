package io.cellkeeper.state.tree;

/** The containers and nodes with a time to live. */
public final class ManagedNodes extends Slots<ManagedNode> {
    ManagedNodes() {}

    @Override
    int slotOf(ManagedNode node) {
        return node.slot;
    }

    @Override
    void setSlot(ManagedNode node, int slot) {
        node.slot = slot;
    }
}
