package io.cellkeeper.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.proxy.link.LinkMessage.DropInterest;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionGoneTest {
    private final ProxyFixture proxy = ProxyFixture.linked();
    private final FakeClient client = proxy.open();

    @Test
    void shouldCloseWithoutAPacketIfMovedExpiredOrUnproven() {
        for (Reason reason : List.of(Reason.MOVED, Reason.EXPIRED, Reason.UNPROVEN)) {
            FakeClient other = proxy.open().send(Requests.create(1, "/a"));
            proxy.say(new SessionGone(other.session, other.generation, reason));
            other.receivedNothing();
            assertTrue(other.closed);
        }
    }

    @Test
    void shouldIgnoreThatAnOlderGenerationIsGone() {
        proxy.say(new SessionGone(client.session, client.generation - 1, Reason.MOVED));

        assertFalse(client.closed);
    }

    @Test
    void shouldTakeClosedAsTheAnswerToCloseSession() {
        client.send(Requests.closeSession(4));
        proxy.say(new SessionGone(client.session, client.generation, Reason.CLOSED));

        assertEquals(new FakeClient.Reply(4, ProxyFixture.START_ZXID, 0, ByteRange.EMPTY), client.takeReply());
        assertTrue(client.closed);
    }

    @Test
    void shouldCloseIfClosedByAnother() {
        client.send(Requests.create(1, "/a")).send(Requests.closeSession(4));
        proxy.say(new SessionGone(client.session, client.generation, Reason.CLOSED));

        client.receivedNothing();
        assertTrue(client.closed);
    }

    @Test
    void shouldNameNoRegistrationThatWillNotBeAnswered() {
        FakeClient other = proxy.open();
        proxy.watch(other, Requests.getData(1, "/a", true));
        client.send(Requests.getData(1, "/a", true)).send(Requests.getData(1, "/b", true));
        other.disconnect();
        assertEquals(List.of(), proxy.takeAll(DropInterest.class));
        proxy.say(new SessionGone(client.session, client.generation, Reason.EXPIRED));

        assertEquals(List.of(new DropInterest("/a", 1)), proxy.takeAll(DropInterest.class));
    }

    @Test
    void shouldStillSendTheReplyToCloseSessionWhenTheLinkGoesDown() {
        client.writable = false;
        client.send(Requests.closeSession(4));
        proxy.result(client, 1, 120);
        proxy.linkDown();
        assertFalse(client.reset);

        client.setWritable(true);

        assertEquals(4, client.takeReply().xid());
        assertTrue(client.closed);
    }

    @Test
    void shouldResetAClosingClientThatDoesNotTakeTheRest() {
        client.writable = false;
        client.send(Requests.closeSession(4));
        proxy.result(client, 1, 120);
        proxy.pass(9_800);
        assertFalse(client.reset);

        proxy.pass(400);

        assertTrue(client.reset);
    }
}
