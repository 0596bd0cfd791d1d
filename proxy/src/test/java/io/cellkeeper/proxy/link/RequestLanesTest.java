package io.cellkeeper.proxy.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.proxy.link.LinkMessage.DropInterest;
import io.cellkeeper.proxy.link.LinkMessage.KeepAlive;
import io.cellkeeper.proxy.link.LinkMessage.TermReport;
import io.cellkeeper.proxy.link.LinkMessage.ToLeader;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestLanesTest {
    private static final int LARGE = 1 << 20;

    private long term;
    private long nowNanos;
    private final RequestLanes lanes = new RequestLanes(() -> term, () -> nowNanos);
    private final LanePipe<ToLeader> pipe = LanePipe.of(lanes);

    @Test
    void shouldHoldTheLaterRequestsOfASessionBehindItsLargeOne() {
        ToLeader large = Bodies.command(1, 1, LARGE);
        ToLeader read = Bodies.read(1, 1, 10);
        ToLeader next = Bodies.command(1, 2, 10);
        lanes.send(large);
        lanes.send(read);
        lanes.send(next);
        pipe.drain();
        assertEquals(List.of(), pipe.complete);
        assertEquals(1, pipe.handed.size());

        pipe.drainAll();

        assertEquals(List.of(large, read, next), pipe.complete);
        assertEquals(List.of(large, read, next), pipe.handed);
    }

    @Test
    void shouldLetOtherSessionsAndMessagesOfNonePass() {
        ToLeader other = Bodies.command(2, 1, 10);
        ToLeader keepAlive = new KeepAlive(1, List.of());
        ToLeader drop = new DropInterest("/a", 3);
        lanes.send(Bodies.command(1, 1, LARGE));
        pipe.drain();
        lanes.send(other);
        lanes.send(keepAlive);
        lanes.send(drop);

        pipe.drain();

        assertEquals(List.of(other, keepAlive, drop), pipe.complete);
    }

    @Test
    void shouldHoldAgainBehindTheNextLargeRequest() {
        List<ToLeader> sent = List.of(
                Bodies.command(1, 1, LARGE),
                Bodies.command(1, 2, 10),
                Bodies.read(1, 1, LARGE),
                Bodies.command(1, 3, 10),
                Bodies.command(1, 4, LARGE),
                Bodies.command(1, 5, LARGE));
        sent.forEach(lanes::send);
        pipe.drainAll();
        ToLeader last = Bodies.command(1, 6, 10);
        lanes.send(last);
        pipe.drainAll();

        assertEquals(sent, pipe.complete.subList(0, 6));
        assertEquals(last, pipe.complete.get(6), "nothing is held for ever");
    }

    @Test
    void shouldLetTheClientsPacketAgeWhileItsRequestIsHeld() {
        LinkMessage.Command next = Bodies.command(1, 2, 10);
        lanes.send(Bodies.command(1, 1, LARGE));
        lanes.send(next);
        nowNanos += 2_000_999_999L;
        pipe.drainAll();

        assertEquals(next.later(2_000_000_000L), pipe.complete.get(1));
        assertEquals(next.ageMs() + 2_000, ((LinkMessage.Command) pipe.complete.get(1)).ageMs());
    }

    @Test
    void shouldStartNoMoreBodiesThanTheLeaderTakesAtOnce() {
        // Five of 16 MiB are more than the bulk lane's bound: the reader would refuse them.
        for (int session = 1; session <= 5; session++) {
            lanes.send(Bodies.command(session, 1, LaneFormat.MAX_REQUEST_BODY));
        }
        ToLeader small = Bodies.command(6, 1, 10);
        lanes.send(small);
        pipe.drain();
        assertEquals(5, pipe.handed.size(), "four heads and the small one");

        pipe.drainAll();

        assertEquals(6, pipe.complete.size());
        assertEquals(small, pipe.complete.get(0));
    }

    @Test
    void shouldReportTheTermAfterWhatWasSentAndAgainAfterWhatWasHeld() {
        term = 3;
        ToLeader large = Bodies.command(1, 1, 60 << 10);
        ToLeader held = Bodies.read(1, 1, 10);
        lanes.send(large);
        lanes.send(held);
        pipe.drain();
        term = 4;
        pipe.drainAll();

        assertEquals(List.of(new TermReport(3), large, held, new TermReport(4)), pipe.complete);
    }

    @Test
    void shouldReportNothingTwiceAndNoTermWhileThereIsNone() {
        term = 3;
        ToLeader large = Bodies.command(1, 1, LARGE);
        lanes.send(large);
        pipe.drainAll();
        term = 0;
        ToLeader next = Bodies.command(1, 2, 10);
        lanes.send(next);
        pipe.drainAll();

        assertEquals(List.of(new TermReport(3), large, next), pipe.complete);
    }
}
