package io.cellkeeper.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.DigestAuth;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.EventType;
import io.cellkeeper.proxy.link.LinkMessage.DropInterest;
import io.cellkeeper.proxy.link.LinkMessage.Read;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Section 10 of the rules, as clients see it. */
class WatchesTest {
    private static final ByteRange ALICE = ByteRange.of("alice:secret".getBytes(StandardCharsets.UTF_8));
    private static final List<AclEntry> ALICES = List.of(new AclEntry(AclEntry.READ, DigestAuth.identityOf(ALICE)));

    private final ProxyFixture proxy = ProxyFixture.linked();
    private final FakeClient client = proxy.open();

    @Test
    void shouldFireWatchOnceAfterDelete() {
        proxy.watch(client, Requests.exists(1, "/a", true));
        proxy.changed(120, EventType.DELETED, "/a");
        proxy.changed(121, EventType.CREATED, "/a");

        assertEquals(new FakeClient.Event(120, EventType.DELETED, "/a"), client.takeEvent());
        client.receivedNothing();
    }

    @Test
    void shouldSendTheEventBeforeTheReplyThatRevealsTheChange() {
        proxy.watch(client, Requests.getData(1, "/a", true));
        client.send(Requests.setData(2, "/a", new byte[1]));
        proxy.changed(120, EventType.DATA_CHANGED, "/a");
        proxy.result(client, 1, 120);

        assertEquals(EventType.DATA_CHANGED, client.takeEvent().type());
        assertEquals(2, client.takeReply().xid());
    }

    @Test
    void shouldRegisterAtThePlaceOfTheAnswer() {
        client.send(Requests.getData(1, "/a", true));
        // Before the answer: the read shows this change, so it is no event.
        proxy.changed(120, EventType.DATA_CHANGED, "/a");
        proxy.answer(client, 1, 120);
        assertEquals(1, client.takeReply().xid());
        client.receivedNothing();

        proxy.changed(121, EventType.DATA_CHANGED, "/a");

        assertEquals(121, client.takeEvent().zxid());
    }

    @Test
    void shouldWatchForTheCreationOfWhatDoesNotExist() {
        client.send(Requests.exists(1, "/a", true));
        proxy.answer(client, 1, 110, ErrorCode.NO_NODE, ByteRange.EMPTY);
        assertEquals(-101, client.takeReply().error());

        proxy.changed(120, EventType.CREATED, "/a");

        assertEquals(new FakeClient.Event(120, EventType.CREATED, "/a"), client.takeEvent());
    }

    @Test
    void shouldNotWatchAfterAFailedRead() {
        client.send(Requests.exists(1, "/a", true))
                .send(Requests.getData(2, "/a", true))
                .send(Requests.getChildren(3, "/a", true));
        proxy.answer(client, 1, 110, ErrorCode.NO_AUTH, ByteRange.EMPTY);
        proxy.answer(client, 2, 110, ErrorCode.NO_NODE, ByteRange.EMPTY);
        proxy.answer(client, 3, 110, ErrorCode.NO_NODE, ByteRange.EMPTY);

        assertEquals(0, proxy.core.view(proxy.now()).watches());
        assertEquals(List.of(new DropInterest("/a", 3)), proxy.takeAll(DropInterest.class));
    }

    @Test
    void shouldTellChildWatchersOfTheParent() {
        proxy.watch(client, Requests.getChildren(1, "/a", true));
        proxy.changed(120, EventType.DATA_CHANGED, "/a/b");
        proxy.changed(121, EventType.CREATED, "/a/b/c");
        client.receivedNothing();

        proxy.changed(122, EventType.CREATED, "/a/b");

        assertEquals(new FakeClient.Event(122, EventType.CHILDREN_CHANGED, "/a"), client.takeEvent());
    }

    @Test
    void shouldTellChildWatchersOfTheRoot() {
        proxy.watch(client, Requests.getChildren(1, "/", true));
        proxy.changed(122, EventType.DELETED, "/b");

        assertEquals(new FakeClient.Event(122, EventType.CHILDREN_CHANGED, "/"), client.takeEvent());
    }

    @Test
    void shouldGiveOneEventForDataAndChildWatchesOfADeletedNode() {
        proxy.watch(client, Requests.getData(1, "/a", true));
        proxy.watch(client, Requests.getChildren(2, "/a", true));
        proxy.changed(120, EventType.DELETED, "/a");

        assertEquals(new FakeClient.Event(120, EventType.DELETED, "/a"), client.takeEvent());
        client.receivedNothing();
        assertEquals(0, proxy.core.view(proxy.now()).watches());
    }

    @Test
    void shouldKeepPersistentWatches() {
        proxy.watch(client, Requests.addWatch(1, "/a", 0));
        proxy.changed(120, EventType.CREATED, "/a");
        proxy.changed(121, EventType.CREATED, "/a/b");
        proxy.changed(122, EventType.DELETED, "/a");

        assertEquals(new FakeClient.Event(120, EventType.CREATED, "/a"), client.takeEvent());
        assertEquals(new FakeClient.Event(121, EventType.CHILDREN_CHANGED, "/a"), client.takeEvent());
        assertEquals(new FakeClient.Event(122, EventType.DELETED, "/a"), client.takeEvent());
        client.receivedNothing();
    }

    @Test
    void shouldCoverDescendantsRecursively() {
        proxy.watch(client, Requests.addWatch(1, "/a", 1));
        proxy.changed(120, EventType.CREATED, "/a/b/c");
        proxy.changed(121, EventType.CREATED, "/ab");

        assertEquals(new FakeClient.Event(120, EventType.CREATED, "/a/b/c"), client.takeEvent());
        client.receivedNothing();
    }

    @Test
    void shouldCoverEverythingRecursivelyFromTheRoot() {
        proxy.watch(client, Requests.addWatch(1, "/", 1));
        proxy.changed(120, EventType.DATA_CHANGED, "/zookeeper/config");

        assertEquals(new FakeClient.Event(120, EventType.DATA_CHANGED, "/zookeeper/config"), client.takeEvent());
    }

    @Test
    void shouldGiveOneEventForAllModesOfOneTable() {
        proxy.watch(client, Requests.getData(1, "/a", true));
        proxy.watch(client, Requests.addWatch(2, "/a", 0));
        proxy.watch(client, Requests.addWatch(3, "/a", 1));
        proxy.watch(client, Requests.addWatch(4, "/", 1));
        proxy.changed(120, EventType.DATA_CHANGED, "/a");

        assertEquals(120, client.takeEvent().zxid());
        client.receivedNothing();
    }

    @Test
    void shouldAnswerAddWatchWithFourBytes() {
        client.send(Requests.addWatch(1, "/a", 1));
        proxy.answer(client, 1, 110);

        assertEquals(4, client.takeReply().body().length());
    }

    @Test
    void shouldRefuseAnUnknownModeOfWatch() {
        client.send(Requests.addWatch(1, "/a", 2));

        assertEquals(-5, client.takeReply().error());
        proxy.sentNothing();
    }

    @Test
    void shouldFilterByTheIdentitiesAtDelivery() {
        FakeClient alice = proxy.open();
        alice.send(Requests.auth(-4, "digest", "alice:secret"));
        proxy.result(alice, 1, 110);
        alice.takeReply();
        for (FakeClient each : List.of(client, alice)) {
            proxy.sent.clear();
            proxy.watch(each, Requests.getData(1, "/a", true));
            proxy.watch(each, Requests.getChildren(2, "/", true));
        }

        proxy.changed(120, EventType.DELETED, "/a", ALICES, ALICES);

        assertEquals(new FakeClient.Event(120, EventType.DELETED, "/a"), alice.takeEvent());
        assertEquals(new FakeClient.Event(120, EventType.CHILDREN_CHANGED, "/"), alice.takeEvent());
        client.receivedNothing();
        assertEquals(0, proxy.core.view(proxy.now()).watches(), "a filtered event ends its watch too");
    }

    @Test
    void shouldCheckAndRemoveWatches() {
        proxy.watch(client, Requests.getData(1, "/a", true));
        proxy.watch(client, Requests.addWatch(2, "/a", 0));
        client.send(Requests.checkWatches(3, "/a", 2))
                .send(Requests.checkWatches(4, "/a", 1))
                .send(Requests.removeWatches(5, "/a", 1))
                .send(Requests.removeWatches(6, "/a", 2))
                .send(Requests.removeWatches(7, "/a", 2))
                .send(Requests.checkWatches(8, "/a", 4))
                .send(Requests.checkWatches(9, "/a", 5))
                .send(Requests.removeWatches(10, "/a", 3))
                .send(Requests.checkWatches(11, "/a", 3))
                .send(Requests.checkWatches(12, "/a", 9));

        int[] errors = {0, -121, -121, 0, -121, 0, -121, 0, -121, -5};
        for (int i = 0; i < errors.length; i++) {
            FakeClient.Reply reply = client.takeReply();
            assertEquals(i + 3, reply.xid());
            assertEquals(errors[i], reply.error(), "of request " + reply.xid());
        }
        assertEquals(0, proxy.core.view(proxy.now()).watches());
    }

    @Test
    void shouldDropTheInterestNobodyNeedsByItsLastHandledRegistration() {
        FakeClient other = proxy.open();
        proxy.watch(client, Requests.getData(1, "/a", true));
        proxy.watch(other, Requests.getData(1, "/a", true));
        client.disconnect();
        proxy.sentNothing();

        proxy.changed(120, EventType.DATA_CHANGED, "/a");

        assertEquals(new DropInterest("/a", 2), proxy.take(DropInterest.class));
    }

    @Test
    void shouldNotDropAnInterestWhileARegistrationIsUnderWay() {
        FakeClient other = proxy.open();
        proxy.watch(client, Requests.getData(1, "/a", true));
        other.send(Requests.getData(1, "/a", true));
        proxy.take(Read.class);
        proxy.changed(120, EventType.DATA_CHANGED, "/a");
        proxy.sentNothing();

        proxy.answer(other, 2, 120, ErrorCode.NO_NODE, ByteRange.EMPTY);

        assertEquals(new DropInterest("/a", 2), proxy.take(DropInterest.class));
    }

    @Test
    void shouldNameTheRegistrationAnsweredLastWhateverItsNumber() {
        FakeClient other = proxy.open();
        client.send(Requests.getData(1, "/a", true));
        other.send(Requests.getData(1, "/a", true));
        proxy.takeAll(Read.class);
        proxy.answer(other, 2, 110);
        proxy.answer(client, 1, 110);

        proxy.changed(120, EventType.DATA_CHANGED, "/a");

        assertEquals(new DropInterest("/a", 1), proxy.take(DropInterest.class));
    }

    @Test
    void shouldDropTheInterestOfAClientThatWentBeforeItsAnswerCame() {
        client.send(Requests.getData(1, "/a", true));
        proxy.take(Read.class);
        client.disconnect();
        proxy.sentNothing();

        proxy.answer(client, 1, 120);

        assertEquals(new DropInterest("/a", 1), proxy.take(DropInterest.class));
        assertEquals(0, proxy.core.view(proxy.now()).watches());
    }

    @Test
    void shouldEndEveryRegistrationOfAClientThatWentWithAPingBetweenThem() {
        client.send(Requests.getData(1, "/a", true)).send(Requests.ping()).send(Requests.getData(2, "/b", true));
        client.disconnect();
        proxy.takeAll(Read.class);

        proxy.answer(client, 1, 110, ErrorCode.NO_NODE, ByteRange.EMPTY);
        proxy.answer(client, 2, 110, ErrorCode.NO_NODE, ByteRange.EMPTY);

        assertEquals(List.of(new DropInterest("/a", 1), new DropInterest("/b", 2)), proxy.takeAll(DropInterest.class));
    }

    @Test
    void shouldFreeWatchesOfADeadConnectionAtOnce() {
        proxy.watch(client, Requests.getData(1, "/a", true));
        proxy.watch(client, Requests.addWatch(2, "/b", 1));
        proxy.watch(client, Requests.addWatch(3, "/c", 0));
        assertEquals(4, proxy.core.view(proxy.now()).watches());
        assertEquals(3, proxy.core.watches().size());

        client.disconnect();

        ProxyView view = proxy.core.view(proxy.now());
        assertEquals(0, view.watches());
        assertEquals(0, view.watchedPaths());
        assertEquals(0, view.watchingConnections());
        assertEquals(3, proxy.takeAll(DropInterest.class).size());
    }

    @Test
    void shouldCatchUpBeforeTheReplyToSetWatches() {
        client.send(Requests.setWatches2(
                -8,
                List.of("/d0", "/d1", "/d2"),
                List.of("/e0", "/e1"),
                List.of("/c0", "/c1", "/c2"),
                List.of("/p"),
                List.of("/r")));
        proxy.take(Read.class);
        byte[] verdicts = {0, 2, 3, 0, 1, 0, 4, (byte) 0x84, 0, 0};
        proxy.answer(client, 1, 120, ErrorCode.OK, ByteRange.of(verdicts));

        assertEquals(new FakeClient.Event(-1, EventType.DELETED, "/d1"), client.takeEvent());
        assertEquals(new FakeClient.Event(-1, EventType.DATA_CHANGED, "/d2"), client.takeEvent());
        assertEquals(new FakeClient.Event(-1, EventType.CREATED, "/e1"), client.takeEvent());
        assertEquals(new FakeClient.Event(-1, EventType.CHILDREN_CHANGED, "/c1"), client.takeEvent());
        assertEquals(new FakeClient.Reply(-8, 120, 0, ByteRange.EMPTY), client.takeReply());
        client.receivedNothing();
        // d0, e0, c0, p in both tables, r
        assertEquals(6, proxy.core.view(proxy.now()).watches());
        List<String> dropped = proxy.takeAll(DropInterest.class).stream()
                .map(DropInterest::path)
                .sorted()
                .toList();
        assertEquals(List.of("/c1", "/c2", "/d1", "/d2", "/e1"), dropped);
    }

    @Test
    void shouldTellOfTheCreationThatSetWatchesWaitsFor() {
        client.send(Requests.setWatches2(-8, List.of(), List.of("/e"), List.of(), List.of(), List.of()));
        proxy.answer(client, 1, 120, ErrorCode.OK, ByteRange.of(new byte[1]));
        client.takeReply();

        proxy.changed(121, EventType.CREATED, "/e");

        assertEquals(new FakeClient.Event(121, EventType.CREATED, "/e"), client.takeEvent());
    }

    @Test
    void shouldResetTheConnectionIfTheAnswerToSetWatchesMissesAPath() {
        client.send(Requests.setWatches2(-8, List.of("/a", "/b"), List.of(), List.of(), List.of(), List.of()));
        proxy.answer(client, 1, 120, ErrorCode.OK, ByteRange.of(new byte[1]));

        client.receivedNothing();
        assertTrue(client.reset);
    }

    @Test
    void shouldNotWatchForAReadWithoutTheFlag() {
        client.send(Requests.getData(1, "/a", false));
        assertEquals(0, proxy.take(Read.class).registration());
        proxy.answer(client, 1, 120);
        client.takeReply();
        proxy.changed(121, EventType.DATA_CHANGED, "/a");

        client.receivedNothing();
        assertFalse(client.closed);
    }
}
