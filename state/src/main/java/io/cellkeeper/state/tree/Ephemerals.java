package io.cellkeeper.state.tree;

/** The ephemerals of one session. */
public final class Ephemerals extends Slots<OwnedNode> {
    private final long session;

    public Ephemerals(long session) {
        this.session = session;
    }

    /** The session's id. */
    public long session() {
        return session;
    }

    @Override
    int slotOf(OwnedNode node) {
        return node.slot;
    }

    @Override
    void setSlot(OwnedNode node, int slot) {
        node.slot = slot;
    }
}
