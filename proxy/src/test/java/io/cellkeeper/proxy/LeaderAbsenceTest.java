package io.cellkeeper.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.OpenSession;
import io.cellkeeper.proxy.link.LinkMessage.Resume;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of connections while there is no leader, and when the next one comes (design: fail-over). */
class LeaderAbsenceTest {
    private static final long MS = 1_000_000;

    private final ProxyFixture proxy = ProxyFixture.linked();
    private final FakeClient client = proxy.open();

    @Test
    void shouldKeepConnectionsForFourSecondsAndThenCloseThemOneAfterAnother() {
        List<FakeClient> clients = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            clients.add(proxy.open(40_000));
        }
        proxy.linkDown();
        proxy.pass(3_900);
        assertEquals(0, resetOf(clients));

        proxy.pass(600);
        long halfway = resetOf(clients);
        assertTrue(halfway > 50 && halfway < 150, halfway + " of 200 after half of the second");
        proxy.pass(700);

        assertEquals(200, resetOf(clients));
        clients.forEach(FakeClient::receivedNothing);
        assertEquals(201, proxy.core.closedByReason().get(CloseReason.NO_LEADER));
    }

    @Test
    void shouldKeepThoseThatAreLeftWhenALeaderComesWhileTheyAreClosed() {
        List<FakeClient> clients = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            clients.add(proxy.open(40_000));
        }
        proxy.linkDown();
        proxy.pass(4_500);
        long closed = resetOf(clients);
        proxy.linkUp();
        proxy.pass(2_000);

        assertEquals(closed, resetOf(clients));
    }

    @Test
    void shouldCountTheAbsenceAnewForEachChange() {
        proxy.linkDown();
        proxy.pass(3_000);
        proxy.linkUp();
        client.send(Requests.ping());
        proxy.answerKeepAlives();
        proxy.pass(10);
        proxy.linkDown();
        proxy.pass(3_000);

        assertFalse(client.reset);
    }

    @Test
    void shouldResetAConnectionWhoseSessionWasAskedFor() {
        FakeClient waiting = proxy.client().send(Requests.connect(9_000, 0, false));
        FakeClient silent = proxy.client();
        proxy.linkDown();

        assertTrue(waiting.reset);
        assertFalse(silent.reset || client.reset);
        assertFalse(proxy.core.isServing());
    }

    @Test
    void shouldResumeBeforeItAsksForNewSessions() {
        proxy.linkDown();
        proxy.sent.clear();
        proxy.client().send(Requests.connect(9_000, 0, false));
        proxy.linkUp();

        proxy.take(Resume.class);
        proxy.take(OpenSession.class);
        proxy.sentNothing();
    }

    @Test
    void shouldGoOnByTheNextLeadersGrace() {
        proxy.linkDown();
        proxy.core.linkUp(new LinkMessage.Welcome(4, 1_000, 2_000, 20_000, 100), proxy.sent::add, proxy.now());
        // δ is a quarter of the new grace, as before.
        proxy.jump((4_000 + 1_000 - 250 - 13) * MS);
        client.send(Requests.ping());
        client.takeReply();
        proxy.jump(1);

        client.send(Requests.ping());

        client.receivedNothing();
    }

    @Test
    void shouldResetEveryConnectionWhenItStops() {
        FakeClient silent = proxy.client();
        proxy.core.stop(proxy.now());

        assertTrue(client.reset && silent.reset);
        assertFalse(proxy.core.isServing());
    }

    private static long resetOf(List<FakeClient> clients) {
        return clients.stream().filter(client -> client.reset).count();
    }
}
