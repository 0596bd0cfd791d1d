package io.cellkeeper.proxy.link;

import io.cellkeeper.protocol.ByteRange;
import java.util.function.LongConsumer;

/**
 * One direction of a link (I10, decision 15): an ordered lane, a bulk lane for large bodies, and what may overtake both.
 * Messages of the ordered lane never wait for a body; a body always goes on, if slowly, however much is ordered. Who waits
 * for whose body is for the two ends to say: {@link RequestLanes}, {@link AnswerLanes}. Not thread-safe.
 */
final class LaneWriter {
    private final FrameQueue overtaking = new FrameQueue();
    private final FrameQueue ordered = new FrameQueue();
    private final BulkLane bulk = new BulkLane();

    /** Appends a message to the ordered lane, whatever its length. */
    void add(LinkMessage message) {
        ordered.add(message);
    }

    /** Adds a message that needs no place in the order: it goes before everything that has not left. */
    void addOvertaking(LinkMessage message) {
        overtaking.add(message);
    }

    /** Whether the bulk lane takes this body now. */
    boolean hasRoomFor(ByteRange body) {
        return bulk.hasRoomFor(body.length());
    }

    /** Appends a message to the ordered lane and its body to the bulk lane, which must have room. */
    void addLarge(long session, LinkMessage message, ByteRange body) {
        ordered.addHead(message, body.length());
        bulk.add(session, body, ordered.added());
    }

    /** Bytes that have to leave in order, or before it. */
    int orderedLength() {
        return ordered.length() + overtaking.length();
    }

    /** See {@link LaneSource#nextLength}. */
    int nextLength() {
        return bulk.isUnderWay() ? LaneSource.MAX_DRAINED : Math.min(LaneSource.MAX_DRAINED, orderedLength());
    }

    /**
     * Lets at most {@link LaneSource#MAX_DRAINED} bytes go: first what overtakes, then of the ordered lane, but for room
     * for a chunk if one waits, then of the bulk lane.
     *
     * @param bodySent hears the session of each body whose last chunk has gone
     */
    void drain(LaneOut out, LongConsumer bodySent) {
        int room = LaneSource.MAX_DRAINED;
        room -= overtaking.drain(out, room);
        room -= ordered.drain(out, bulk.isUnderWay() ? room - BulkLane.MAX_FRAME : room);
        bulk.headsHaveLeft(ordered.left());
        bulk.drain(out, room, bodySent);
    }
}
