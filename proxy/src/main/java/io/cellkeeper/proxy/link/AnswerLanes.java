package io.cellkeeper.proxy.link;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.proxy.link.LinkMessage.KeepAliveAnswer;
import io.cellkeeper.proxy.link.LinkMessage.ReadAnswer;
import io.cellkeeper.proxy.link.LinkMessage.Result;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import io.cellkeeper.proxy.link.LinkMessage.ToProxy;

/**
 * The two lanes from a leader to a proxy. Everything keeps its place on the ordered lane; of a large result or read answer
 * that is the head, and only its client's connection waits for the body, at the proxy. A body that would take the bulk lane
 * over its bound is not sent: its client's connection is to be closed (decision 15). Answers to KeepAlives overtake, since
 * they say themselves what they have to wait for. Not thread-safe.
 */
public final class AnswerLanes implements LaneSource {
    private final LaneWriter lanes = new LaneWriter();

    /** Adds a message, in the place that is its due. */
    public void send(ToProxy message) {
        ByteRange body = LaneFormat.largeBody(message);
        if (body != null) {
            sendLarge(message, body);
        } else if (message instanceof KeepAliveAnswer) {
            lanes.addOvertaking(message);
        } else {
            lanes.add(message);
        }
    }

    /** Bytes that have to leave in order: what bounds this link. */
    public int orderedLength() {
        return lanes.orderedLength();
    }

    @Override
    public int nextLength() {
        return lanes.nextLength();
    }

    @Override
    public void drain(LaneOut out) {
        lanes.drain(out, session -> {});
    }

    private void sendLarge(ToProxy message, ByteRange body) {
        if (message instanceof Result result) {
            sendLarge(result.session(), result.generation(), message, body);
        } else if (message instanceof ReadAnswer answer) {
            sendLarge(answer.session(), answer.generation(), message, body);
        } else {
            throw new AssertionError(message);
        }
    }

    private void sendLarge(long session, int generation, ToProxy message, ByteRange body) {
        if (lanes.hasRoomFor(body)) {
            lanes.addLarge(session, message, body);
        } else {
            lanes.add(new SessionGone(session, generation, SessionGone.Reason.UNPROVEN));
        }
    }
}
