package io.cellkeeper.proxy;

/** The types of watch events on the wire (rule 10.5). The first three are also the kinds of change on the link. */
final class EventType {
    static final int CREATED = 1;
    static final int DELETED = 2;
    static final int DATA_CHANGED = 3;
    static final int CHILDREN_CHANGED = 4;

    private EventType() {}
}
