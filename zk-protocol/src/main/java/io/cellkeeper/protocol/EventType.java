package io.cellkeeper.protocol;

/** The types of watch events on the wire (rule 10.5). The first three are also the kinds of change on the link. */
public final class EventType {
    public static final int CREATED = 1;
    public static final int DELETED = 2;
    public static final int DATA_CHANGED = 3;
    public static final int CHILDREN_CHANGED = 4;

    private EventType() {}
}
