package io.cellkeeper.proxy.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.proxy.link.LinkMessage.KeepAliveAnswer;
import io.cellkeeper.proxy.link.LinkMessage.ReadAnswer;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import io.cellkeeper.proxy.link.LinkMessage.ToProxy;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class AnswerLanesTest {
    private static final int LARGE = 10 << 20;

    private final AnswerLanes lanes = new AnswerLanes();
    private final LanePipe<ToProxy> pipe = LanePipe.of(lanes);

    @Test
    void shouldLetWhatIsOrderedOvertakeALargeBodyThatIsUnderWay() {
        ReadAnswer large = Bodies.answer(1, 1, LARGE);
        ToProxy event = Bodies.changed(2, 10);
        ToProxy other = Bodies.result(2, 3, 100);
        lanes.send(large);
        pipe.drain();
        pipe.drain();

        lanes.send(event);
        lanes.send(other);
        pipe.drain();

        assertEquals(List.of(event, other), pipe.complete);
        assertEquals(3, pipe.handed.size());
        pipe.drainAll();
        assertEquals(List.of(event, other, large), pipe.complete);
    }

    @Test
    void shouldHandALargeAnswerOverAtItsPlace() {
        ToProxy before = Bodies.changed(1, 10);
        ToProxy after = Bodies.changed(2, 10);
        lanes.send(before);
        lanes.send(Bodies.result(1, 1, LARGE));
        lanes.send(after);

        pipe.drain();

        assertEquals(before, pipe.handed.get(0));
        LinkMessage.Result head = (LinkMessage.Result) pipe.handed.get(1);
        assertEquals(LARGE, head.body().length());
        assertEquals(after, pipe.handed.get(2));
    }

    @Test
    void shouldSendBodiesInTurn() {
        ToProxy large = Bodies.answer(1, 1, LARGE);
        ToProxy lesser = Bodies.answer(2, 1, 40 << 10);
        lanes.send(large);
        pipe.drain();
        lanes.send(lesser);
        for (int i = 0; i < 3; i++) {
            pipe.drain();
        }

        assertEquals(List.of(lesser), pipe.complete);
    }

    @Test
    void shouldLetABodyGoOnHoweverMuchIsOrdered() {
        ToProxy large = Bodies.answer(1, 1, 400 << 10);
        lanes.send(large);
        pipe.drain();
        for (int i = 1; !pipe.complete.contains(large); i++) {
            while (lanes.orderedLength() < 1 << 20) {
                lanes.send(Bodies.result(2, i, 20_000));
            }
            pipe.drain();
            assertTrue(i <= 400 / 16, "a chunk with each write");
        }
    }

    @Test
    void shouldLetAnswersToKeepAlivesOvertakeEverything() {
        KeepAliveAnswer answer = new KeepAliveAnswer(7, 70, false);
        for (int i = 1; i <= 70; i++) {
            lanes.send(Bodies.result(2, i, 20_000));
        }
        lanes.send(answer);

        pipe.drain();

        assertEquals(answer, pipe.handed.get(0));
    }

    @Test
    void shouldCloseTheConnectionOfAResultForWhichTheBulkLaneHasNoRoom() {
        List<Integer> lengths = List.of(40 << 20, 24 << 20);
        lanes.send(Bodies.answer(1, 1, lengths.get(0)));
        lanes.send(Bodies.answer(2, 1, lengths.get(1)));
        lanes.send(Bodies.answer(3, 1, 33 << 10));
        lanes.send(Bodies.result(4, 1, 33 << 10));
        lanes.send(Bodies.result(5, 1, 1 << 10));
        pipe.drain();

        assertEquals(
                List.of(
                        new SessionGone(3, 1, SessionGone.Reason.UNPROVEN),
                        new SessionGone(4, 1, SessionGone.Reason.UNPROVEN),
                        Bodies.result(5, 1, 1 << 10)),
                pipe.handed.subList(2, 5));
        pipe.drainAll();
        assertEquals(5, pipe.complete.size(), "what had room is not touched");
    }

    @Test
    void shouldHaveRoomAgainWhenBodiesHaveLeft() {
        lanes.send(Bodies.answer(1, 1, 60 << 20));
        pipe.drainAll();
        ToProxy next = Bodies.answer(1, 2, 60 << 20);
        lanes.send(next);
        pipe.drainAll();

        assertEquals(next, pipe.complete.get(1));
    }

    @Test
    void shouldKeepABodyInItsPlaceThatIsNeededThere() {
        ToProxy verdicts = new ReadAnswer(1, 1, 1, 1, ErrorCode.OK, true, Bodies.bytes(100_000, 1));
        ToProxy event = Bodies.changed(2, 10);
        lanes.send(verdicts);
        lanes.send(event);
        pipe.drainAll();

        assertEquals(List.of(verdicts, event), pipe.complete);
        assertEquals(0, pipe.chunks);
    }

    @Test
    void shouldKeepALongEventInItsPlaceBetweenAnswers() {
        List<ToProxy> sent = List.of(
                Bodies.result(1, 1, 30_000),
                Bodies.changed(2, 1 << 20),
                Bodies.result(1, 2, 100),
                Bodies.changed(3, 32 << 10),
                Bodies.changed(3, (32 << 10) - 30),
                Bodies.result(1, 3, 100));
        sent.forEach(lanes::send);
        pipe.drainAll();

        assertEquals(sent, pipe.complete);
    }

    @Test
    void shouldKeepTheOrderOfManySmallMessagesAcrossWrites() {
        List<ToProxy> sent = LongStream.rangeClosed(1, 2_000)
                .<ToProxy>mapToObj(i -> Bodies.result(1 + i % 7, i, (int) (i * 37 % 32_000)))
                .toList();
        for (int i = 0; i < sent.size(); i++) {
            lanes.send(sent.get(i));
            if (i % 3 == 0) {
                pipe.drain();
            }
        }
        pipe.drainAll();

        assertEquals(sent, pipe.complete);
    }

    @Test
    void shouldTellApartExactlyWhatFitsIntoAFrame() {
        ToProxy fits = Bodies.answer(1, 1, LaneFormat.MAX_SMALL_BODY);
        ToProxy doesNot = Bodies.answer(1, 2, LaneFormat.MAX_SMALL_BODY + 1);
        lanes.send(fits);
        pipe.drainAll();
        assertEquals(0, pipe.chunks);
        lanes.send(doesNot);
        pipe.drainAll();

        assertEquals(List.of(fits, doesNot), pipe.complete);
        assertEquals(2, pipe.chunks);
    }

    @Test
    void shouldSendNothingForNothing() {
        assertEquals(0, lanes.nextLength());
        assertEquals(List.of(), pipe.drain());
        lanes.send(new LinkMessage.Result(1, 1, 1, 1, ErrorCode.OK, ByteRange.EMPTY));
        assertTrue(lanes.nextLength() > 0);
    }
}
