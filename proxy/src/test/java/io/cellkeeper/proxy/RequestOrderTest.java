package io.cellkeeper.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.DigestAuth;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.EventType;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.Replies;
import io.cellkeeper.protocol.RequestHeader;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.proxy.link.LinkMessage.Command;
import io.cellkeeper.proxy.link.LinkMessage.Read;
import io.cellkeeper.proxy.link.LinkMessage.Result;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Replies in the order of requests, whoever answers (rules 3.15, 4.1), and what the proxy answers itself. */
class RequestOrderTest {
    private final ProxyFixture proxy = ProxyFixture.linked();
    private final FakeClient client = proxy.open();

    @Test
    void shouldForwardTheClientsOwnBytesNumbered() {
        ByteRange frame = Requests.create(1, "/a");
        client.send(frame).send(Requests.getData(2, "/a", false)).send(Requests.create(3, "/b"));

        Command create = proxy.take(Command.class);
        assertEquals(1, create.number());
        assertEquals(1, create.kind());
        assertEquals(1, create.op());
        assertEquals(RequestHeader.bodyOf(frame), create.body());
        Read read = proxy.take(Read.class);
        assertEquals(1, read.after());
        assertEquals(0, read.registration());
        assertEquals(2, proxy.take(Command.class).number());
    }

    @Test
    void shouldWriteTheLeadersBodyBehindAHeaderOfTheProxys() {
        client.send(Requests.create(9, "/a"));
        proxy.result(client, 1, 120, ErrorCode.OK, Replies.path("/a"));

        assertEquals(new FakeClient.Reply(9, 120, 0, Replies.path("/a")), client.takeReply());
    }

    @Test
    void shouldLeaveOutTheBodyOfAnError() {
        client.send(Requests.create(9, "/a"));
        proxy.result(client, 1, 120, ErrorCode.NODE_EXISTS, Replies.path("/a"));

        assertEquals(new FakeClient.Reply(9, 120, -110, ByteRange.EMPTY), client.takeReply());
    }

    @Test
    void shouldAnswerLocallyOnlyAtTheHeadOfTheQueue() {
        client.send(Requests.create(1, "/a"))
                .send(Requests.ping())
                .send(Requests.whoAmI(2))
                .send(Requests.getData(3, "/a", false))
                .send(Requests.checkWatches(4, "/a", 3))
                .send(Requests.create(5, "/b"))
                .send(Requests.ping());
        client.receivedNothing();

        proxy.result(client, 1, 120);
        assertEquals(List.of(1, -2, 2), client.takeXids());
        proxy.answer(client, 1, 121);
        assertEquals(List.of(3, 4), client.takeXids());
        proxy.result(client, 2, 122);
        assertEquals(List.of(5, -2), client.takeXids());
    }

    @Test
    void shouldAnswerAPingAtOnceIfNothingIsOutstanding() {
        client.send(Requests.ping());

        assertEquals(new FakeClient.Reply(-2, ProxyFixture.START_ZXID, 0, ByteRange.EMPTY), client.takeReply());
    }

    @Test
    void shouldAnswerLocallyWithTheZxidUpToWhichEventsWereQueued() {
        client.send(Requests.create(1, "/a"));
        proxy.result(client, 1, 130);
        client.takeReply();
        // One of perhaps several changes of a multi: the zxid of all of them is not reached yet.
        proxy.changed(140, EventType.CREATED, "/x");

        client.send(Requests.ping());

        assertEquals(139, client.takeReply().zxid());
    }

    @Test
    void shouldRefuseWhatCantBeDecodedInItsPlaceAndGoOn() {
        ByteRange undecodable = Requests.header(2, 1);
        client.send(Requests.create(1, "/a")).send(undecodable).send(Requests.create(3, "/b"));
        client.receivedNothing();
        assertEquals(1, proxy.take(Command.class).number());
        assertEquals(2, proxy.take(Command.class).number(), "a refused request takes no number");

        proxy.result(client, 1, 120);

        client.takeReply();
        assertEquals(new FakeClient.Reply(2, 120, -5, ByteRange.EMPTY), client.takeReply());
        proxy.result(client, 2, 121);
        assertEquals(3, client.takeReply().xid());
        assertFalse(client.closed);
    }

    @Test
    void shouldRefuseAnUnknownOperationInItsPlaceAndClose() {
        client.send(Requests.create(1, "/a")).send(Requests.header(2, 99)).send(Requests.create(3, "/b"));
        proxy.take(Command.class);
        proxy.sentNothing();
        client.receivedNothing();

        proxy.result(client, 1, 120);

        assertEquals(1, client.takeReply().xid());
        assertEquals(new FakeClient.Reply(2, -1, -6, ByteRange.EMPTY), client.takeReply());
        client.receivedNothing();
        assertTrue(client.closed);
    }

    @Test
    void shouldRefuseACheckThatStandsAlone() {
        client.send(Requests.header(2, 13));

        assertEquals(new FakeClient.Reply(2, -1, -6, ByteRange.EMPTY), client.takeReply());
        assertTrue(client.closed);
    }

    @Test
    void shouldRefuseInternalOperations() {
        for (int op : new int[] {-10, -1, 0, 20}) {
            FakeClient other = proxy.open().send(Requests.header(2, op));
            assertEquals(-6, other.takeReply().error());
            assertTrue(other.closed);
        }
    }

    @Test
    void shouldCloseOnAFrameThatIsTooShortForAHeader() {
        client.send(ByteRange.of(new byte[7]));

        client.receivedNothing();
        assertTrue(client.closed);
    }

    @Test
    void shouldReplyToCloseSessionAndClose() {
        client.send(Requests.closeSession(5)).send(Requests.create(6, "/late"));
        assertEquals(-11, proxy.take(Command.class).op());
        proxy.sentNothing();

        proxy.result(client, 1, 120);

        assertEquals(new FakeClient.Reply(5, 120, 0, ByteRange.EMPTY), client.takeReply());
        assertTrue(client.closed);
        assertTrue(client.reading, "unread bytes would turn the close into a reset");
    }

    @Test
    void shouldCloseTheConnectionIfResultsComeOutOfOrder() {
        client.send(Requests.create(1, "/a")).send(Requests.create(2, "/b"));
        proxy.result(client, 2, 120);

        client.receivedNothing();
        assertTrue(client.reset);
    }

    @Test
    void shouldIgnoreResultsOfAnotherGeneration() {
        client.send(Requests.create(1, "/a"));
        proxy.say(new Result(client.session, client.generation + 1, 1, 120, ErrorCode.OK, ByteRange.EMPTY));

        client.receivedNothing();
        assertFalse(client.reset);
    }

    @Test
    void shouldAcknowledgeResultsWithTheNextCommand() {
        client.send(Requests.create(1, "/a")).send(Requests.create(2, "/b"));
        proxy.take(Command.class);
        proxy.take(Command.class);
        proxy.result(client, 1, 120);
        client.send(Requests.create(3, "/c"));

        assertEquals(1, proxy.take(Command.class).acked());
    }

    @Test
    void shouldSendWhatAnAuthProvesAndNeverItsSecret() {
        client.send(Requests.auth(-4, "digest", "alice:secret"));

        Command command = proxy.take(Command.class);
        assertEquals(4, command.kind());
        WireReader in = new WireReader(command.body());
        assertEquals(1, in.readInt());
        assertEquals("digest", in.readString());
        String id = in.readString();
        assertTrue(id.startsWith("alice:"));
        assertFalse(id.contains("secret"));
        assertEquals(0, in.remaining());
        client.receivedNothing();

        proxy.result(client, 1, 120);

        assertEquals(new FakeClient.Reply(-4, 0, 0, ByteRange.EMPTY), client.takeReply());
    }

    @Test
    void shouldKnowItsIdentitiesInOrderAtTheRequestsPlace() {
        client.send(Requests.whoAmI(1))
                .send(Requests.auth(-4, "digest", "alice:secret"))
                .send(Requests.whoAmI(2));
        proxy.result(client, 1, 120);

        assertEquals(
                Replies.whoAmI(List.of(new Identity("ip", "10.1.2.3"))),
                client.takeReply().body());
        client.takeReply();
        assertEquals(
                Replies.whoAmI(List.of(new Identity("ip", "10.1.2.3"), new Identity("digest", "alice:x"))),
                client.takeReply().body());
    }

    @Test
    void shouldAnswerAnAuthThatProvesNothingNewWithoutACommand() {
        client.send(Requests.auth(-4, "ip", "anything"));

        proxy.sentNothing();
        assertEquals(new FakeClient.Reply(-4, 0, 0, ByteRange.EMPTY), client.takeReply());
    }

    @Test
    void shouldMakeTheSuperuserOfItsDigest() {
        ProxyFixture other = new ProxyFixture(new ProxySettings(0, Optional.of("super:D/InIHSb7yEEbrWz8b9l71RjZJU=")));
        other.linkUp();
        FakeClient root = other.open().send(Requests.auth(-4, "digest", "super:test"));

        WireReader in = new WireReader(other.take(Command.class).body());
        assertEquals(2, in.readInt());
        assertEquals("super", in.readString());
        assertEquals("", in.readString());
        assertEquals("digest", in.readString());
        root.receivedNothing();
    }

    @Test
    void shouldHashPasswordsByTheAlgorithmThatIsSet() {
        ProxyFixture other = new ProxyFixture(new ProxySettings(0, 0, 0, Optional.empty(), "SHA-256", Set.of()));
        other.linkUp();
        FakeClient client = other.open().send(Requests.auth(-4, "digest", "alice:secret"));

        WireReader in = new WireReader(other.take(Command.class).body());
        assertEquals(1, in.readInt());
        assertEquals("digest", in.readString());
        assertEquals(
                DigestAuth.identityOf(ByteRange.of("alice:secret".getBytes(StandardCharsets.UTF_8)), "SHA-256")
                        .id(),
                in.readString());
        client.receivedNothing();
    }

    @Test
    void shouldNotLetAClientProveMoreThanReplicasCanBeAskedToKeep() {
        client.send(Requests.auth(1, "digest", "u".repeat(60_000) + ":p"));
        proxy.result(client, 1, 110);
        client.send(Requests.auth(2, "digest", "u".repeat(60_000) + ":p"));
        assertEquals(0, client.takeReply().error());
        assertEquals(0, client.takeReply().error(), "nothing new");
        assertFalse(client.closed);

        client.send(Requests.auth(3, "digest", "v".repeat(10_000) + ":p"));

        assertEquals(-115, client.takeReply().error());
        assertTrue(client.closed);
    }

    @Test
    void shouldRefuseOtherSchemesAndClose() {
        for (String scheme : List.of("world", "auth", "super", "x509", "sasl", "")) {
            FakeClient other = proxy.open()
                    .send(Requests.create(1, "/a"))
                    .send(Requests.auth(-4, scheme, "x"))
                    .send(Requests.create(2, "/b"));
            proxy.take(Command.class);
            proxy.sentNothing();
            proxy.result(other, 1, 120);
            other.takeReply();
            assertEquals(new FakeClient.Reply(-4, 0, -115, ByteRange.EMPTY), other.takeReply());
            assertTrue(other.closed);
        }
    }

    @Test
    void shouldAnswerSaslWithNoTokenWhileItIsNotConfigured() {
        client.send(Requests.sasl(3));

        assertEquals(new FakeClient.Reply(3, 0, 0, Replies.buffer(null)), client.takeReply());
        assertFalse(client.closed);
    }

    @Test
    void shouldCloseOnAnUndecodableAuth() {
        client.send(Requests.header(-4, 100));

        client.receivedNothing();
        assertTrue(client.closed);
    }

    @Test
    void shouldStopReadingWhenAThousandRequestsAreUnanswered() {
        for (int i = 1; i <= 1_000; i++) {
            assertTrue(client.reading);
            client.send(Requests.delete(i, "/a"));
        }
        assertFalse(client.reading);
        // Frames that were read already wait here.
        client.send(Requests.delete(1_001, "/a"));
        assertEquals(1_000, proxy.takeAll(Command.class).size());

        proxy.result(client, 1, 120);
        assertEquals(1_001, proxy.take(Command.class).number());
        assertFalse(client.reading);
        proxy.result(client, 2, 121);

        assertTrue(client.reading);
    }

    @Test
    void shouldStopReadingWhenFourMebibytesAreUnanswered() {
        byte[] data = new byte[1 << 20];
        for (int i = 1; i <= 4; i++) {
            client.send(Requests.setData(i, "/a", data));
        }
        assertFalse(client.reading);

        proxy.result(client, 1, 120);

        assertTrue(client.reading);
    }

    @Test
    void shouldStopReadingThoseWhoWaitWhenAllTogetherWaitForTooMuch() {
        ProxyFixture small = new ProxyFixture(
                new ProxySettings(0, 0, 2_000, Optional.empty(), DigestAuth.DEFAULT_ALGORITHM, Set.of()));
        small.linkUp();
        FakeClient first = small.open();
        FakeClient second = small.open();
        FakeClient idle = small.open();
        first.send(Requests.setData(1, "/a", new byte[1_000]));
        second.send(Requests.setData(1, "/a", new byte[900]));
        assertTrue(first.reading && second.reading);
        second.send(Requests.setData(2, "/a", new byte[100]));
        small.pass(200);
        assertFalse(first.reading || second.reading);
        idle.send(Requests.ping());
        assertEquals(-2, idle.takeReply().xid());
        assertTrue(idle.reading, "who waits for nothing can show that it lives");

        small.result(second, 1, 120);
        small.pass(200);

        assertTrue(first.reading && second.reading);
        first.disconnect();
        small.result(second, 2, 121);
        assertEquals(0, small.core.outstandingBytes());
    }

    @Test
    void shouldAcceptOneRequestOfAnySize() {
        client.send(Requests.setData(1, "/a", new byte[8 << 20]));

        assertEquals(1, proxy.takeAll(Command.class).size());
    }

    @Test
    void shouldTellThatTheSessionHasExpiredIfTheLeaderSaysSo() {
        client.send(Requests.create(1, "/a")).send(Requests.create(2, "/b"));
        proxy.result(client, 1, 120, ErrorCode.SESSION_EXPIRED, ByteRange.EMPTY);

        assertEquals(new FakeClient.Reply(1, 120, -112, ByteRange.EMPTY), client.takeReply());
        client.receivedNothing();
        assertTrue(client.closed);
    }
}
