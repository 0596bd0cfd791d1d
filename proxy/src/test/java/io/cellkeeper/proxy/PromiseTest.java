package io.cellkeeper.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.EventType;
import io.cellkeeper.proxy.link.LinkMessage.KeepAlive;
import io.cellkeeper.proxy.link.LinkMessage.KeepAliveAnswer;
import io.cellkeeper.proxy.link.LinkMessage.OpenSession;
import io.cellkeeper.proxy.link.LinkMessage.Touch;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A packet to the client is a promise (I9): what leaves, what is held, what is closed. */
class PromiseTest {
    private static final long MS = 1_000_000;
    /** T/3 + G − δ − drift margin of the fixture's T and G. */
    private static final long LIMIT_MS = 4_000 + 2_000 - 250 - 13;
    /** 2T/3 + G. */
    private static final long SILENCE_MS = 8_000 + 2_000;

    private final ProxyFixture proxy = ProxyFixture.linked();
    private final FakeClient client = proxy.open();

    @Test
    void shouldAnswerAPingUntilTheNewestAcknowledgedTouchIsTooOld() {
        proxy.jump(LIMIT_MS * MS);
        client.send(Requests.ping());
        client.takeReply();
        proxy.jump(1);

        client.send(Requests.ping());

        client.receivedNothing();
    }

    @Test
    void shouldReleaseHeldOutputInOrderWhenATouchIsAcknowledged() {
        proxy.watch(client, Requests.getData(1, "/a", true));
        proxy.jump((LIMIT_MS + 1) * MS);
        proxy.changed(120, EventType.DATA_CHANGED, "/a");
        client.send(Requests.ping()).send(Requests.whoAmI(7));
        client.receivedNothing();

        proxy.pass(20);
        client.receivedNothing();
        proxy.answerKeepAlives();

        assertEquals(120, client.takeEvent().zxid());
        assertEquals(List.of(-2, 7), client.takeXids());
    }

    @Test
    void shouldAskForAFlushOfTouchesAtOnceWhenOutputIsHeld() {
        proxy.pass(LIMIT_MS + 20);
        proxy.sent.clear();
        client.send(Requests.ping());

        proxy.pass(20);

        assertEquals(1, proxy.takeAll(KeepAlive.class).size());
    }

    @Test
    void shouldAskForNothingIfTheClientHasSentNothingNewer() {
        proxy.watch(client, Requests.getData(1, "/a", true));
        proxy.pass(1_000);
        proxy.answerKeepAlives();
        proxy.pass(LIMIT_MS);
        proxy.sent.clear();

        proxy.changed(120, EventType.DATA_CHANGED, "/a");
        proxy.pass(600);

        assertEquals(List.of(), proxy.takeAll(KeepAlive.class));
        client.receivedNothing();
        assertTrue(client.reading, "the next packet is what is waited for");
    }

    @Test
    void shouldTakeAnAnswerAsTheAcknowledgementOfItsRequestsTouch() {
        proxy.jump(LIMIT_MS * MS);
        client.send(Requests.create(1, "/a"));
        proxy.jump(LIMIT_MS * MS);
        proxy.result(client, 1, 120);

        assertEquals(1, client.takeReply().xid());
    }

    @Test
    void shouldHoldAnAnswerThatCameTooLateForItsRequestsTouch() {
        client.send(Requests.create(1, "/a"));
        proxy.jump((LIMIT_MS + 1) * MS);
        proxy.result(client, 1, 120);

        client.receivedNothing();
    }

    @Test
    void shouldDateTheTouchByTheClientsPacketAndNotByItsFlush() {
        proxy.jump(100 * MS);
        client.send(Requests.ping());
        client.takeReply();
        proxy.jump(900 * MS);
        proxy.pass(10);
        KeepAlive keepAlive = proxy.take(KeepAlive.class);
        assertEquals(List.of(new Touch(client.session, 1, 910, 0)), keepAlive.touches());
        proxy.say(new KeepAliveAnswer(keepAlive.id(), 0, false));
        // The packet was received 910 ms ago.
        proxy.jump((LIMIT_MS - 910) * MS);
        client.send(Requests.ping());
        client.takeReply();

        proxy.jump(1);
        client.send(Requests.ping());

        client.receivedNothing();
    }

    @Test
    void shouldNeverTouchForASilentClient() {
        proxy.pass(1_000);
        proxy.answerKeepAlives();
        proxy.pass(3_000);

        assertEquals(List.of(), proxy.takeAll(KeepAlive.class));
    }

    @Test
    void shouldFlushTouchesEveryThirdOfTheGrace() {
        proxy.pass(1_000);
        proxy.answerKeepAlives();
        int flushes = 0;
        for (int i = 0; i < 30; i++) {
            client.send(Requests.ping());
            proxy.pass(100);
            flushes += proxy.takeAll(KeepAlive.class).size();
        }

        // G/3 is 667 ms.
        assertEquals(4, flushes);
    }

    @Test
    void shouldReportAcknowledgedResultsWithoutATouch() {
        client.send(Requests.create(1, "/a"));
        proxy.pass(700);
        proxy.answerKeepAlives();
        proxy.result(client, 1, 120);
        proxy.pass(700);

        assertEquals(
                List.of(new Touch(client.session, 1, -1, 1)),
                proxy.take(KeepAlive.class).touches());
    }

    @Test
    void shouldResetAConnectionThatNothingMayBePromisedToAnyMore() {
        proxy.pass(SILENCE_MS);
        assertFalse(client.reset);

        proxy.pass(200);

        assertTrue(client.reset);
        assertEquals(1, proxy.core.closedByReason().get(CloseReason.SILENT));
    }

    @Test
    void shouldKeepAPingingClientWhoseTouchesAreAcknowledged() {
        for (int i = 0; i < 20; i++) {
            client.send(Requests.ping());
            client.takeReply();
            proxy.pass(4_000);
            proxy.answerKeepAlives();
        }

        assertFalse(client.reset);
    }

    @Test
    void shouldDisconnectAClientOfAnIsolatedLeaderHoweverItPings() {
        for (int i = 0; i < 100; i++) {
            client.send(Requests.ping());
            proxy.pass(102);
        }

        assertTrue(client.reset);
    }

    @Test
    void shouldCloseAConnectionAtOnceIfItsConnectAnswerCameTooLate() {
        FakeClient late = proxy.client().send(Requests.connect(ProxyFixture.TIMEOUT_MS, 0, false));
        OpenSession request = proxy.take(OpenSession.class);
        proxy.jump((LIMIT_MS + 1) * MS);
        proxy.opened(late, request, 0x55, 1, 0, ProxyFixture.TIMEOUT_MS);

        late.receivedNothing();
        assertTrue(late.reset);
    }

    @Test
    void shouldDateAnOpeningByANewerKeepAliveThatWasAnsweredBeforeIt() {
        FakeClient late = proxy.client().send(Requests.connect(ProxyFixture.TIMEOUT_MS, 0, false));
        OpenSession request = proxy.take(OpenSession.class);
        proxy.jump(5_000 * MS);
        client.send(Requests.ping());
        proxy.pass(10);
        proxy.answerKeepAlives();
        proxy.jump(1_000 * MS);
        proxy.opened(late, request, 0x55, 1, 0, ProxyFixture.TIMEOUT_MS);

        late.takeFrame();
        assertFalse(late.reset);
    }

    @Test
    void shouldHoldAMebibyteAndNotMore() {
        for (int i = 1; i <= 12; i++) {
            client.send(Requests.getData(i, "/a", false));
        }
        proxy.jump((LIMIT_MS + 1) * MS);
        // Of the first all but the last byte leaves.
        for (int i = 1; i <= 11; i++) {
            proxy.answer(client, i, 120, ErrorCode.OK, ByteRange.of(new byte[100 << 10]));
        }
        client.receivedNothing();
        assertFalse(client.reset);

        proxy.answer(client, 12, 120, ErrorCode.OK, ByteRange.of(new byte[100 << 10]));

        assertTrue(client.reset);
        assertEquals(1, proxy.core.closedByReason().get(CloseReason.HELD_TOO_MUCH));
    }

    @Test
    void shouldHoldOnlyTheLastByteOfALargePacket() {
        client.send(Requests.getData(1, "/big", false));
        proxy.jump((LIMIT_MS + 1) * MS);
        proxy.answer(client, 1, 120, ErrorCode.OK, ByteRange.of(new byte[200_000]));
        assertEquals(1, client.connection.outbox().unsent());
        client.receivedNothing();

        client.send(Requests.ping());
        proxy.pass(20);
        proxy.answerKeepAlives();

        assertEquals(200_000, client.takeReply().body().length());
    }

    @Test
    void shouldCheckAgainWhenTheSocketBecomesWritable() {
        client.writable = false;
        client.send(Requests.ping());
        proxy.jump((LIMIT_MS + 1) * MS);

        client.setWritable(true);

        client.receivedNothing();
    }

    @Test
    void shouldSendTheReplyToCloseSessionWhateverTheLease() {
        client.send(Requests.closeSession(3));
        proxy.jump((LIMIT_MS + 1) * MS);
        proxy.result(client, 1, 120);

        assertEquals(3, client.takeReply().xid());
        assertTrue(client.closed);
    }

    @Test
    void shouldLetRequestsOfASlowReaderWaitAndItsPingsCount() {
        client.writable = false;
        client.send(Requests.getData(1, "/big", false));
        proxy.answer(client, 1, 120, ErrorCode.OK, ByteRange.of(new byte[2 << 20]));
        proxy.sent.clear();
        client.send(Requests.create(2, "/a")).send(Requests.ping());
        proxy.sentNothing();
        proxy.pass(700);
        assertEquals(1, proxy.take(KeepAlive.class).touches().size());

        client.setWritable(true);

        assertEquals(1, client.takeReply().xid());
        assertEquals(1, proxy.sent.size(), "then the request goes on");
    }

    @Test
    void shouldResetAReaderWhoTakesNothingOfALot() {
        client.writable = false;
        for (int i = 1; i <= 70; i++) {
            client.send(Requests.getData(i, "/big", false));
        }
        for (int i = 1; i <= 70 && !client.reset; i++) {
            proxy.answer(client, i, 120, ErrorCode.OK, ByteRange.of(new byte[1 << 20]));
        }

        assertTrue(client.reset);
        assertEquals(1, proxy.core.closedByReason().get(CloseReason.SLOW_READER));
    }
}
