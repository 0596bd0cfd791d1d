package io.cellkeeper.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.DigestAuth;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.link.LinkMessage.Command;
import io.cellkeeper.proxy.link.LinkMessage.OpenSession;
import io.cellkeeper.proxy.link.LinkMessage.SessionRefused;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Section 2 of the rules. */
class HandshakeTest {
    private final ProxyFixture proxy = ProxyFixture.linked();

    @Test
    void shouldAskTheLeaderForASession() {
        proxy.client("10.9.8.7").send(Requests.connect(9_000, 0x77, true));

        OpenSession request = proxy.take(OpenSession.class);
        assertEquals(0x77, request.session());
        assertEquals(9_000, request.timeoutMs());
        assertEquals(Requests.PASSWORD, request.password());
        assertEquals(List.of(new Identity("ip", "10.9.8.7")), request.identities());
    }

    @Test
    void shouldAnswerWithWhatTheLeaderGave() {
        FakeClient client = proxy.client().send(Requests.connect(9_000, 0, true));
        proxy.opened(client, proxy.take(OpenSession.class), 0x55, 1, 0, 4_000);

        WireReader in = new WireReader(client.takeFrame());
        assertEquals(37, in.remaining());
        assertEquals(0, in.readInt());
        assertEquals(4_000, in.readInt());
        assertEquals(0x55, in.readLong());
        assertEquals(Requests.PASSWORD, in.readBuffer());
        assertFalse(in.readBoolean(), "a normal session whatever was asked (rule 18.3)");
    }

    @Test
    void shouldLimitWhatTheClientsTcpLeavesUnacknowledged() {
        FakeClient client = proxy.client().send(Requests.connect(9_000, 0, true));
        assertEquals(0, client.progressMs, "not before there is a session");
        proxy.opened(client, proxy.take(OpenSession.class), 0x55, 1, 0, 6_000);

        assertEquals(250, client.deltaMs);
        assertEquals(2_000, client.progressMs);
    }

    @Test
    void shouldOmitReadOnlyIfTheClientDid() {
        FakeClient client = proxy.client().send(Requests.connect(9_000, 0, null));
        proxy.opened(client, proxy.take(OpenSession.class), 0x55, 1, 0, 9_000);

        assertEquals(36, client.takeFrame().length());
    }

    @Test
    void shouldTellAClientThatItsSessionHasExpired() {
        FakeClient client = proxy.client().send(Requests.connect(9_000, 0x44, false));
        proxy.say(new SessionRefused(proxy.take(OpenSession.class).request(), true, "unknown"));

        assertEquals(
                new WireWriter(37)
                        .writeInt(0)
                        .writeInt(0)
                        .writeLong(0)
                        .writeBuffer(ByteRange.of(new byte[16]))
                        .writeByte(0)
                        .toRange(),
                client.takeFrame());
        assertTrue(client.closed);
    }

    @Test
    void shouldCloseSilentlyIfRefused() {
        FakeClient client = proxy.client().send(Requests.connect(9_000, 0, false));
        proxy.say(new SessionRefused(proxy.take(OpenSession.class).request(), false, "from the future"));

        client.receivedNothing();
        assertTrue(client.closed);
    }

    @Test
    void shouldHandleRequestsBehindTheConnectRequestInOrderOnceOpen() {
        FakeClient client = proxy.client()
                .send(Requests.connect(9_000, 0, false))
                .send(Requests.create(1, "/a"))
                .send(Requests.create(2, "/b"));
        OpenSession request = proxy.take(OpenSession.class);
        proxy.sentNothing();
        proxy.opened(client, request, 0x55, 3, 8, 9_000);

        Command first = proxy.take(Command.class);
        assertEquals(9, first.number());
        assertEquals(8, first.acked());
        assertEquals(3, first.generation());
        assertEquals(10, proxy.take(Command.class).number());
    }

    @Test
    void shouldCloseAConnectionThatSendsNoConnectRequest() {
        FakeClient client = proxy.client().send(ByteRange.of(new byte[9]));

        client.receivedNothing();
        assertTrue(client.closed);
        proxy.sentNothing();
    }

    @Test
    void shouldTreatASecondConnectRequestAsARequest() {
        FakeClient client = proxy.open().send(Requests.connect(9_000, 0, false));

        // Its first eight bytes are zeros: operation 0.
        FakeClient.Reply reply = client.takeReply();
        assertEquals(-6, reply.error());
        assertTrue(client.closed);
    }

    @Test
    void shouldCloseAConnectionThatNeverFinishesTheHandshake() {
        FakeClient silent = proxy.client();
        FakeClient unanswered = proxy.client().send(Requests.connect(9_000, 0, false));
        proxy.pass(9_900);
        assertFalse(silent.closed || unanswered.closed);

        proxy.pass(300);

        assertTrue(silent.closed && unanswered.closed);
        assertEquals(2, proxy.core.closedByReason().get(CloseReason.TIMED_OUT));
    }

    @Test
    void shouldWaitForALeaderForAThirdOfTheTimeout() {
        ProxyFixture leaderless = new ProxyFixture();
        FakeClient client = leaderless.client().send(Requests.connect(3_000, 0, false));
        leaderless.pass(900);
        assertFalse(client.closed);

        leaderless.pass(300);

        client.receivedNothing();
        assertTrue(client.closed);
    }

    @Test
    void shouldWaitForALeaderForTwoSecondsAtMost() {
        ProxyFixture leaderless = new ProxyFixture();
        FakeClient client = leaderless.client().send(Requests.connect(40_000, 0, false));
        leaderless.pass(1_900);
        assertFalse(client.closed);

        leaderless.pass(300);

        assertTrue(client.closed);
    }

    @Test
    void shouldAskForTheSessionWhenALeaderComesInTime() {
        ProxyFixture leaderless = new ProxyFixture();
        FakeClient client = leaderless.client().send(Requests.connect(12_000, 0, false));
        leaderless.pass(1_000);
        leaderless.linkUp();
        leaderless.opened(client, leaderless.take(OpenSession.class), 0x55, 1, 0, 12_000);
        leaderless.pass(3_000);

        client.takeFrame();
        assertFalse(client.closed);
    }

    @Test
    void shouldNotResendTheOpeningOfASessionToAnotherLeader() {
        FakeClient client = proxy.client().send(Requests.connect(9_000, 0, false));
        proxy.take(OpenSession.class);
        proxy.linkDown();
        proxy.linkUp();

        assertTrue(client.reset);
        proxy.sentNothing();
    }

    @Test
    void shouldIgnoreASessionOpenedForAClientThatIsGone() {
        FakeClient client = proxy.client().send(Requests.connect(9_000, 0, false));
        OpenSession request = proxy.take(OpenSession.class);
        client.disconnect();
        proxy.opened(client, request, 0x55, 1, 0, 9_000);

        client.receivedNothing();
        assertEquals(0, proxy.core.view(proxy.now()).connections().size());
    }

    @Test
    void shouldCloseTheConnectionThatHadTheSessionBefore() {
        FakeClient before = proxy.open();
        FakeClient after = proxy.client().send(Requests.connect(9_000, before.session, false));
        proxy.opened(after, proxy.take(OpenSession.class), before.session, 2, 0, 9_000);

        assertTrue(before.closed);
        after.takeFrame();
        assertFalse(after.closed);
        assertEquals(Map.of(CloseReason.SESSION_MOVED, 1L), proxy.core.closedByReason());
    }

    @Test
    void shouldLimitConnectionsOfOneAddress() {
        ProxyFixture limited = new ProxyFixture(new ProxySettings(2, Optional.empty()));
        FakeClient first = limited.client("10.0.0.1");
        limited.client("10.0.0.1");
        FakeClient third = limited.client("10.0.0.1");
        FakeClient other = limited.client("10.0.0.2");
        assertTrue(third.reset);
        assertFalse(other.reset);

        first.disconnect();

        assertFalse(limited.client("10.0.0.1").reset);
        assertTrue(limited.client("10.0.0.1").reset);
    }

    @Test
    void shouldLimitConnectionsAltogether() {
        ProxyFixture limited =
                new ProxyFixture(new ProxySettings(0, 2, 0, Optional.empty(), DigestAuth.DEFAULT_ALGORITHM, Set.of()));
        FakeClient first = limited.client("10.0.0.1");
        limited.client("10.0.0.2");
        assertTrue(limited.client("10.0.0.3").reset);

        first.disconnect();

        assertFalse(limited.client("10.0.0.3").reset);
        assertTrue(limited.client("10.0.0.1").reset);
    }

    @Test
    void shouldDropTheZoneOfALocalAddress() {
        proxy.client("fe80::1").send(Requests.connect(9_000, 0, false));

        assertEquals(
                "fe80:0:0:0:0:0:0:1",
                proxy.take(OpenSession.class).identities().get(0).id());
    }
}
