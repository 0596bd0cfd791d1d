package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.CatchUp;
import io.cellkeeper.proxy.link.LinkMessage.Changed;
import io.cellkeeper.proxy.link.LinkMessage.HeldSession;
import io.cellkeeper.proxy.link.LinkMessage.Missed;
import io.cellkeeper.proxy.link.LinkMessage.ReplayEnd;
import io.cellkeeper.proxy.link.LinkMessage.Reregistration;
import io.cellkeeper.proxy.link.LinkMessage.Resume;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import io.cellkeeper.proxy.link.LinkMessage.SessionOpened;
import io.cellkeeper.state.NodeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A proxy comes with what it has kept from an earlier link. */
class ResumptionTest {
    private static final int DATA = Reregistration.DATA;
    private static final int CHILD = Reregistration.CHILD;
    private static final int RECURSIVE = Reregistration.RECURSIVE;
    private static final int ABSENT = Reregistration.ABSENT;
    private static final int NEXT = 7;

    private final Reign reign = new Reign().alone();
    private final SessionOpened session = reign.open(Reign.LINK);
    private final SessionOpened writer = reign.open(Reign.OTHER_LINK);
    private long number;

    @Test
    void shouldTellWhatWasMissedInOrderAndThenThatItIsAll() {
        write("/before");
        long seen = reign.cell.zxid;
        write("/data");
        write("/data");
        write("/child/a");
        write("/child/a");
        write("/all/x/y");
        write("/other");
        delete("/data");
        reign.link(NEXT, "proxy-a");

        resume(
                seen,
                List.of(),
                List.of(
                        new Reregistration("/before", DATA),
                        new Reregistration("/data", DATA),
                        new Reregistration("/child", CHILD),
                        new Reregistration("/all", RECURSIVE)));

        assertEquals(
                List.of("1 /data", "3 /data", "1 /child/a", "1 /all/x/y", "2 /data", "end"), story(reign.take(NEXT)));
    }

    @Test
    void shouldGoOnTellingAfterTheReplay() {
        reign.link(NEXT, "proxy-a");
        resume(reign.cell.zxid, List.of(), List.of(new Reregistration("/a", DATA)));
        assertEquals(List.of(new ReplayEnd(reign.cell.zxid)), reign.take(NEXT));

        write("/a");

        assertEquals(List.of("1 /a"), story(reign.take(NEXT)));
    }

    @Test
    void shouldTellNothingBeforeItHasHeardAll() {
        long seen = reign.cell.zxid;
        reign.link(NEXT, "proxy-a");
        reign.receive(NEXT, new Resume(seen, 1, List.of(), List.of(new Reregistration("/a", DATA)), false));
        write("/a");
        write("/b");
        assertEquals(List.of(), reign.take(NEXT));

        resume(seen, List.of(), List.of(new Reregistration("/b", DATA)));

        assertEquals(List.of("1 /a", "1 /b", "end"), story(reign.take(NEXT)));
    }

    @Test
    void shouldTellTheAclsOfMissedChanges() {
        List<AclEntry> acl = List.of(new AclEntry(AclEntry.ALL, new Identity("digest", "u:h")));
        reign.cell.acl = acl;
        long seen = reign.cell.zxid;
        write("/a");
        reign.link(NEXT, "proxy-a");
        resume(seen, List.of(), List.of(new Reregistration("/a", DATA)));

        assertEquals(new Changed(seen + 1, 1, "/a", acl, acl), reign.take(NEXT).get(0));
    }

    @Test
    void shouldTellAfterTheReplayWhichSessionsAreOverOrElsewhere() {
        SessionOpened moved = reign.open(Reign.LINK);
        reign.attach(Reign.OTHER_LINK, moved);
        reign.link(NEXT, "proxy-a");
        resume(
                reign.cell.zxid,
                List.of(new HeldSession(moved.session(), 1, 0), held(session, 0), new HeldSession(99, 3, 5)),
                List.of());

        assertEquals(
                List.of(
                        new ReplayEnd(reign.cell.zxid),
                        new SessionGone(moved.session(), 1, SessionGone.Reason.MOVED),
                        new SessionGone(99, 3, SessionGone.Reason.EXPIRED)),
                reign.take(NEXT));
    }

    @Test
    void shouldTellTheNewLinkWhenTheSessionMoves() {
        reign.link(NEXT, "proxy-a");
        resume(reign.cell.zxid, List.of(held(session, 0)), List.of());
        reign.take(NEXT);

        reign.attach(Reign.OTHER_LINK, session);

        assertEquals(List.of(new SessionGone(session.session(), 1, SessionGone.Reason.MOVED)), reign.take(NEXT));
    }

    @Test
    void shouldStandInForChangesThatAreNotKnownAnyMore() {
        long seen = 50;
        reign.cell.forgotten = 51;
        List<AclEntry> acl = List.of(new AclEntry(AclEntry.ALL, new Identity("digest", "u:h")));
        node("/changed", 51, 40, acl);
        node("/same", 50, 50, acl);
        node("/children", 40, 51, acl);
        node("/created", 51, 51, List.of(new AclEntry(AclEntry.ALL, AclEntry.ANYONE)));
        reign.link(NEXT, "proxy-a");
        resume(
                seen,
                List.of(),
                List.of(
                        new Reregistration("/changed", DATA | CHILD),
                        new Reregistration("/same", DATA | CHILD),
                        new Reregistration("/children", DATA | CHILD),
                        new Reregistration("/created", DATA | ABSENT),
                        new Reregistration("/absent", DATA | ABSENT),
                        new Reregistration("/deleted", DATA),
                        new Reregistration("/deleted-parent", CHILD),
                        new Reregistration("/all", RECURSIVE)));

        assertEquals(
                List.of(
                        new CatchUp(List.of(
                                new Missed(3, "/changed", acl),
                                new Missed(4, "/children", acl),
                                new Missed(1, "/created", null),
                                new Missed(2, "/deleted", null),
                                new Missed(2, "/deleted-parent", null))),
                        new ReplayEnd(reign.cell.zxid)),
                reign.take(NEXT));
    }

    @Test
    void shouldSayThatChangesAreNotKnownEvenIfNothingStandsForThem() {
        reign.cell.forgotten = 51;
        reign.link(NEXT, "proxy-a");
        resume(50, List.of(held(session, 0)), List.of());

        assertEquals(List.of(new CatchUp(List.of()), new ReplayEnd(reign.cell.zxid)), reign.take(NEXT));
    }

    @Test
    void shouldCloseALinkWhoseProxyHasSeenMore() {
        reign.link(NEXT, "proxy-a");
        resume(reign.cell.zxid + 1, List.of(), List.of());

        assertEquals(List.of(NEXT), reign.closed);
        assertEquals(List.of(), reign.take(NEXT));
    }

    @Test
    void shouldNotTouchASessionByResumingIt() {
        SessionOpened kept = reign.open(Reign.LINK);
        for (int i = 0; i < 5; i++) {
            reign.runFor(900);
            reign.link(NEXT + i, "proxy-a");
            reign.receive(NEXT + i, new Resume(reign.cell.zxid, 1, List.of(held(session, 0)), List.of(), true));
            reign.keepAlive(Reign.LINK, i, kept, 0);
        }
        reign.runFor(700);
        reign.settle();

        assertEquals(List.of(kept.session()), List.copyOf(reign.cell.sessions.keySet()));
    }

    @Test
    void shouldTouchByTheAgeOfARequestThatIsSentAgain() {
        reign.runFor(3_000);
        reign.receive(
                Reign.LINK,
                new LinkMessage.Command(session.session(), 1, 1, 0, 2_500, 1, OpCode.SET_DATA.code(), body("/a")));
        reign.receive(
                Reign.LINK,
                new LinkMessage.Read(session.session(), 1, 1, 1, 0, 2_600, OpCode.GET_DATA.code(), Reign.body("/a")));
        reign.settle();
        // T + G after the packet, which came 500 ms after the opening.
        reign.runFor(2_300);
        reign.settle();
        assertTrue(reign.cell.sessions.containsKey(session.session()));
        reign.runFor(500);
        reign.settle();

        assertEquals(0, reign.cell.sessions.size());
    }

    @Test
    void shouldIgnoreWhatStillComesOnTheLinkBefore() {
        set(Reign.LINK, 1);
        reign.pass();
        reign.link(NEXT, "proxy-a");
        resume(reign.cell.zxid, List.of(held(session, 0)), List.of());
        set(Reign.LINK, 2);
        reign.get(Reign.LINK, session, 2, 1, "/a");
        reign.keepAlive(Reign.LINK, 1, session, 0, 2);
        reign.settle();

        assertEquals(1, session().lastNumber);
        assertEquals(0, reign.core.numbers(reign.now).waitingReads());
        assertEquals(1, reign.take(NEXT).size());
    }

    @Test
    void shouldNotGiveASessionBackToAnOlderLinkThatIsReadLate() {
        reign.link(NEXT, "proxy-a");
        reign.link(NEXT + 1, "proxy-a");
        reign.receive(NEXT + 1, new Resume(reign.cell.zxid, 1, List.of(held(session, 0)), List.of(), true));
        resume(reign.cell.zxid, List.of(held(session, 0)), List.of());
        set(NEXT, 1);
        set(NEXT + 1, 1);
        reign.settle();

        assertEquals(1, reign.take(NEXT + 1, LinkMessage.Result.class).size());
        assertEquals(List.of(), reign.take(NEXT, LinkMessage.Result.class));
    }

    @Test
    void shouldDropTheReadsOfTheLinkBefore() {
        set(Reign.LINK, 1);
        reign.pass();
        reign.get(Reign.LINK, session, 1, 1, "/a");
        reign.link(NEXT, "proxy-a");
        resume(reign.cell.zxid, List.of(held(session, 0)), List.of());
        assertEquals(0, reign.core.numbers(reign.now).waitingReads());
        reign.take(Reign.LINK);
        reign.settle();

        assertEquals(0, reign.take(Reign.LINK, LinkMessage.ReadAnswer.class).size());
    }

    @Test
    void shouldAnswerAReadAfterTheResultOfTheCommandBeforeItThoughThatWasAppliedLongAgo() {
        set(Reign.LINK, 1);
        reign.settle();
        reign.link(NEXT, "proxy-a");
        resume(reign.cell.zxid, List.of(held(session, 0)), List.of());
        reign.take(NEXT);
        reign.get(NEXT, session, 1, 1, "/a");
        reign.pass();

        // Alone in the cell, everything is proven: it is the result that is waited for.
        assertEquals(List.of(), reign.take(NEXT));
    }

    @Test
    void shouldAnswerAReadAtOnceIfTheProxyHasTheResultBeforeIt() {
        set(Reign.LINK, 1);
        reign.settle();
        reign.link(NEXT, "proxy-a");
        resume(reign.cell.zxid, List.of(held(session, 1)), List.of());
        reign.take(NEXT);
        reign.get(NEXT, session, 1, 1, "/a");
        reign.pass();

        assertEquals(1, reign.take(NEXT, LinkMessage.ReadAnswer.class).size());
    }

    @Test
    void shouldCloseAReadWhosePlaceHasPassedInTheReignBefore() {
        set(Reign.LINK, 1);
        reign.settle();
        reign.link(NEXT, "proxy-a");
        resume(reign.cell.zxid, List.of(held(session, 0)), List.of());
        reign.take(NEXT);
        reign.get(NEXT, session, 0, 1, "/a");

        assertEquals(List.of(new SessionGone(session.session(), 1, SessionGone.Reason.UNPROVEN)), reign.take(NEXT));
    }

    @Test
    void shouldLetASessionGoOnThatWasToldToCloseOnALostLink() {
        set(Reign.LINK, 1);
        reign.settle();
        reign.get(Reign.LINK, session, 0, 1, "/a");
        reign.link(NEXT, "proxy-a");
        resume(reign.cell.zxid, List.of(held(session, 1)), List.of());
        reign.take(NEXT);
        set(NEXT, 2);
        reign.settle();

        assertEquals(1, reign.take(NEXT, LinkMessage.Result.class).size());
    }

    @Test
    void shouldPassOnAcknowledgementsOfResultsThatAreStillKept() {
        SessionOpened other = reign.open(Reign.LINK);
        Objects.requireNonNull(reign.cell.sessions.get(session.session())).keptResults = 3;
        reign.link(NEXT, "proxy-a");
        resume(reign.cell.zxid, List.of(held(session, 5), held(other, 6)), List.of());
        reign.set(Reign.OTHER_LINK, writer, 1, "/a", "1");
        reign.settle();

        assertEquals(Map.of(session.session(), 5L), reign.cell.acks);
    }

    @Test
    void shouldDropAnInterestThatIsNotNeededAnyMoreAfterTheReplay() {
        reign.link(NEXT, "proxy-a");
        resume(reign.cell.zxid, List.of(), List.of(new Reregistration("/a", DATA)));
        reign.receive(NEXT, new LinkMessage.DropInterest("/a", 1));

        assertEquals(0, reign.core.numbers(reign.now).interests());
    }

    private void resume(long zxid, List<HeldSession> sessions, List<Reregistration> interests) {
        reign.receive(NEXT, new Resume(zxid, 1, sessions, interests, true));
    }

    private static HeldSession held(SessionOpened session, long acked) {
        return new HeldSession(session.session(), session.generation(), acked);
    }

    private FakeCell.Session session() {
        return Objects.requireNonNull(reign.cell.sessions.get(session.session()));
    }

    private void set(int link, long ofNumber) {
        reign.set(link, session, ofNumber, "/a", "1");
    }

    private static ByteRange body(String path) {
        return Reign.body(path, "1");
    }

    private void write(String path) {
        reign.set(Reign.OTHER_LINK, writer, ++number, path, "1");
        reign.settle();
    }

    private void delete(String path) {
        reign.delete(Reign.OTHER_LINK, writer, ++number, path);
        reign.settle();
    }

    private void node(String path, long mzxid, long pzxid, List<AclEntry> acl) {
        reign.cell.views.put(path, new NodeView(mzxid, pzxid, acl));
    }

    private static List<String> story(List<LinkMessage.ToProxy> messages) {
        List<String> story = new ArrayList<>();
        for (LinkMessage.ToProxy message : messages) {
            if (message instanceof Changed changed) {
                story.add(changed.kind() + " " + changed.path());
            } else {
                story.add(message instanceof ReplayEnd ? "end" : message.toString());
            }
        }
        return story;
    }
}
