package io.cellkeeper.proxy.link;

import io.cellkeeper.protocol.ByteRange;
import io.netty.util.collection.LongObjectHashMap;
import java.util.ArrayDeque;
import java.util.function.LongSupplier;

/**
 * The two lanes from a proxy to the leader. A command or read with a large body takes its place in the leader's order when
 * its body is complete there; so that it keeps its place within its session, this end holds the later requests of that
 * session back until the last chunk has gone. Others pass.
 *
 * <p>That is enough: what is written to the socket before is handled before, so the leader has handled the large request
 * when the next one of its session arrives, and needs no queue of its own. What is held is bounded by the window of its
 * session (decision 13). Not thread-safe.
 */
final class RequestLanes implements LaneSource {
    private final LaneWriter lanes = new LaneWriter();
    private final LongSupplier term;
    private final LongSupplier nanoClock;
    /** What waits, by session; a session is here while a body of it is under way, or waits for room. */
    private final LongObjectHashMap<ArrayDeque<Held>> held = new LongObjectHashMap<>();
    /** Requests whose bodies wait for room on the bulk lane. */
    private final ArrayDeque<Held> waiting = new ArrayDeque<>();
    /** Whether anything has joined the ordered lane since the last report of the term. */
    private boolean unreported;

    /** A message that waits, and since when: its client's packet ages meanwhile. */
    private record Held(LinkMessage.ToLeader message, long sinceNanos) {}

    /**
     * @param term the Raft term of this replica's division while it is running, else 0
     * @param nanoClock monotonic, in nanoseconds; read for what is held back
     */
    RequestLanes(LongSupplier term, LongSupplier nanoClock) {
        this.term = term;
        this.nanoClock = nanoClock;
    }

    void send(LinkMessage.ToLeader message) {
        long session = sessionOf(message);
        ArrayDeque<Held> behind = session == 0 ? null : held.get(session);
        if (behind != null) {
            behind.add(new Held(message, nanoClock.getAsLong()));
        } else if (LaneFormat.largeBody(message) != null) {
            begin(new Held(message, nanoClock.getAsLong()), new ArrayDeque<>());
        } else {
            add(message);
        }
    }

    /** Bytes that have to leave in order. */
    int orderedLength() {
        return lanes.orderedLength();
    }

    @Override
    public int nextLength() {
        return lanes.nextLength();
    }

    /** † The term is read after everything before its report was received from its clients (decision 17). */
    @Override
    public void drain(LaneOut out) {
        if (unreported) {
            unreported = false;
            long current = term.getAsLong();
            if (current > 0) {
                lanes.add(new LinkMessage.TermReport(current));
            }
        }
        lanes.drain(out, this::bodySent);
    }

    private void add(LinkMessage.ToLeader message) {
        lanes.add(message);
        unreported = true;
    }

    /** Adds a request with a large body, now or when there is room. Those behind it wait from now on. */
    private void begin(Held large, ArrayDeque<Held> behind) {
        held.put(sessionOf(large.message), behind);
        waiting.add(large);
        addWaiting();
    }

    private void addWaiting() {
        for (Held next = waiting.peek(); next != null; next = waiting.peek()) {
            ByteRange body = LaneFormat.largeBody(next.message);
            if (body == null || !lanes.hasRoomFor(body)) {
                return;
            }
            waiting.remove();
            lanes.addLarge(sessionOf(next.message), released(next), body);
            unreported = true;
        }
    }

    /** The last chunk of a session's request has gone: those behind it follow, up to the next with a large body. */
    private void bodySent(long session) {
        addWaiting();
        ArrayDeque<Held> behind = held.remove(session);
        while (behind != null && !behind.isEmpty()) {
            Held next = behind.remove();
            if (LaneFormat.largeBody(next.message) != null) {
                begin(next, behind);
                return;
            }
            add(released(next));
        }
    }

    private LinkMessage.ToLeader released(Held waited) {
        return waited.message.later(nanoClock.getAsLong() - waited.sinceNanos);
    }

    /** Whose order a request belongs to; 0 for what belongs to none. */
    private static long sessionOf(LinkMessage.ToLeader message) {
        if (message instanceof LinkMessage.Command command) {
            return command.session();
        }
        return message instanceof LinkMessage.Read read ? read.session() : 0;
    }
}
