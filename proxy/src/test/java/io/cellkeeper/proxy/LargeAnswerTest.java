package io.cellkeeper.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.EventType;
import io.cellkeeper.proxy.link.ArrivingBody;
import io.cellkeeper.proxy.link.LinkMessage.KeepAlive;
import io.cellkeeper.proxy.link.LinkMessage.KeepAliveAnswer;
import io.cellkeeper.proxy.link.LinkMessage.OpenSession;
import io.cellkeeper.proxy.link.LinkMessage.ReadAnswer;
import io.cellkeeper.proxy.link.LinkMessage.Result;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers whose bodies come later than their heads (I10), and answers to KeepAlives that come early. */
class LargeAnswerTest {
    private static final long MS = 1_000_000;
    private static final int LENGTH = 100_000;
    /** T/3 + G − δ − drift margin of the fixture's T and G. */
    private static final long LIMIT_MS = 4_000 + 2_000 - 250 - 13;

    private final ProxyFixture proxy = ProxyFixture.linked();
    private final FakeClient client = proxy.open();
    private final byte[] array = new byte[LENGTH];
    private final ArrivingBody body = new ArrivingBody(array, 0);

    @Test
    void shouldLetLaterOutputOfItsConnectionWaitForTheBody() {
        client.send(Requests.getData(1, "/big", false)).send(Requests.create(2, "/a"));
        begin(client, 1, 120);
        client.send(Requests.ping());
        proxy.result(client, 1, 121);
        client.receivedNothing();
        arrive(LENGTH - 1);
        client.receivedNothing();

        arrive(1);

        FakeClient.Reply reply = client.takeReply();
        assertEquals(1, reply.xid());
        assertEquals(120, reply.zxid());
        assertEquals(ByteRange.of(array), reply.body());
        assertEquals(List.of(2, -2), client.takeXids());
    }

    @Test
    void shouldNotLetOtherConnectionsWait() {
        FakeClient other = proxy.open();
        client.send(Requests.getData(1, "/big", false));
        other.send(Requests.getData(1, "/a", false));
        begin(client, 1, 120);

        proxy.answer(other, 2, 121);

        assertEquals(1, other.takeReply().xid());
        client.receivedNothing();
    }

    @Test
    void shouldRegisterAWatchAtTheAnswersPlaceAndDeliverItsEventBehindTheAnswer() {
        client.send(Requests.getData(1, "/big", true));
        begin(client, 1, 120);
        proxy.changed(121, EventType.DATA_CHANGED, "/big");
        client.receivedNothing();

        arrive(LENGTH);

        assertEquals(120, client.takeReply().zxid());
        assertEquals(121, client.takeEvent().zxid());
    }

    @Test
    void shouldLetAnEventGoThatCameBefore() {
        proxy.watch(client, Requests.getData(1, "/a", true));
        client.send(Requests.getData(2, "/big", false));
        proxy.changed(119, EventType.DATA_CHANGED, "/a");
        begin(client, 2, 120);

        assertEquals(119, client.takeEvent().zxid());
        client.receivedNothing();
    }

    @Test
    void shouldSendALargeResultOfACommandWhenItIsComplete() {
        client.send(Requests.create(1, "/a"));
        proxy.core.answerBegun(
                new Result(client.session, client.generation, 1, 120, ErrorCode.OK, ByteRange.of(array)),
                body,
                proxy.now());
        proxy.flush();
        client.receivedNothing();

        arrive(LENGTH);

        assertEquals(LENGTH, client.takeReply().body().length());
    }

    @Test
    void shouldCheckThePromiseWhenTheBodyIsComplete() {
        client.send(Requests.getData(1, "/big", false));
        begin(client, 1, 120);
        proxy.jump((LIMIT_MS + 1) * MS);

        arrive(LENGTH);

        client.receivedNothing();
        client.send(Requests.ping());
        proxy.pass(20);
        proxy.answerKeepAlives();
        assertEquals(List.of(1, -2), client.takeXids());
    }

    @Test
    void shouldResetAConnectionWhoseBodyCanNotComeAnyMore() {
        client.send(Requests.getData(1, "/big", false)).send(Requests.closeSession(2));
        begin(client, 1, 120);
        proxy.result(client, 1, 121);
        assertFalse(client.reset);

        proxy.linkDown();

        assertTrue(client.reset);
        arrive(LENGTH);
    }

    @Test
    void shouldStillSendTheAnswerBeforeTheEndOfItsSession() {
        client.send(Requests.getData(1, "/big", false));
        begin(client, 1, 120);
        proxy.say(new SessionGone(client.session, client.generation, SessionGone.Reason.MOVED));
        assertFalse(client.closed);

        arrive(LENGTH);

        assertEquals(1, client.takeReply().xid());
        assertTrue(client.closed);
    }

    @Test
    void shouldForgetABodyWhoseClientIsGone() {
        client.send(Requests.getData(1, "/big", false));
        begin(client, 1, 120);
        client.disconnect();

        arrive(LENGTH);

        client.receivedNothing();
    }

    @Test
    void shouldCountAnAnswerThatIsArrivingAsOutstanding() {
        client.send(Requests.getData(1, "/big", false));
        begin(client, 1, 120);
        assertEquals(1, proxy.core.view(proxy.now()).outstanding());

        arrive(LENGTH);

        assertEquals(0, proxy.core.view(proxy.now()).outstanding());
    }

    @Test
    void shouldNotTakeVerdictsThatAreNotHereYet() {
        client.send(Requests.setWatches2(1, List.of("/a"), List.of(), List.of(), List.of(), List.of()));
        begin(client, 1, 120);

        assertTrue(client.reset);
        assertEquals(1, proxy.core.closedByReason().get(CloseReason.LINK_FAULT));
    }

    @Test
    void shouldAcknowledgeATouchByAnAnswerThatHasOvertaken() {
        proxy.jump(LIMIT_MS * MS);
        client.send(Requests.ping());
        client.takeReply();
        proxy.pass(10);
        proxy.say(new KeepAliveAnswer(proxy.take(KeepAlive.class).id(), 50, false));
        proxy.jump(1_000 * MS);
        client.send(Requests.ping());

        client.takeReply();
    }

    @Test
    void shouldAcknowledgeNoTouchBeforeItsPlaceIfOneWasRefused() {
        proxy.jump((LIMIT_MS - 10) * MS);
        client.send(Requests.ping());
        client.takeReply();
        proxy.pass(10);
        KeepAlive first = proxy.take(KeepAlive.class);
        client.send(Requests.ping());
        client.takeReply();
        proxy.pass(700);
        KeepAlive second = proxy.take(KeepAlive.class);
        client.send(Requests.ping());
        // Messages before it: the welcome, the session, and one that is still to come.
        proxy.say(new KeepAliveAnswer(first.id(), 3, true));
        proxy.say(new KeepAliveAnswer(second.id(), 3, false));
        client.receivedNothing();

        proxy.changed(130, EventType.CREATED, "/nobody");

        assertEquals(List.of(-2), client.takeXids());
    }

    @Test
    void shouldNotDateAnOpeningByAnAnswerThatHasOvertakenIt() {
        FakeClient late = proxy.client().send(Requests.connect(ProxyFixture.TIMEOUT_MS, 0, false));
        OpenSession request = proxy.take(OpenSession.class);
        proxy.jump(5_000 * MS);
        client.send(Requests.ping());
        proxy.pass(10);
        KeepAlive keepAlive = proxy.take(KeepAlive.class);
        // Messages before it: the welcome, a session, and the one that is about to come.
        proxy.say(new KeepAliveAnswer(keepAlive.id(), 3, false));
        proxy.jump(1_000 * MS);
        proxy.opened(late, request, 0x55, 1, 0, ProxyFixture.TIMEOUT_MS);

        assertTrue(late.reset, "its lease may have begun before that KeepAlive was sent");
    }

    private void begin(FakeClient to, long read, long zxid) {
        ReadAnswer answer =
                new ReadAnswer(to.session, to.generation, read, zxid, ErrorCode.OK, false, ByteRange.of(array));
        proxy.core.answerBegun(answer, body, proxy.now());
        proxy.flush();
    }

    private void arrive(int bytes) {
        byte[] chunk = new byte[bytes];
        java.util.Arrays.fill(chunk, (byte) 7);
        body.append(ByteRange.of(chunk));
        proxy.flush();
    }
}
