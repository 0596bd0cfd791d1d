package io.cellkeeper.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.EventType;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.CatchUp;
import io.cellkeeper.proxy.link.LinkMessage.Command;
import io.cellkeeper.proxy.link.LinkMessage.DropInterest;
import io.cellkeeper.proxy.link.LinkMessage.HeldSession;
import io.cellkeeper.proxy.link.LinkMessage.KeepAlive;
import io.cellkeeper.proxy.link.LinkMessage.KeepAliveAnswer;
import io.cellkeeper.proxy.link.LinkMessage.Missed;
import io.cellkeeper.proxy.link.LinkMessage.Read;
import io.cellkeeper.proxy.link.LinkMessage.ReplayEnd;
import io.cellkeeper.proxy.link.LinkMessage.Reregistration;
import io.cellkeeper.proxy.link.LinkMessage.Resume;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import io.cellkeeper.proxy.link.LinkMessage.Touch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What clients notice of a leader change (design: fail-over): later answers, and a close where nothing else is honest. */
class FailOverTest {
    private static final long MS = 1_000_000;
    /** T/3 + G − δ − drift margin of the fixture's T and G. */
    private static final long PROMISE_MS = 4_000 + 2_000 - 250 - 13;

    private final ProxyFixture proxy = ProxyFixture.linked();
    private final FakeClient client = proxy.open();

    @Test
    void shouldSendUnansweredRequestsAgainInOrderAndCommandsWithTheirNumbers() {
        client.send(Requests.create(1, "/a"))
                .send(Requests.getData(2, "/a", true))
                .send(Requests.create(3, "/b"))
                .send(Requests.getData(4, "/b", false))
                .send(Requests.getData(5, "/c", true));
        proxy.result(client, 1, 120);
        client.takeReply();
        List<LinkMessage.ToLeader> first = new ArrayList<>(proxy.sent);
        change();

        assertEquals(120, proxy.take(Resume.class).zxid());
        assertEquals(renumbered((Read) first.get(1), 1, 2), proxy.take(Read.class));
        Command again = proxy.take(Command.class);
        assertEquals(((Command) first.get(2)).number(), again.number());
        assertEquals(((Command) first.get(2)).body(), again.body());
        assertEquals(1, again.acked());
        assertEquals(renumbered((Read) first.get(3), 2, 0), proxy.take(Read.class));
        assertEquals(renumbered((Read) first.get(4), 3, 3), proxy.take(Read.class));
        proxy.sentNothing();
        client.receivedNothing();

        proxy.say(new ReplayEnd(130));
        proxy.answer(client, 1, 131);
        proxy.result(client, 2, 125, ErrorCode.NODE_EXISTS, ByteRange.EMPTY);
        proxy.answer(client, 2, 132);
        proxy.answer(client, 3, 132);
        assertEquals(List.of(2, 3, 4, 5), client.takeXids());
        assertFalse(client.closed || client.reset);
    }

    @Test
    void shouldNotAnswerAPingWithANewerZxidThanACommandThatWasSentAgain() {
        client.send(Requests.create(1, "/a"));
        client.send(Requests.ping());
        client.send(Requests.create(2, "/b"));
        change();
        proxy.say(new ReplayEnd(130));

        proxy.result(client, 1, 118);
        proxy.result(client, 2, 119);
        client.send(Requests.ping());
        assertEquals(List.of(118L, 118L, 119L, 130L), client.takeZxids());
    }

    @Test
    void shouldTellWhichSessionsItHoldsAndWhatTheyWatchBeforeAnythingElse() {
        FakeClient other = proxy.open();
        proxy.watch(client, Requests.getData(1, "/data", true));
        proxy.watch(client, Requests.getChildren(2, "/child", true));
        client.send(Requests.exists(3, "/absent", true));
        proxy.answer(
                client,
                proxy.takeNewest(Read.class).read(),
                ProxyFixture.START_ZXID,
                ErrorCode.NO_NODE,
                ByteRange.EMPTY);
        proxy.watch(other, Requests.addWatch(4, "/persistent", 0));
        proxy.watch(other, Requests.addWatch(5, "/recursive", 1));
        proxy.watch(other, Requests.getData(6, "/recursive", true));
        client.send(Requests.create(7, "/a"));
        proxy.result(client, 1, 117);
        client.send(Requests.getData(8, "/unanswered", true));
        change();

        Resume resume = proxy.take(Resume.class);
        assertEquals(117, resume.zxid());
        assertEquals(1, resume.registration());
        assertTrue(resume.last());
        assertEquals(
                List.of(new HeldSession(client.session, 1, 1), new HeldSession(other.session, 1, 0)),
                resume.sessions().stream()
                        .sorted(Comparator.comparingLong(HeldSession::session))
                        .toList());
        assertEquals(
                List.of(
                        new Reregistration("/absent", Reregistration.DATA | Reregistration.ABSENT),
                        new Reregistration("/child", Reregistration.CHILD),
                        new Reregistration("/data", Reregistration.DATA),
                        new Reregistration("/persistent", Reregistration.DATA | Reregistration.CHILD),
                        new Reregistration("/recursive", Reregistration.DATA | Reregistration.RECURSIVE)),
                resume.interests().stream()
                        .sorted(Comparator.comparing(Reregistration::path))
                        .toList());
    }

    @Test
    void shouldTellALotInSeveralMessages() {
        for (int i = 0; i < 40; i++) {
            proxy.watch(client, Requests.getData(1, "/" + "x".repeat(1_000) + i, true));
        }
        change();

        List<Resume> parts = proxy.takeAll(Resume.class);
        assertEquals(3, parts.size());
        assertEquals(
                40, parts.stream().mapToInt(part -> part.interests().size()).sum());
        assertEquals(1, parts.stream().mapToInt(part -> part.sessions().size()).sum());
        assertEquals(
                List.of(false, false, true), parts.stream().map(Resume::last).toList());
    }

    @Test
    void shouldTellNothingIfItHoldsNothing() {
        client.disconnect();
        change();

        proxy.sentNothing();
        FakeClient next = proxy.open();
        next.send(Requests.ping());
        assertEquals(ProxyFixture.START_ZXID, next.takeReply().zxid());
    }

    @Test
    void shouldAcceptRequestsWithoutALeaderAndSendThemToTheNext() {
        client.send(Requests.create(1, "/a"));
        proxy.linkDown();
        proxy.sent.clear();
        client.send(Requests.create(2, "/b")).send(Requests.getData(3, "/b", false));
        proxy.sentNothing();
        proxy.linkUp();

        proxy.take(Resume.class);
        proxy.take(KeepAlive.class);
        assertEquals(1, proxy.take(Command.class).number());
        assertEquals(2, proxy.take(Command.class).number());
        assertEquals(2, proxy.take(Read.class).after());
        proxy.sentNothing();
    }

    @Test
    void shouldAnswerPingsWithoutALeaderOnlyWhileTheFormersAcknowledgedTouchIsYoungEnough() {
        proxy.linkDown();
        proxy.jump(PROMISE_MS * MS);
        client.send(Requests.ping());
        assertEquals(ProxyFixture.START_ZXID, client.takeReply().zxid());
        proxy.jump(1);

        client.send(Requests.ping());

        client.receivedNothing();
    }

    @Test
    void shouldReportTouchesAtOnceToTheNextLeaderSoThatHeldPingsLeave() {
        proxy.linkDown();
        proxy.pass(3_000);
        proxy.jump((PROMISE_MS - 2_999) * MS);
        client.send(Requests.ping());
        client.receivedNothing();
        proxy.jump(30 * MS);
        proxy.linkUp();

        proxy.take(Resume.class);
        KeepAlive keepAlive = proxy.take(KeepAlive.class);
        assertEquals(List.of(new Touch(client.session, 1, 30, 0)), keepAlive.touches());
        client.receivedNothing();
        proxy.say(new KeepAliveAnswer(keepAlive.id(), 0, false));
        assertEquals(-2, client.takeReply().xid());
    }

    @Test
    void shouldReportATouchAgainThatTheFormerLeaderDidNotAcknowledge() {
        proxy.jump(MS);
        client.send(Requests.ping());
        proxy.pass(700);
        assertEquals(1, proxy.takeAll(KeepAlive.class).size());
        change();

        proxy.take(Resume.class);
        assertEquals(700, proxy.take(KeepAlive.class).touches().get(0).ageMs());
    }

    @Test
    void shouldDateTheTouchOfARequestByItsPacketWhenItIsSentAgain() {
        client.send(Requests.create(1, "/a")).send(Requests.getData(2, "/a", false));
        assertEquals(0, proxy.take(Command.class).ageMs());
        assertEquals(0, proxy.take(Read.class).ageMs());
        proxy.linkDown();
        proxy.jump(1_234 * MS + 1);
        proxy.linkUp();

        proxy.take(Resume.class);
        assertEquals(1_234, proxy.take(Command.class).ageMs());
        assertEquals(1_234, proxy.take(Read.class).ageMs());
    }

    @Test
    void shouldDeliverWhatWasMissedAndKeepWatching() {
        FakeClient other = proxy.open();
        proxy.watch(client, Requests.getData(1, "/a", true));
        proxy.watch(other, Requests.addWatch(1, "/a", 0));
        change();
        proxy.take(Resume.class);

        proxy.changed(120, EventType.DATA_CHANGED, "/a");
        proxy.changed(121, EventType.DATA_CHANGED, "/a");
        proxy.say(new ReplayEnd(125));
        proxy.changed(126, EventType.DELETED, "/a");

        assertEquals(new FakeClient.Event(120, EventType.DATA_CHANGED, "/a"), client.takeEvent());
        client.receivedNothing();
        assertEquals(120, other.takeEvent().zxid());
        assertEquals(121, other.takeEvent().zxid());
        assertEquals(126, other.takeEvent().zxid());
    }

    @Test
    void shouldNotTellAgainWhatItHasToldOfACommandThatWasCutInTwo() {
        proxy.watch(client, Requests.addWatch(1, "/a", 0));
        proxy.watch(client, Requests.addWatch(2, "/b", 0));
        proxy.changed(120, EventType.DATA_CHANGED, "/a");
        proxy.changed(120, EventType.DATA_CHANGED, "/b");
        client.takeXids();
        change();
        assertEquals(119, proxy.take(Resume.class).zxid());

        proxy.changed(120, EventType.DATA_CHANGED, "/a");
        proxy.linkDown();
        proxy.linkUp();
        proxy.changed(120, EventType.DATA_CHANGED, "/a");
        proxy.changed(120, EventType.DATA_CHANGED, "/b");
        client.receivedNothing();
        proxy.changed(120, EventType.DATA_CHANGED, "/a");
        proxy.changed(120, EventType.DELETED, "/b");
        proxy.say(new ReplayEnd(120));

        assertEquals(new FakeClient.Event(120, EventType.DATA_CHANGED, "/a"), client.takeEvent());
        assertEquals(new FakeClient.Event(120, EventType.DELETED, "/b"), client.takeEvent());
        client.receivedNothing();
    }

    @Test
    void shouldAnswerWithNoNewerZxidThanItsEventsWhileTheyAreReplayed() {
        proxy.watch(client, Requests.getData(1, "/a", true));
        proxy.linkDown();
        proxy.linkUp(200);
        client.send(Requests.ping());
        assertEquals(ProxyFixture.START_ZXID, client.takeReply().zxid());
        proxy.changed(150, EventType.DATA_CHANGED, "/a");
        client.takeEvent();
        client.send(Requests.ping());
        assertEquals(149, client.takeReply().zxid());

        proxy.say(new ReplayEnd(200));

        client.send(Requests.ping());
        assertEquals(200, client.takeReply().zxid());
    }

    @Test
    void shouldAskForTheRestOfTheReplayIfThatLinkEndsToo() {
        proxy.watch(client, Requests.addWatch(1, "/a", 0));
        change();
        proxy.take(Resume.class);
        proxy.changed(150, EventType.DATA_CHANGED, "/a");
        change();

        assertEquals(149, proxy.take(Resume.class).zxid());
        proxy.changed(150, EventType.DATA_CHANGED, "/a");
        proxy.changed(151, EventType.DATA_CHANGED, "/a");
        proxy.say(new ReplayEnd(151));
        assertEquals(150, client.takeEvent().zxid());
        assertEquals(151, client.takeEvent().zxid());
        client.receivedNothing();
    }

    @Test
    void shouldCloseOnlyThoseWhoWantEachEventIfSomeAreNotKnownAnyMore() {
        FakeClient persistent = proxy.open();
        FakeClient recursive = proxy.open();
        proxy.watch(client, Requests.getData(1, "/a", true));
        proxy.watch(client, Requests.getChildren(2, "/a", true));
        proxy.watch(client, Requests.getChildren(3, "/c", true));
        proxy.watch(client, Requests.getData(4, "/kept", true));
        proxy.watch(persistent, Requests.addWatch(1, "/a", 0));
        proxy.watch(recursive, Requests.addWatch(1, "/", 1));
        change();
        proxy.sent.clear();

        proxy.say(new CatchUp(List.of(
                new Missed(EventType.DELETED, "/a", null), new Missed(EventType.CHILDREN_CHANGED, "/c", null))));
        proxy.say(new ReplayEnd(300));

        persistent.receivedNothing();
        recursive.receivedNothing();
        assertTrue(persistent.closed && recursive.closed);
        assertEquals(2, proxy.core.closedByReason().get(CloseReason.UNPROVEN));
        assertEquals(new FakeClient.Event(-1, EventType.DELETED, "/a"), client.takeEvent());
        assertEquals(new FakeClient.Event(-1, EventType.CHILDREN_CHANGED, "/c"), client.takeEvent());
        client.receivedNothing();
        assertEquals(1, proxy.core.view(proxy.now()).watches());
        assertEquals(
                List.of("/", "/a", "/c"),
                proxy.takeAll(DropInterest.class).stream()
                        .map(DropInterest::path)
                        .sorted()
                        .toList());
    }

    @Test
    void shouldDropAnInterestOnlyWhenTheReplayHasEnded() {
        proxy.watch(client, Requests.getData(1, "/a", true));
        change();
        proxy.sent.clear();
        proxy.changed(120, EventType.DATA_CHANGED, "/a");
        proxy.sentNothing();

        proxy.say(new ReplayEnd(120));

        assertEquals(new DropInterest("/a", 1), proxy.take(DropInterest.class));
    }

    @Test
    void shouldForgetWhoLeftWithoutALeader() {
        proxy.watch(client, Requests.getData(1, "/a", true));
        client.send(Requests.create(2, "/b")).send(Requests.getData(3, "/b", true));
        proxy.linkDown();
        proxy.sent.clear();
        client.disconnect();
        proxy.linkUp();

        proxy.sentNothing();
        assertEquals(0, proxy.core.view(proxy.now()).watches());
    }

    @Test
    void shouldTakeAGoneSessionAsTheAnswerToACloseSessionThatWasSentAgain() {
        client.send(Requests.closeSession(4));
        change();
        proxy.say(new ReplayEnd(120));
        proxy.say(new SessionGone(client.session, client.generation, SessionGone.Reason.EXPIRED));

        assertEquals(new FakeClient.Reply(4, 120, 0, ByteRange.EMPTY), client.takeReply());
        assertTrue(client.closed);
    }

    @Test
    void shouldCloseIfTheSessionOfAnyOtherCommandIsGone() {
        client.send(Requests.create(1, "/a")).send(Requests.closeSession(4));
        change();
        proxy.say(new SessionGone(client.session, client.generation, SessionGone.Reason.EXPIRED));

        client.receivedNothing();
        assertTrue(client.closed);
    }

    @Test
    void shouldCloseAReadWhosePlaceHasPassed() {
        FakeClient other = proxy.open();
        client.send(Requests.getData(1, "/a", false)).send(Requests.create(2, "/a"));
        change();
        proxy.say(new SessionGone(client.session, client.generation, SessionGone.Reason.UNPROVEN));

        client.receivedNothing();
        assertTrue(client.closed);
        assertFalse(other.closed || other.reset);
    }

    /** The link ends, and there is another one. */
    private void change() {
        proxy.linkDown();
        proxy.sent.clear();
        proxy.linkUp();
    }

    private static Read renumbered(Read read, long number, long registration) {
        return new Read(
                read.session(), read.generation(), read.after(), number, registration, 0, read.op(), read.body());
    }
}
