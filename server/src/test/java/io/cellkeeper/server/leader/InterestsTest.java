package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.SessionOpened;
import io.cellkeeper.state.batch.BatchSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

class InterestsTest {
    private final Reign reign = new Reign().alone();
    private final SessionOpened watcher = reign.open(Reign.LINK);
    private final SessionOpened writer = reign.open(Reign.OTHER_LINK);
    private long number;
    private long registration;

    @Test
    void shouldSendEachChangeOfAWatchedNodeOnce() {
        set("/a", "1");
        watch(OpCode.GET_DATA, "/a");
        watch(OpCode.EXISTS, "/a");
        watch(OpCode.GET_CHILDREN, "/a");
        set("/a", "2");
        delete("/a");
        assertEquals(List.of("3 /a", "2 /a"), changes());
    }

    @Test
    void shouldSendTheEventBeforeTheResultThatShowsIt() {
        set("/a", "1");
        watch(OpCode.GET_DATA, "/a");
        reign.set(Reign.LINK, watcher, 1, "/a", "2");
        reign.settle();
        List<LinkMessage.ToProxy> messages = reign.take(Reign.LINK);
        assertEquals(LinkMessage.Changed.class, messages.get(0).getClass());
        assertEquals(LinkMessage.Result.class, messages.get(1).getClass());
    }

    @Test
    void shouldWatchTheCreationOfAnAbsentNodeByExistsOnly() {
        watch(OpCode.EXISTS, "/a");
        watch(OpCode.GET_DATA, "/b");
        set("/a", "1");
        set("/b", "1");
        assertEquals(List.of("1 /a"), changes());
    }

    @Test
    void shouldTellTheParentsChildInterestOfCreationsAndDeletionsOnly() {
        set("/p", "");
        watch(OpCode.GET_CHILDREN2, "/p");
        set("/p/c", "1");
        set("/p/c", "2");
        set("/p/c/d", "1");
        delete("/p/c");
        assertEquals(List.of("1 /p/c", "2 /p/c"), changes());
    }

    @Test
    void shouldTellTheRootsChildInterest() {
        set("/", "");
        watch(OpCode.GET_CHILDREN, "/");
        set("/a", "1");
        assertEquals(List.of("1 /a"), changes());
    }

    @Test
    void shouldTellARecursiveInterestOfAllBelowButNotBeside() {
        addWatch("/a", 1);
        set("/a", "1");
        set("/a/b/c", "1");
        set("/a/b/c", "2");
        set("/ab", "1");
        delete("/a/b/c");
        assertEquals(List.of("1 /a", "1 /a/b/c", "3 /a/b/c", "2 /a/b/c"), changes());
    }

    @Test
    void shouldTellARecursiveInterestAtTheRootOfEverything() {
        addWatch("/", 1);
        set("/x/y", "1");
        assertEquals(List.of("1 /x/y"), changes());
    }

    @Test
    void shouldRegisterDataAndChildForAPersistentWatch() {
        addWatch("/p", 0);
        set("/p", "1");
        set("/p/c", "1");
        set("/p/c/d", "1");
        assertEquals(List.of("1 /p", "1 /p/c"), changes());
    }

    @Test
    void shouldRegisterThePathsOfSetWatchesThatDidNotFire() {
        WireWriter body = new WireWriter(64);
        body.writeLong(1)
                .writeStrings(List.of("/d"))
                .writeStrings(List.of("/x"))
                .writeStrings(List.of("/c"));
        read(OpCode.SET_WATCHES, body.toRange());
        set("/d", "1");
        set("/x", "1");
        set("/c", "1");
        set("/c/1", "1");
        assertEquals(List.of("1 /d", "1 /x", "1 /c/1"), changes());
    }

    @Test
    void shouldSendOneChangeToALinkInterestedInTheNodeItsParentAndAllAbove() {
        set("/p", "");
        watch(OpCode.GET_CHILDREN, "/p");
        watch(OpCode.EXISTS, "/p/c");
        addWatch("/", 1);
        set("/p/c", "1");
        assertEquals(List.of("1 /p/c"), changes());
    }

    @Test
    void shouldNotRegisterAReadWithoutAWatch() {
        set("/a", "1");
        reign.read(Reign.LINK, watcher, 0, 1, 0, OpCode.GET_DATA, Reign.body("/a"));
        reign.settle();
        set("/a", "2");
        assertEquals(List.of(), changes());
    }

    @Test
    void shouldEndAnInterestWhenItsNewestAnswerHasBeenHandled() {
        set("/a", "1");
        watch(OpCode.GET_DATA, "/a");
        watch(OpCode.GET_DATA, "/a");
        drop("/a", 2);
        set("/a", "2");
        assertEquals(List.of(), changes());
        assertEquals(0, reign.core.numbers(reign.now).interests());
    }

    @Test
    void shouldIgnoreADropThatCrossesANewerAnswer() {
        set("/a", "1");
        watch(OpCode.GET_DATA, "/a");
        watch(OpCode.GET_DATA, "/a");
        drop("/a", 1);
        set("/a", "2");
        assertEquals(List.of("3 /a"), changes());
    }

    @Test
    void shouldIgnoreADropThatCrossesAnAnswerOfASmallerNumberEvaluatedLater() {
        SessionOpened slow = reign.open(Reign.LINK);
        set("/a", "1");
        reign.set(Reign.LINK, slow, 1, "/b", "1");
        reign.read(Reign.LINK, slow, 1, 1, 1, OpCode.GET_DATA, Reign.body("/a"));
        reign.read(Reign.LINK, watcher, 0, 2, 2, OpCode.GET_DATA, Reign.body("/a"));
        reign.settle();
        assertEquals(
                List.of(2L, 1L),
                reign.take(Reign.LINK, LinkMessage.ReadAnswer.class).stream()
                        .map(LinkMessage.ReadAnswer::read)
                        .toList());
        drop("/a", 2);
        set("/a", "2");
        assertEquals(List.of("3 /a"), changes());
    }

    @Test
    void shouldTakeADropThatNamesALaterAnswerWithoutARegistration() {
        watch(OpCode.EXISTS, "/a");
        watch(OpCode.GET_DATA, "/a");
        drop("/a", 2);
        assertEquals(0, reign.core.numbers(reign.now).interests());
    }

    @Test
    void shouldFreeTheInterestsOfALinkThatIsDownAtOnce() {
        for (int i = 0; i < 100; i++) {
            addWatch("/p" + i, i % 2);
        }
        assertEquals(100, reign.core.numbers(reign.now).interests());
        reign.core.linkDown(Reign.LINK);
        assertEquals(0, reign.core.numbers(reign.now).interests());
        set("/p1/x", "1");
        assertEquals(List.of(), changes());
    }

    @Test
    void shouldSendAnAclOnlyWhereNotAnyoneMayRead() {
        watch(OpCode.EXISTS, "/a");
        set("/a", "1");
        reign.cell.acl = List.of(new AclEntry(AclEntry.ALL, new Identity("digest", "u:h")));
        delete("/a");
        List<LinkMessage.Changed> changes = reign.take(Reign.LINK, LinkMessage.Changed.class);
        assertNull(changes.get(0).acl());
        assertNull(changes.get(0).parentAcl());
        assertEquals(reign.cell.acl, changes.get(1).acl());
        assertEquals(reign.cell.acl, changes.get(1).parentAcl());
    }

    @Test
    void shouldSendNoAclToFilterByIfAclsAreNotChecked() {
        FakeCell cell = new FakeCell();
        cell.acl = List.of(new AclEntry(AclEntry.ALL, new Identity("digest", "u:h")));
        LeaderConfig config = new LeaderConfig(Reign.GRACE_MS, 2000, 20_000, BatchSettings.SKIP_ACL, 0, null);
        Reign unchecked = new Reign(cell, config).alone();
        SessionOpened session = unchecked.open(Reign.LINK);
        unchecked.read(Reign.LINK, session, 0, 1, 1, OpCode.EXISTS, Reign.body("/a"));
        unchecked.settle();
        unchecked.set(Reign.LINK, session, 1, "/a", "1");
        unchecked.settle();
        LinkMessage.Changed changed =
                unchecked.take(Reign.LINK, LinkMessage.Changed.class).get(0);
        assertNull(changed.acl());
        assertNull(changed.parentAcl());
    }

    @Test
    void shouldSendOneEventToEachInterestedLink() {
        watch(OpCode.EXISTS, "/a");
        reign.get(Reign.OTHER_LINK, writer, number, 1, "/a");
        reign.read(Reign.OTHER_LINK, writer, number, 2, 2, OpCode.EXISTS, Reign.body("/a"));
        reign.settle();
        reign.take(Reign.OTHER_LINK);
        set("/a", "1");
        assertEquals(List.of("1 /a"), changes());
        assertEquals(1, reign.take(Reign.OTHER_LINK, LinkMessage.Changed.class).size());
    }

    private void watch(OpCode op, String path) {
        read(op, Reign.body(path));
    }

    private void addWatch(String path, int mode) {
        read(
                OpCode.ADD_WATCH,
                new WireWriter(16).writeString(path).writeInt(mode).toRange());
    }

    private void read(OpCode op, ByteRange body) {
        registration++;
        reign.read(Reign.LINK, watcher, 0, registration, registration, op, body);
        reign.settle();
        reign.take(Reign.LINK);
    }

    private void drop(String path, long last) {
        reign.receive(Reign.LINK, new LinkMessage.DropInterest(path, last));
    }

    private void set(String path, String value) {
        reign.set(Reign.OTHER_LINK, writer, ++number, path, value);
        reign.settle();
    }

    private void delete(String path) {
        reign.delete(Reign.OTHER_LINK, writer, ++number, path);
        reign.settle();
    }

    private List<String> changes() {
        return reign.take(Reign.LINK, LinkMessage.Changed.class).stream()
                .map(change -> change.kind() + " " + change.path())
                .toList();
    }
}
