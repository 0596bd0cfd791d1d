package io.cellkeeper.proxy.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.proxy.link.LinkMessage.Command;
import io.cellkeeper.proxy.link.LinkMessage.KeepAlive;
import io.cellkeeper.proxy.link.LinkMessage.KeepAliveAnswer;
import io.cellkeeper.proxy.link.LinkMessage.Read;
import io.cellkeeper.proxy.link.LinkMessage.TermReport;
import io.cellkeeper.proxy.link.LinkMessage.ToLeader;
import io.cellkeeper.proxy.link.LinkMessage.ToProxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Any messages, sent in any rhythm: what order they arrive in, and what waits for what. */
class LanesPropertyTest {
    private static final int STEPS = 120;
    private static final int SESSIONS = 4;
    /** What a write always has room for beside a chunk. */
    private static final int SURE_OF_A_WRITE = LaneSource.MAX_DRAINED - BulkLane.MAX_FRAME - 100;

    @Property(tries = 60)
    void shouldHandAnswersAndEventsOverInTheOrderTheyWereSentIn(@ForAll long seed) {
        Random random = new Random(seed);
        AnswerLanes lanes = new AnswerLanes();
        LanePipe<ToProxy> pipe = LanePipe.of(lanes);
        List<ToProxy> ordered = new ArrayList<>();
        List<ToProxy> overtaking = new ArrayList<>();
        for (int i = 1; i <= STEPS; i++) {
            if (random.nextInt(3) > 0) {
                ToProxy message = answerOrEvent(random, i);
                (message instanceof KeepAliveAnswer ? overtaking : ordered).add(message);
                lanes.send(message);
            } else {
                drainAnswers(lanes, pipe, ordered.size() + overtaking.size());
            }
        }
        pipe.drainAll();

        assertEquals(ordered, without(pipe.handed));
        assertEquals(
                overtaking,
                pipe.handed.stream().filter(KeepAliveAnswer.class::isInstance).toList());
        assertEquals(Set.copyOf(pipe.handed), Set.copyOf(pipe.complete));
        assertEquals(pipe.handed.size(), pipe.complete.size());
    }

    /** What is ordered waits only for what is ordered, whatever bodies are under way; and those go on. */
    private static void drainAnswers(AnswerLanes lanes, LanePipe<ToProxy> pipe, int sent) {
        boolean fits = lanes.orderedLength() <= SURE_OF_A_WRITE;
        boolean underWay = pipe.complete.size() < pipe.handed.size();
        int chunks = pipe.chunks;
        pipe.drain();
        assertTrue(!fits || pipe.handed.size() == sent, "something ordered has waited for a body");
        assertTrue(!underWay || pipe.chunks > chunks, "no body has gone on");
    }

    private static ToProxy answerOrEvent(Random random, int i) {
        long session = 1L + random.nextInt(SESSIONS);
        return switch (random.nextInt(8)) {
            case 0 -> Bodies.answer(session, i, LaneFormat.MAX_SMALL_BODY + 1 + random.nextInt(200_000));
            case 1 -> Bodies.result(session, i, LaneFormat.MAX_SMALL_BODY - 50 + random.nextInt(100));
            case 2 -> new KeepAliveAnswer(i, i, false);
            case 3 -> Bodies.changed(i, random.nextInt(10) == 0 ? 30_000 + random.nextInt(60_000) : 20);
            case 4 ->
                new LinkMessage.ReadAnswer(
                        session, 1, i, i, ErrorCode.OK, true, Bodies.bytes(random.nextInt(60_000), i));
            default -> Bodies.result(session, i, random.nextInt(3_000));
        };
    }

    private static List<ToProxy> without(List<ToProxy> messages) {
        return messages.stream()
                .filter(each -> !(each instanceof KeepAliveAnswer))
                .toList();
    }

    @Property(tries = 60)
    void shouldCompleteTheRequestsOfEachSessionInTheOrderTheyWereSentIn(@ForAll long seed) {
        Random random = new Random(seed);
        long[] step = {0};
        RequestLanes lanes = new RequestLanes(() -> step[0], () -> 0);
        LanePipe<ToLeader> pipe = LanePipe.of(lanes);
        List<ToLeader> sent = new ArrayList<>();
        for (step[0] = 1; step[0] <= STEPS; step[0]++) {
            if (random.nextInt(3) > 0) {
                ToLeader message = request(random, step[0]);
                sent.add(message);
                lanes.send(message);
            } else {
                drainRequests(lanes, pipe, sent);
            }
        }
        pipe.drainAll();

        for (long session = 0; session <= SESSIONS; session++) {
            assertEquals(of(session, sent), of(session, pipe.complete));
        }
        assertTrue(pipe.complete.get(pipe.complete.size() - 1) instanceof TermReport
                || LaneFormat.largeBody(pipe.complete.get(pipe.complete.size() - 1)) != null);
        reportsOnlyWhatWasReceivedBefore(pipe.handed);
    }

    /** Sessions without a large request under way, and what belongs to none, wait for no body. */
    private static void drainRequests(RequestLanes lanes, LanePipe<ToLeader> pipe, List<ToLeader> sent) {
        boolean fits = lanes.orderedLength() <= SURE_OF_A_WRITE;
        Set<Long> before = stepsOf(pipe.complete);
        Set<Long> busy = new HashSet<>();
        sent.stream()
                .filter(each -> !before.contains(stepOf(each)) && LaneFormat.largeBody(each) != null)
                .forEach(each -> busy.add(sessionOf(each)));
        pipe.drain();
        Set<Long> after = stepsOf(pipe.complete);
        for (ToLeader message : sent) {
            assertTrue(
                    !fits || busy.contains(sessionOf(message)) || after.contains(stepOf(message)),
                    "something has waited for another session's body");
        }
    }

    /** The number of a request is the step in which it was sent, and the term that of the report. */
    private static void reportsOnlyWhatWasReceivedBefore(List<ToLeader> handed) {
        long newest = 0;
        for (ToLeader message : handed) {
            if (message instanceof TermReport report) {
                assertTrue(report.term() >= newest);
            } else {
                newest = Math.max(newest, stepOf(message));
            }
        }
    }

    private static ToLeader request(Random random, long step) {
        long session = 1L + random.nextInt(SESSIONS);
        return switch (random.nextInt(8)) {
            case 0 -> Bodies.command(session, step, LaneFormat.MAX_SMALL_BODY + 1 + random.nextInt(200_000));
            case 1 -> Bodies.read(session, step, LaneFormat.MAX_SMALL_BODY - 50 + random.nextInt(100));
            case 2 -> new KeepAlive(step, List.of(new LinkMessage.Touch(1, 1, 1, 1)));
            case 3 -> Bodies.read(session, step, random.nextInt(30));
            default -> Bodies.command(session, step, random.nextInt(3_000));
        };
    }

    private static List<ToLeader> of(long session, List<ToLeader> messages) {
        return messages.stream()
                .filter(each -> !(each instanceof TermReport) && sessionOf(each) == session)
                .toList();
    }

    private static Set<Long> stepsOf(List<ToLeader> messages) {
        Set<Long> steps = new HashSet<>();
        messages.forEach(each -> steps.add(stepOf(each)));
        return steps;
    }

    /** When it was sent: that is the number it has, whatever it is. */
    private static long stepOf(ToLeader message) {
        if (message instanceof Command command) {
            return command.number();
        }
        if (message instanceof Read read) {
            return read.read();
        }
        return message instanceof KeepAlive keepAlive ? keepAlive.id() : 0;
    }

    private static long sessionOf(ToLeader message) {
        if (message instanceof Command command) {
            return command.session();
        }
        return message instanceof Read read ? read.session() : 0;
    }
}
